#include <algorithm>
#include <cstring>

#include "batt/function.h"
#include "batt/set_table.h"
#include "dsl_kernels/checked/generate.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

std::size_t size_of(const Items& items) { return static_cast<std::size_t>(items.size()); }

/// Scratch memory for the items of a container to be made. Asked for before the work begins: what is too large to be
/// held ends here.
template <class T>
T* room_for(Context& context, std::uint64_t count) {
  if (count > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) throw LimitExceeded{Limit::Memory};
  T* room = context.scratch().allocate<T>(count);
  context.charge(count);
  return room;
}

/// type(like)(items).
Value container_like(Context& context, Value like, const Value* items, std::size_t count) {
  if (like.is_exact_tuple()) return make_tuple(context, items, count);
  if (like.is_set()) return make_set(context, items, count);
  Collector gathered(context);
  if (like.is_list())
    for (std::size_t k = 0; k < count; ++k) gathered.push(items[k]);
  return make_like(context, like, gathered);
}

/// The tuple of cells as pairs or triples.
Value tuple_of_cells(Context& context, Packing packing, const Cell* cells, std::size_t count) {
  const std::size_t width = packing == Packing::Locations ? 2 : 3;
  auto* bytes = context.arena().allocate<std::int8_t>(count * width);
  std::int8_t* next = bytes;
  for (std::size_t k = 0; k < count; ++k) {
    const int i = cells[k].i(), j = cells[k].j();
    if (i != static_cast<std::int8_t>(i) || j != static_cast<std::int8_t>(j)) {
      Collector values(context);
      for (std::size_t n = 0; n < count; ++n)
        values.push(width == 2 ? Value::pair(cells[n].i(), cells[n].j())
                               : Value::cell(cells[n].i(), cells[n].j(), cells[n].c()));
      return make_tuple(context, values);
    }
    *next++ = static_cast<std::int8_t>(i);
    *next++ = static_cast<std::int8_t>(j);
    if (width == 3) *next++ = static_cast<std::int8_t>(cells[k].c());
  }
  return make_grid(context, bytes, static_cast<int>(count), static_cast<int>(width));
}

/// The packing that all sets among `containers` share; Values if they share none or one is no set of cells.
Packing common_packing(const Items& containers) {
  Packing packing = Packing::Values;
  for (std::int32_t k = 0; k < containers.size(); ++k) {
    const Value container = containers[k];
    if (!container.is_set()) return Packing::Values;
    if (container.set().size == 0) continue;
    if (!container.set().is_cells()) return Packing::Values;
    if (packing != Packing::Values && packing != container.set().packing) return Packing::Values;
    packing = container.set().packing;
  }
  return packing;
}

/// type(like)(every cell of every set), for sets of one packing.
Value merge_cells(Context& context, Value like, const Items& sets, Packing packing) {
  std::uint64_t total = 0;
  for (std::int32_t k = 0; k < sets.size(); ++k) total += sets[k].set().size;
  ArenaScope scope(context.scratch());
  if (like.is_set()) {
    const auto** parts = room_for<const SetRep*>(context, size_of(sets));
    for (std::int32_t k = 0; k < sets.size(); ++k) parts[k] = &sets[k].set();
    Value merged;
    if (merge_cell_sets(context, packing, parts, size_of(sets), merged)) return merged;
  }
  Cell* cells = room_for<Cell>(context, total);
  Cell* end = cells;
  for (std::int32_t k = 0; k < sets.size(); ++k) end = std::copy_n(sets[k].set().cells(), sets[k].set().size, end);
  return like.is_set() ? make_cell_set(context, packing, cells, total) : tuple_of_cells(context, packing, cells, total);
}

