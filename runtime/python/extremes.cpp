#include "runtime/python/python.h"

namespace batt {
namespace {

struct IsGreater {
  Context& context;
  BATT_HD Value operator()(Value a, Value b) const { return greater(context, a, b); }
  BATT_HD bool operator()(std::int8_t a, std::int8_t b) const { return a > b; }
};

struct IsLess {
  Context& context;
  BATT_HD Value operator()(Value a, Value b) const { return less(context, a, b); }
  BATT_HD bool operator()(std::int8_t a, std::int8_t b) const { return a < b; }
};

template <class Beats>
BATT_HD Value extreme_byte(Value row, Beats beats) {
  std::int8_t best = row.bytes()[0];
  for (std::int32_t k = 1; k < row.tuple_size(); ++k)
    if (beats(row.bytes()[k], best)) best = row.bytes()[k];
  return Value::integer(best);
}

template <class Beats>
BATT_HD Value extreme(Context& context, Value iterable, Value if_empty, Beats beats) {
  if (iterable.is_row()) return extreme_byte(iterable, beats);
  Items items;
  if (!iterate(context, iterable, items)) return type_error();
  if (items.size() == 0) return if_empty;
  Value best = items[0];
  context.charge(static_cast<std::uint64_t>(items.size()));
  for (std::int32_t k = 1; k < items.size(); ++k) {
    const Value item = items[k];
    BATT_LET(better, beats(item, best));
    if (better.as_bool()) best = item;
  }
  return best;
}

template <class Beats>
BATT_HD Value extreme(const Value* items, std::size_t count, Beats beats) {
  Value best = items[0];
  for (std::size_t k = 1; k < count; ++k) {
    BATT_LET(better, beats(items[k], best));
    if (better.as_bool()) best = items[k];
  }
  return best;
}

}  // namespace

BATT_HD Value maximum(Context& context, Value items, Value if_empty) {
  return extreme(context, items, if_empty, IsGreater{context});
}
BATT_HD Value minimum(Context& context, Value items, Value if_empty) {
  return extreme(context, items, if_empty, IsLess{context});
}
BATT_HD Value maximum(Context& context, const Value* items, std::size_t count) {
  return extreme(items, count, IsGreater{context});
}
BATT_HD Value minimum(Context& context, const Value* items, std::size_t count) {
  return extreme(items, count, IsLess{context});
}

}  // namespace batt
