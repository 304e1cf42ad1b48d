#include <algorithm>

#include "dsl_kernels/generate.h"
#include "dsl_kernels/make_container.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/value/late_sets.h"

namespace batt {
namespace {

/// frozenset(e for e in set if e != cell) of a set packed as cells of that kind.
BATT_HD Value without_cell(Context& context, const SetRep& set, Cell cell) {
  ArenaScope scope(context.scratch());
  Cell* kept = context.scratch().allocate<Cell>(set.size);
  const Cell* cells = set.any_cells();
  const Cell* end = std::copy_if(cells, cells + set.size, kept, [&](Cell other) { return other != cell; });
  return keep_cells(context, set, kept, static_cast<std::size_t>(end - kept), set.recipe == nullptr);
}

/// type(like)(e for e in container if e != value).
BATT_HD Value without_value(Context& context, Value like, Value container, Value value) {
  if (like.is_set() && container.is_set() && container.set().is_cells()) {
    const bool colored = container.set().packing == Packing::Colored;
    if ((colored ? value.is_cell() && Cell::color_fits(value.c()) : value.is_pair()) &&
        Cell::fits(value.i(), value.j()))
      return without_cell(context, container.set(), Cell(value.i(), value.j(), colored ? value.c() : 0));
  }
  return filter_like(context, like, container, [&](Value e) { return Value::boolean(!equal(context, e, value)); });
}

/// The ints of a container as parts of locations; false if one does not fit.
BATT_HD bool as_coordinates(const Items& items, std::int32_t* out) {
  for (std::int32_t k = 0; k < items.size(); ++k) {
    const Value item = items[k];
    if (!item.is_exact_int() || !Cell::fits(item.as_int(), 0)) return false;
    out[k] = static_cast<std::int32_t>(item.as_int());
  }
  return true;
}

/// Whether the cells' numbers are those of a grid of bytes.
BATT_HD bool are_bytes(const SetRep& set) {
  return std::all_of(set.any_cells(), set.any_cells() + set.size, [](Cell cell) {
    return cell.i() >= min_byte && cell.i() <= max_byte && cell.j() >= min_byte && cell.j() <= max_byte;
  });
}

/// The items of a container that equal none before them. Like a set, they have hashes; their order is that in which
/// they come.
class DifferentItems {
 public:
  std::uint32_t size = 0;
  bool unfixed = false;

  /// False if an item has no hash. Memory comes from the scratch arena.
  BATT_HD bool take(Context& context, const Items& items) {
    Arena& scratch = context.scratch();
    values_ = scratch.allocate<Value>(size_of(items));
    hashes_ = scratch.allocate<std::uint64_t>(size_of(items));
    const ValueTraits traits{&context, values_, hashes_};
    SetTable<ValueTraits> met(scratch, traits);
    for (std::int32_t k = 0; k < items.size(); ++k) {
      values_[size] = items[k];
      if (!hash_of(context, values_[size], hashes_[size])) return false;
      unfixed |= !has_fixed_hash(context, values_[size]);
      size += met.add(size) ? 1 : 0;
    }
    return true;
  }
  BATT_HD Value at(std::uint32_t k) const { return values_[k]; }
  BATT_HD std::uint64_t hash_at(std::uint32_t k) const { return hashes_[k]; }