/// type(containers)(e for c in containers for e in c).
Value merge_items(Context& context, Value containers) {
  if (containers.is_grid()) {
    const std::size_t cells =
        static_cast<std::size_t>(containers.height()) * static_cast<std::size_t>(containers.width());
    return make_row(context, containers.bytes(), cells);
  }
  Items outer, inner;
  BATT_TRY(open_generator(context, containers, containers, outer));
  if (const Packing packing = common_packing(outer); packing != Packing::Values && !containers.is_list())
    return merge_cells(context, containers, outer, packing);
  std::uint64_t total = 0;
  for (std::int32_t k = 0; k < outer.size(); ++k) {
    BATT_LET(size, length(outer[k]));
    total += static_cast<std::uint64_t>(size.as_int());
  }
  ArenaScope scope(context.scratch());
  Value* items = room_for<Value>(context, total);
  Value* end = items;
  for (std::int32_t k = 0; k < outer.size(); ++k) {
    iterate(context, outer[k], inner);
    for (std::int32_t place = 0; place < inner.size(); ++place) *end++ = inner[place];
  }
  return container_like(context, containers, items, total);
}

bool same_width_grids(Value a, Value b) { return a.is_grid() && b.is_grid() && a.width() == b.width(); }

Value stack_grids(Context& context, Value a, Value b) {
  const std::size_t width = static_cast<std::size_t>(a.width());
  const std::size_t top = width * static_cast<std::size_t>(a.height()),
                    bottom = width * static_cast<std::size_t>(b.height());
  auto* bytes = context.arena().allocate<std::int8_t>(top + bottom);
  std::memcpy(bytes, a.bytes(), top);
  std::memcpy(bytes + top, b.bytes(), bottom);
  return make_grid(context, bytes, a.height() + b.height(), a.width());
}

bool cells_of_one_kind(Value a, Value b) {
  return a.is_set() && b.is_set() && a.set().is_cells() && a.set().packing == b.set().packing;
}

/// type(a)(e for e in a if e not in b).
Value without(Context& context, Value a, Value b) {
  if (cells_of_one_kind(a, b)) return select_members(context, a.set(), b.set(), false);
  return filter_like(context, a, a, [&](Value e) {
    const Value found = contains(context, b, e);
    return found.is_error() ? found : Value::boolean(!found.as_bool());
  });
}

/// type(like)(e for e in container if e != value).
Value without_value(Context& context, Value like, Value container, Value value) {
  return filter_like(context, like, container, [&](Value e) { return Value::boolean(!equal(e, value)); });
}

/// Entries are places in a list of values.
struct PlaceTraits {
  const Value* values;
  const std::uint64_t* hashes;
  std::uint64_t hash(std::uint32_t place) const { return hashes[place]; }
  bool equal(std::uint32_t a, std::uint32_t b) const {
    return hashes[a] == hashes[b] && same_or_equal(values[a], values[b]);
  }
};

/// The items of a sequence that equal none before them: found by hash, or one against all where an item has none.
Value first_occurrences(Context& context, Value sequence, const Items& items) {
  ArenaScope scope(context.scratch());
  Value* values = room_for<Value>(context, size_of(items));
  auto* hashes = context.scratch().allocate<std::uint64_t>(size_of(items));
  bool hashable = true;
  for (std::int32_t k = 0; k < items.size(); ++k) {
    values[k] = items[k];
    hashable = hashable && hash_of(values[k], hashes[k]);
  }
  const PlaceTraits traits{values, hashes};
  SetTable<PlaceTraits> seen(context.scratch(), traits);
  Collector kept(context);
  for (std::int32_t k = 0; k < items.size(); ++k) {
    const bool first =
        hashable ? seen.add(static_cast<std::uint32_t>(k)) : index_of(context, sequence, values[k]).as_int() == k;
    if (first) kept.push(values[k]);
  }
  return make_tuple(context, kept);
}

/// The ints of a container as parts of locations; false if one does not fit.
bool as_coordinates(const Items& items, std::int32_t* out) {
  for (std::int32_t k = 0; k < items.size(); ++k) {
    const Value item = items[k];
    if (!item.is_exact_int() || !Cell::fits(item.as_int(), 0)) return false;
    out[k] = static_cast<std::int32_t>(item.as_int());
  }
  return true;
}

/// Whether the cells' numbers are those of a grid of bytes.
bool are_bytes(const SetRep& set) {
  return std::all_of(set.any_cells(), set.any_cells() + set.size, [](Cell cell) {
    return cell.i() >= min_byte && cell.i() <= max_byte && cell.j() >= min_byte && cell.j() <= max_byte;
  });
}

