#include "dsl_kernels/set_size.h"

#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// How many cells two sets of cells have in common, the first one shifted; -1 if one of them has no rows.
[[gnu::always_inline]] BATT_HD inline std::int64_t count_common([[maybe_unused]] Context& context,
                                                                [[maybe_unused]] const Value& a,
                                                                [[maybe_unused]] const Value& b,
                                                                [[maybe_unused]] int down, [[maybe_unused]] int right) {
#ifndef BATT_ON_DEVICE
  if (!context.uses_packed() || !a.is_set() || !b.is_set()) return -1;
  const SetRep &set = a.set(), &other = b.set();
  if (set.packing != other.packing || !set.find_rows(context) || !other.find_rows(context)) return -1;
  const CellRows &rows = set.rows, &others = other.rows;
  if ((down | right) != 0 && !rows.can_move(down, right)) return -1;
  if (set.packing == Packing::Colored) {
    if (!rows.one_color || !others.one_color) return -1;
    if (rows.color != others.color) return 0;
  }
  return rows::kernels->count_common({rows.words, rows.height, rows.top + down, rows.left + right},
                                     others.placed(0, 0));
#else
  return -1;
#endif
}

/// count_cells, to be compiled into each of its callers.
[[gnu::always_inline]] BATT_HD inline Value count(Context& context, OpId made, const Value& a, const Value& b,
                                                  std::int32_t down, std::int32_t right) {
  const std::int64_t common = Cell::fits(down, right) ? count_common(context, a, b, down, right) : -1;
  if (common < 0) return Value::declined();
  context.charge();
  return Value::integer(made == OpId::op_difference ? a.set().size - common : common);
}

}  // namespace

BATT_HD Value count_cells(Context& context, OpId made, const Value& a, const Value& b, const Value& directions) {
  if (!directions.is_pair()) return Value::declined();
  return count(context, made, a, b, directions.i(), directions.j());
}

BATT_HD Value size_of(Context& context, OpId size, OpId made, Value a, Value b) {
  if (const Value counted = count(context, made, a, b, 0, 0); !counted.is_declined()) return counted;
  const Value set = made == OpId::op_difference ? op_difference(context, a, b) : op_intersection(context, a, b);
  if (set.is_error()) return set;
  return size == OpId::op_size ? op_size(context, set) : op_size_f(context, set);
}

BATT_HD Value size_of_shifted(Context& context, OpId size, OpId made, const Value& a, const Value& b,
                              const Value& directions) {
  if (directions.is_pair())
    if (const Value counted = count(context, made, a, b, directions.i(), directions.j()); !counted.is_declined())
      return counted;
  const Value shifted = op_shift(context, a, directions);
  return shifted.is_error() ? shifted : size_of(context, size, made, shifted, b);
}

}  // namespace batt