 private:
  Value* values_ = nullptr;
  std::uint64_t* hashes_ = nullptr;
};

/// Every pair of a member of `a` and a member of `b`, as product() makes them.
template <class Members>
BATT_HD void pair_any_members(Context& context, const Members& a, const Members& b, Value* pairs) {
  for (std::uint32_t column = 0; column < b.size; ++column)
    for (std::uint32_t row = 0; row < a.size; ++row) *pairs++ = make_pair(context, a.at(row), b.at(column));
}
BATT_HD void pair_members(Context& context, const DifferentItems& a, const DifferentItems& b, Value* pairs) {
  pair_any_members(context, a, b, pairs);
}
/// Pairs of small cells are grids of two rows.
BATT_HD void pair_members(Context& context, const SetRep& a, const SetRep& b, Value* pairs) {
  if (!a.is_cells() || a.packing != b.packing || !are_bytes(a) || !are_bytes(b))
    return pair_any_members(context, a, b, pairs);
  const int width = a.packing == Packing::Locations ? 2 : 3;
  auto* bytes =
      context.arena().allocate<std::int8_t>(std::size_t{2} * static_cast<std::size_t>(width) * a.size * b.size);
  const auto put = [&](Cell cell) {
    *bytes++ = static_cast<std::int8_t>(cell.i());
    *bytes++ = static_cast<std::int8_t>(cell.j());
    if (width == 3) *bytes++ = static_cast<std::int8_t>(cell.c());
  };
  const Cell *rows = a.cells(), *columns = b.cells();
  for (std::uint32_t column = 0; column < b.size; ++column)
    for (std::uint32_t row = 0; row < a.size; ++row) {
      *pairs++ = Value::grid_of(bytes, 2, width);
      put(rows[row]);
      put(columns[column]);
    }
}

/// Whether the order of their product can wait until someone asks.
template <class Members>
BATT_HD bool can_defer_order([[maybe_unused]] const Context& context, [[maybe_unused]] const Members& a,
                             [[maybe_unused]] const Members& b) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  return context.uses_packed() && !a.unfixed && !b.unfixed;
#endif
}

/// product() of members of two containers whose pairs are no cells. The members differ, so the pairs do, and their
/// hashes follow from those of the members.
template <class Members>
BATT_HD Value product_of_members(Context& context, const Members& a, const Members& b) {
  const std::uint64_t total = std::uint64_t{a.size} * b.size;
  const bool deferred = can_defer_order(context, a, b);
  Arena& arena = deferred ? context.arena() : context.scratch();
  Value* pairs = arena.allocate<Value>(total);
  pair_members(context, a, b, pairs);
  auto* states = context.scratch().allocate<std::uint64_t>(a.size);
  for (std::uint32_t row = 0; row < a.size; ++row) states[row] = hash::tuple_step(hash::prime_5, a.hash_at(row));
  auto* hashes = arena.allocate<std::uint64_t>(total);
  std::uint64_t* end = hashes;
  for (std::uint32_t column = 0; column < b.size; ++column) {
    const std::uint64_t hash = b.hash_at(column);
    for (std::uint32_t row = 0; row < a.size; ++row)
      *end++ = hash::finish_tuple(hash::tuple_step(states[row], hash), 2);
  }
#ifndef BATT_ON_DEVICE
  if (deferred) return make_set_later(context, pairs, hashes, total, added_as_listed);
#endif
  return make_distinct_set(context, pairs, hashes, total, a.unfixed || b.unfixed);
}

/// How many ints range(start, stop, step) has; step is not 0.
BATT_HD std::uint64_t range_count(std::int64_t start, std::int64_t stop, std::int64_t step) {
  const auto first = static_cast<std::uint64_t>(start), end = static_cast<std::uint64_t>(stop);
  if (step > 0) return start < stop ? (end - first - 1) / static_cast<std::uint64_t>(step) + 1 : 0;
  return start > stop ? (first - end - 1) / (0 - static_cast<std::uint64_t>(step)) + 1 : 0;
}

/// (item,) * count for a small int.
BATT_HD Value repeat_byte(Context& context, std::int8_t item, std::uint64_t count) {
  ArenaScope scope(context.scratch());
  auto* bytes = allocate_items<std::int8_t>(context, count);
  std::fill_n(bytes, count, item);
  return make_row(context, bytes, count);
}

BATT_HD Value last_or(Context& context, Value container, Value if_empty) {
  if (!truth(container)) return if_empty;
  Items items;
  return iterate(context, container, items) ? items[items.size() - 1] : type_error();
}

/// type(like)(item for item in container if len(item) == n).
BATT_HD Value filter_by_size(Context& context, Value like, Value container, Value n) {
  return filter_like(context, like, container, [&](Value item) {
    if (item.is_set() && n.is_exact_int()) return Value::boolean(item.set().size == n.as_int());
    const Value size = length(item);
    return size.is_error() ? size : Value::boolean(equal(context, size, n));
  });
}

}  // namespace

BATT_HD Value first_general(Context& context, Value container) {
  Items items;
  if (!iterate(context, container, items)) return type_error();
  return items.size() > 0 ? items[0] : Value::none();
}