/// Every pair of a member of `a` and a member of `b`, as product() makes them. Pairs of small cells are grids of two rows.
void pair_members(Context& context, const SetRep& a, const SetRep& b, Value* pairs) {
  if (!a.is_cells() || a.packing != b.packing || !are_bytes(a) || !are_bytes(b)) {
    for (std::uint32_t column = 0; column < b.size; ++column)
      for (std::uint32_t row = 0; row < a.size; ++row) *pairs++ = make_pair(context, a.at(row), b.at(column));
    return;
  }
  const int width = a.packing == Packing::Locations ? 2 : 3;
  auto* bytes = context.arena().allocate<std::int8_t>(std::size_t{2} * static_cast<std::size_t>(width) * a.size * b.size);
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

/// product() of two sets whose pairs are no cells: the members differ, so the pairs do.
Value product_of_sets(Context& context, const SetRep& a, const SetRep& b) {
  const std::uint64_t total = std::uint64_t{a.size} * b.size;
  Value* pairs = room_for<Value>(context, total);
  pair_members(context, a, b, pairs);
  auto* states = context.scratch().allocate<std::uint64_t>(a.size);
  for (std::uint32_t row = 0; row < a.size; ++row) states[row] = hash::tuple_step(hash::prime_5, a.hash_at(row));
  auto* hashes = room_for<std::uint64_t>(context, total);
  std::uint64_t* end = hashes;
  for (std::uint32_t column = 0; column < b.size; ++column) {
    const std::uint64_t hash = b.hash_at(column);
    for (std::uint32_t row = 0; row < a.size; ++row) *end++ = hash::finish_tuple(hash::tuple_step(states[row], hash), 2);
  }
  return make_distinct_set(context, pairs, hashes, total);
}

/// How many ints range(start, stop, step) has; step is not 0.
std::uint64_t range_count(std::int64_t start, std::int64_t stop, std::int64_t step) {
  const auto first = static_cast<std::uint64_t>(start), end = static_cast<std::uint64_t>(stop);
  if (step > 0) return start < stop ? (end - first - 1) / static_cast<std::uint64_t>(step) + 1 : 0;
  return start > stop ? (first - end - 1) / (0 - static_cast<std::uint64_t>(step)) + 1 : 0;
}

/// (item,) * count for a small int.
Value repeat_byte(Context& context, std::int8_t item, std::uint64_t count) {
  ArenaScope scope(context.scratch());
  auto* bytes = room_for<std::int8_t>(context, count);
  std::fill_n(bytes, count, item);
  return make_row(context, bytes, count);
}

Value last_or(Context& context, Value container, Value if_empty) {
  if (!truth(container)) return if_empty;
  Items items;
  return iterate(context, container, items) ? items[items.size() - 1] : type_error();
}

}  // namespace

Value first_body(Context& context, Value container) {
  Items items;
  if (!iterate(context, container, items)) return type_error();
  return items.size() > 0 ? items[0] : Value::none();
}

Value second_body(Context& context, Value container) {
  Items items;
  if (!iterate(context, container, items)) return type_error();
  if (items.size() == 0) return stop_iteration();
  return items.size() > 1 ? items[1] : Value::none();
}

Value first_t_body(Context& context, Value container) {
  return truth(container) ? subscript(context, container, 0) : Value::empty_tuple();
}

Value first_f_body(Context& context, Value container) {
  if (!truth(container)) return Value::empty_set();
  Items items;
  return iterate(context, container, items) ? items[0] : type_error();
}

// max(enumerate(container)) compares places, which all differ: it is the last.
Value last_body(Context& context, Value container) { return last_or(context, container, Value::empty_tuple()); }
Value last_f_body(Context& context, Value container) { return last_or(context, container, Value::empty_set()); }

Value last_t_body(Context& context, Value container) {
  return truth(container) ? subscript(context, container, -1) : Value::empty_tuple();
}

Value contained_body(Context& context, Value value, Value container) { return contains(context, container, value); }

