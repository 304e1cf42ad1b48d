#include "runtime/python/find_equal.h"
#include "runtime/python/python.h"
#include "runtime/value/cell_map.h"
#include "runtime/value/comparing.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

enum class Relation { Less, LessEqual, Greater, GreaterEqual };

template <class T>
BATT_HD bool holds(Relation relation, const T& a, const T& b) {
  switch (relation) {
    case Relation::Less: return a < b;
    case Relation::LessEqual: return a <= b;
    case Relation::Greater: return a > b;
    case Relation::GreaterEqual: return a >= b;
  }
  return false;
}

template <int levels>
BATT_LEVEL Value compare_at(Context& context, Relation relation, Value a, Value b, int depth) {
  if (a.is_number() && b.is_number()) {
    if (a.is_int() && b.is_int()) return Value::boolean(holds(relation, a.as_int(), b.as_int()));
    return Value::boolean(holds(relation, exact(a), exact(b)));
  }
  if ((a.is_tuple() && b.is_tuple()) || (a.is_list() && b.is_list())) {
    if (a.is_pair() && b.is_pair())
      return Value::boolean(a.i() != b.i() ? holds(relation, a.i(), b.i()) : holds(relation, a.j(), b.j()));
    check_nesting<levels>(depth);
    const std::int32_t common = std::min(a.tuple_size(), b.tuple_size());
    context.charge(static_cast<std::uint64_t>(common));
    if constexpr (levels > 0)
      for (std::int32_t k = 0; k < common; ++k) {
        const Value x = a.item(k), y = b.item(k);
        if (!same_or_equal(context, x, y)) return compare_at<below(levels)>(context, relation, x, y, depth + 1);
      }
    return Value::boolean(holds(relation, a.tuple_size(), b.tuple_size()));
  }
  if (a.is_text() && b.is_text()) return Value::boolean(holds(relation, a.text().view(), b.text().view()));
  if (a.is_set() && b.is_set()) {
    const SetRep &x = a.set(), &y = b.set();
    switch (relation) {
      case Relation::Less: return Value::boolean(x.size < y.size && is_subset(context, x, y));
      case Relation::LessEqual: return Value::boolean(is_subset(context, x, y));
      case Relation::Greater: return Value::boolean(y.size < x.size && is_subset(context, y, x));
      case Relation::GreaterEqual: return Value::boolean(is_subset(context, y, x));
    }
  }
  return type_error();
}

[[gnu::always_inline]] BATT_HD inline Value compare(Context& context, Relation relation, Value a, Value b) {
#ifdef BATT_ON_DEVICE  // most values are ints: they are told here, where no registers are saved
  if (a.is_int() && b.is_int()) return Value::boolean(holds(relation, a.as_int(), b.as_int()));
#endif
  return compare_at<most_levels>(context, relation, a, b, 0);
}

}  // namespace

BATT_HD bool truth_of_any(Value v) {
  switch (v.kind()) {
    case Kind::None: return false;
    case Kind::Bool:
    case Kind::Int: return v.as_int() != 0;
    case Kind::Float: return v.as_real() != 0.0;
    case Kind::Text: return v.text().size != 0;
    case Kind::Tuple:
    case Kind::List: return v.tuple_size() != 0;
    case Kind::Set: return v.set().size != 0;
    default: return true;
  }
}

BATT_HD Value less(Context& context, Value a, Value b) { return compare(context, Relation::Less, a, b); }
BATT_HD Value greater(Context& context, Value a, Value b) { return compare(context, Relation::Greater, a, b); }
BATT_HD Value less_equal(Context& context, Value a, Value b) { return compare(context, Relation::LessEqual, a, b); }
BATT_HD Value greater_equal(Context& context, Value a, Value b) {
  return compare(context, Relation::GreaterEqual, a, b);
}

BATT_HD Value contains(Context& context, Value container, Value value) {
  if (container.is_set()) {
    const SetRep& set = container.set();
    Cell cell;
    if (set.is_cells() && as_cell(value, set.packing == Packing::Locations ? Form::Pair : Form::Cell, cell)) {
      if (set.rows.words != nullptr || set.map != nullptr || set.recipe == nullptr)
        return Value::boolean(set_contains_cell(set, cell));
      ArenaScope scope(context.scratch());
      return Value::boolean(CellMembers(context, set).contains(cell));
    }
    std::uint64_t hash = 0;
    if (!hash_of(context, value, hash)) return type_error();
    return Value::boolean(set_contains(context, container.set(), value, hash));
  }
  if (container.is_text()) {
    if (!value.is_text()) return type_error();
#ifdef BATT_ON_DEVICE
    abort_sample(no_op, Reason::Type);  // no memchr there
#endif
    return Value::boolean(container.text().view().find(value.text().view()) != std::string_view::npos);
  }
  Items items;
  if (!iterate(context, container, items)) return type_error();
  context.charge(static_cast<std::uint64_t>(items.size()));
  if (FindEqual job{items, value, true, -1, 0}; job.is_worth_it()) {
    team::run(job);
    return Value::boolean(job.first >= 0);
  }
  for (std::int32_t k = 0; k < items.size(); ++k)
    if (same_or_equal(context, items[k], value)) return Value::boolean(true);
  return Value::boolean(false);
}

}  // namespace batt