BATT_HD Value second_general(Context& context, Value container) {
  Items items;
  if (!iterate(context, container, items)) return type_error();
  if (items.size() == 0) return stop_iteration();
  return items.size() > 1 ? items[1] : Value::none();
}

BATT_HD Value first_t_general(Context& context, Value container) {
  return truth(container) ? subscript(context, container, 0) : Value::empty_tuple();
}

BATT_HD Value first_f_general(Context& context, Value container) {
  if (!truth(container)) return Value::empty_set();
  Items items;
  return iterate(context, container, items) ? items[0] : type_error();
}

// max(enumerate(container)) compares places, which all differ: it is the last.
BATT_HD Value last_general(Context& context, Value container) {
  return last_or(context, container, Value::empty_tuple());
}
BATT_HD Value last_f_general(Context& context, Value container) {
  return last_or(context, container, Value::empty_set());
}

BATT_HD Value last_t_general(Context& context, Value container) {
  return truth(container) ? subscript(context, container, -1) : Value::empty_tuple();
}

BATT_HD Value contained_general(Context& context, Value value, Value container) {
  return contains(context, container, value);
}

BATT_HD Value repeat_general(Context& context, Value item, Value num) {
  BATT_LET(size, range_size(num));
  const auto count = static_cast<std::uint64_t>(size.as_int());
  if (fits_byte(item)) return repeat_byte(context, static_cast<std::int8_t>(item.as_int()), count);
  ArenaScope scope(context.scratch());
  Value* items = allocate_items<Value>(context, count);
  std::fill_n(items, count, item);
  return make_tuple(context, items, count);
}

BATT_HD Value size_general(Context&, Value container) { return length(container); }
BATT_HD Value size_t_general(Context&, Value container) { return length(container); }
BATT_HD Value size_f_general(Context&, Value container) { return length(container); }

BATT_HD Value initset_general(Context& context, Value value) { return make_singleton(context, value); }

BATT_HD Value insert_general(Context& context, Value value, Value container) {
  if (!container.is_set()) return attribute_error();
  BATT_LET(single, make_singleton(context, value));
  return set_union(context, container.set(), single.set());
}

BATT_HD Value remove_general(Context& context, Value value, Value container) {
  return without_value(context, container, container, value);
}
BATT_HD Value remove_t_general(Context& context, Value value, Value container) {
  return without_value(context, a_tuple(), container, value);
}
BATT_HD Value remove_f_general(Context& context, Value value, Value container) {
  return without_value(context, container, container, value);
}

BATT_HD Value other_general(Context& context, Value container, Value value) {
  BATT_LET(others, op_remove(context, value, container));
  return op_first(context, others);
}

BATT_HD Value other_t_general(Context& context, Value container, Value value) {
  Items items;
  if (!iterate(context, container, items)) return type_error();
  for (std::int32_t k = 0; k < items.size(); ++k)
    if (const Value item = items[k]; !equal(context, item, value)) return item;
  return Value::empty_tuple();
}

BATT_HD Value other_f_general(Context& context, Value container, Value value) {
  BATT_LET(others, op_remove_f(context, value, container));
  if (!truth(others)) return Value::empty_set();
  Items items;
  return iterate(context, others, items) ? items[0] : type_error();
}

BATT_HD Value interval_general(Context& context, Value start, Value stop, Value step) {
  if (!start.is_int() || !stop.is_int() || !step.is_int()) return type_error();
  if (step.as_int() == 0) return value_error();
  const std::uint64_t count = range_count(start.as_int(), stop.as_int(), step.as_int());
  ArenaScope scope(context.scratch());
  Value* items = allocate_items<Value>(context, count);
  // Unsigned: k * step alone may pass the range of ints, the sum never does.
  const auto first = static_cast<std::uint64_t>(start.as_int()), stride = static_cast<std::uint64_t>(step.as_int());
  for (std::uint64_t k = 0; k < count; ++k) items[k] = Value::integer(static_cast<std::int64_t>(first + k * stride));
  return make_tuple(context, items, count);
}

BATT_HD Value astuple_general(Context& context, Value a, Value b) { return make_pair(context, a, b); }

BATT_HD Value ascell_general(Context& context, Value ij, Value c) {
  BATT_LET(i, subscript(context, ij, 0));
  BATT_LET(j, subscript(context, ij, 1));
  return make_triple(context, i, j, c);
}