Value combine_body(Context& context, Value a, Value b) {
  if (same_width_grids(a, b)) return stack_grids(context, a, b);
  if (cells_of_one_kind(a, b)) {
    const SetRep* const sets[] = {&a.set(), &b.set()};
    Value merged;
    if (merge_cell_sets(context, a.set().packing, sets, 2, merged)) return merged;
  }
  Items parts[2];
  if (!iterate(context, a, parts[0]) || !iterate(context, b, parts[1])) return type_error();
  ArenaScope scope(context.scratch());
  const std::size_t total = size_of(parts[0]) + size_of(parts[1]);
  if (cells_of_one_kind(a, b)) {
    Cell* cells = room_for<Cell>(context, total);
    std::copy_n(b.set().cells(), b.set().size, std::copy_n(a.set().cells(), a.set().size, cells));
    return make_cell_set(context, a.set().packing, cells, total);
  }
  Value* items = room_for<Value>(context, total);
  Value* end = items;
  for (const Items& part : parts)
    for (std::int32_t k = 0; k < part.size(); ++k) *end++ = part[k];
  return container_like(context, a, items, total);
}

Value combine_t_body(Context& context, Value a, Value b) {
  return same_width_grids(a, b) ? stack_grids(context, a, b) : add(context, a, b);
}

Value combine_f_body(Context& context, Value a, Value b) { return bit_or(context, a, b); }
Value intersection_body(Context& context, Value a, Value b) { return bit_and(context, a, b); }
Value difference_body(Context& context, Value a, Value b) { return without(context, a, b); }
Value difference_tuple_body(Context& context, Value a, Value b) { return without(context, a, b); }

Value dedupe_body(Context& context, Value tup) {
  Items items;
  if (!iterate(context, tup, items)) return type_error();
  if (tup.is_set() && items.size() > 0) return attribute_error();
  return first_occurrences(context, tup, items);
}

Value dedupe_pair_tuple_body(Context& context, Value S) {
  Items samples;
  if (!iterate(context, S, samples)) return type_error();
  Collector kept(context);
  for (std::int32_t k = 0; k < samples.size(); ++k) {
    Value a, b;
    BATT_TRY(unpack(context, samples[k], a, b));
    if (!equal(a, b)) kept.push(make_pair(context, a, b));
  }
  return make_tuple(context, kept);
}

Value repeat_body(Context& context, Value item, Value num) {
  BATT_LET(size, range_size(num));
  const auto count = static_cast<std::uint64_t>(size.as_int());
  if (fits_byte(item)) return repeat_byte(context, static_cast<std::int8_t>(item.as_int()), count);
  ArenaScope scope(context.scratch());
  Value* items = room_for<Value>(context, count);
  std::fill_n(items, count, item);
  return make_tuple(context, items, count);
}

Value size_body(Context&, Value container) { return length(container); }
Value size_t_body(Context&, Value container) { return length(container); }
Value size_f_body(Context&, Value container) { return length(container); }

Value merge_body(Context& context, Value containers) { return merge_items(context, containers); }
Value merge_f_body(Context& context, Value containers) { return merge_items(context, containers); }
Value merge_t_body(Context& context, Value containers) { return merge_items(context, containers); }

Value initset_body(Context& context, Value value) { return make_singleton(context, value); }

Value insert_body(Context& context, Value value, Value container) {
  if (!container.is_set()) return attribute_error();
  BATT_LET(single, make_singleton(context, value));
  return set_union(context, container.set(), single.set());
}

Value remove_body(Context& context, Value value, Value container) {
  return without_value(context, container, container, value);
}
Value remove_t_body(Context& context, Value value, Value container) {
  return without_value(context, a_tuple(), container, value);
}
Value remove_f_body(Context& context, Value value, Value container) {
  return without_value(context, container, container, value);
}

Value other_body(Context& context, Value container, Value value) {
  BATT_LET(others, op_remove(context, value, container));
  return op_first(context, others);
}

Value other_t_body(Context& context, Value container, Value value) {
  Items items;
  if (!iterate(context, container, items)) return type_error();
  for (std::int32_t k = 0; k < items.size(); ++k)
    if (const Value item = items[k]; !equal(item, value)) return item;
  return Value::empty_tuple();
}

Value other_f_body(Context& context, Value container, Value value) {
  BATT_LET(others, op_remove_f(context, value, container));
  if (!truth(others)) return Value::empty_set();
  Items items;
  return iterate(context, others, items) ? items[0] : type_error();
}

Value interval_body(Context& context, Value start, Value stop, Value step) {
  if (!start.is_int() || !stop.is_int() || !step.is_int()) return type_error();
  if (step.as_int() == 0) return value_error();
  const std::uint64_t count = range_count(start.as_int(), stop.as_int(), step.as_int());
  ArenaScope scope(context.scratch());
  Value* items = room_for<Value>(context, count);
  // Unsigned: k * step alone may pass the range of ints, the sum never does.
  const auto first = static_cast<std::uint64_t>(start.as_int()), stride = static_cast<std::uint64_t>(step.as_int());
  for (std::uint64_t k = 0; k < count; ++k) items[k] = Value::integer(static_cast<std::int64_t>(first + k * stride));
  return make_tuple(context, items, count);
}

Value astuple_body(Context& context, Value a, Value b) { return make_pair(context, a, b); }

Value ascell_body(Context& context, Value ij, Value c) {
  BATT_LET(i, subscript(context, ij, 0));
  BATT_LET(j, subscript(context, ij, 1));
  return make_triple(context, i, j, c);
}

Value toij_body(Context& context, Value c) {
  BATT_LET(i, subscript(context, c, 0));
  BATT_LET(j, subscript(context, c, 1));
  return make_pair(context, i, j);
}

Value astriple_body(Context& context, Value i, Value j, Value c) { return make_triple(context, i, j, c); }

Value product_body(Context& context, Value a, Value b) {
  Items rows, columns;
  if (!iterate(context, b, columns)) return type_error();
  if (columns.size() == 0) return Value::empty_set();
  if (!iterate(context, a, rows)) return type_error();
  ArenaScope scope(context.scratch());
  const std::uint64_t total = size_of(rows) * size_of(columns);
  auto* i = context.scratch().allocate<std::int32_t>(size_of(rows));
  auto* j = context.scratch().allocate<std::int32_t>(size_of(columns));
  if (as_coordinates(rows, i) && as_coordinates(columns, j)) {
    Cell* cells = room_for<Cell>(context, total);
    Cell* end = cells;
    for (std::size_t column = 0; column < size_of(columns); ++column)
      for (std::size_t row = 0; row < size_of(rows); ++row) *end++ = Cell(i[row], j[column]);
    return make_cell_set(context, Packing::Locations, cells, total);
  }
  if (a.is_set() && b.is_set()) return product_of_sets(context, a.set(), b.set());
  Value* pairs = room_for<Value>(context, total);
  Value* end = pairs;
  for (std::int32_t column = 0; column < columns.size(); ++column)
    for (std::int32_t row = 0; row < rows.size(); ++row) *end++ = make_pair(context, rows[row], columns[column]);
  return make_set(context, pairs, total);
}

Value pair_body(Context& context, Value a, Value b) {
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
  Collector pairs(context);
  for (std::int32_t k = 0; k < count; ++k) pairs.push(make_pair(context, left[k], right[k]));
  return make_tuple(context, pairs);
}

Value celltuple_body(Context& context, Value a, Value b) {
  Items locations, colors;
  if (!iterate(context, a, locations) || !iterate(context, b, colors)) return type_error();
  Collector cells(context);
  for (std::int32_t k = 0; k < std::min(locations.size(), colors.size()); ++k) {
    Value x, y;
    BATT_TRY(unpack(context, locations[k], x, y));
    cells.push(make_triple(context, x, y, colors[k]));
  }
  return make_tuple(context, cells);
}

Value totuple_body(Context& context, Value container) {
  if (container.is_exact_tuple()) return container;
  if (container.is_set() && container.set().is_cells())
    return tuple_of_cells(context, container.set().packing, container.set().cells(), container.set().size);
  Items items;
  if (!iterate(context, container, items)) return type_error();
  Collector gathered(context);
  for (std::int32_t k = 0; k < items.size(); ++k) gathered.push(items[k]);
  return make_tuple(context, gathered);
}

Value sizefilter_body(Context& context, Value container, Value n) {
  return filter_like(context, a_set(), container, [&](Value item) {
    const Value size = length(item);
    return size.is_error() ? size : Value::boolean(equal(size, n));
  });
}

}  // namespace batt