BATT_HD Value toij_general(Context& context, Value c) {
  if (c.is_cell()) return Value::pair(c.i(), c.j());
  BATT_LET(i, subscript(context, c, 0));
  BATT_LET(j, subscript(context, c, 1));
  return make_pair(context, i, j);
}

BATT_HD Value astriple_general(Context& context, Value i, Value j, Value c) { return make_triple(context, i, j, c); }

BATT_HD Value product_general(Context& context, Value a, Value b) {
  Items rows, columns;
  if (!iterate(context, b, columns)) return type_error();
  if (columns.size() == 0) return Value::empty_set();
  if (!iterate(context, a, rows)) return type_error();
  ArenaScope scope(context.scratch());
  const std::uint64_t total = size_of(rows) * size_of(columns);
  auto* i = context.scratch().allocate<std::int32_t>(size_of(rows));
  auto* j = context.scratch().allocate<std::int32_t>(size_of(columns));
  if (as_coordinates(rows, i) && as_coordinates(columns, j)) {
    Cell* cells = allocate_items<Cell>(context, total);
    Cell* end = cells;
    for (std::size_t column = 0; column < size_of(columns); ++column)
      for (std::size_t row = 0; row < size_of(rows); ++row) *end++ = Cell(i[row], j[column]);
    return make_cell_set(context, Packing::Locations, cells, total);
  }
  if (a.is_set() && b.is_set()) return product_of_members(context, a.set(), b.set());
  // Of equal members the first one is in all pairs that stay, in the order of the rest.
  if (DifferentItems members, others;
      context.uses_packed() && rows.size() > 0 && members.take(context, rows) && others.take(context, columns))
    return product_of_members(context, members, others);
  Value* pairs = allocate_items<Value>(context, total);
  Value* end = pairs;
  for (std::int32_t column = 0; column < columns.size(); ++column)
    for (std::int32_t row = 0; row < rows.size(); ++row) *end++ = make_pair(context, rows[row], columns[column]);
  return make_set(context, pairs, total);
}

BATT_HD Value pair_general(Context& context, Value a, Value b) {
  Items left, right;
  if (!iterate(context, a, left) || !iterate(context, b, right)) return type_error();
  const std::int32_t count = std::min(left.size(), right.size());
  if (a.is_row() && b.is_row()) {
    auto* bytes = context.arena().allocate<std::int8_t>(2 * static_cast<std::size_t>(count));
    for (std::int32_t k = 0; k < count; ++k) {
      bytes[2 * k] = a.bytes()[k];
      bytes[2 * k + 1] = b.bytes()[k];
    }
    return make_grid(context, bytes, count, 2);
  }
  ScratchVector pairs(context);
  for (std::int32_t k = 0; k < count; ++k) pairs.push(make_pair(context, left[k], right[k]));
  return make_tuple(context, pairs);
}

BATT_HD Value celltuple_general(Context& context, Value a, Value b) {
  Items locations, colors;
  if (!iterate(context, a, locations) || !iterate(context, b, colors)) return type_error();
  ScratchVector cells(context);
  for (std::int32_t k = 0; k < std::min(locations.size(), colors.size()); ++k) {
    Value x, y;
    BATT_TRY(unpack(context, locations[k], x, y));
    cells.push(make_triple(context, x, y, colors[k]));
  }
  return make_tuple(context, cells);
}

BATT_HD Value totuple_general(Context& context, Value container) {
  if (container.is_exact_tuple()) return container;
  if (container.is_set() && container.set().is_cells())
    return tuple_of_cells(context, container.set().packing, container.set().cells(), container.set().size);
  Items items;
  if (!iterate(context, container, items)) return type_error();
  ScratchVector gathered(context);
  for (std::int32_t k = 0; k < items.size(); ++k) gathered.push(items[k]);
  return make_tuple(context, gathered);
}

BATT_HD Value sizefilter_general(Context& context, Value container, Value n) {
  return filter_by_size(context, a_set(), container, n);
}

BATT_HD Value sizefilter_t_general(Context& context, Value container, Value n) {
  return filter_by_size(context, a_tuple(), container, n);
}

}  // namespace batt
