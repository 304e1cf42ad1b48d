// Containers made of other containers: unions, differences, merges.
#include <algorithm>

#include "dsl_kernels/generate.h"
#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/make_container.h"
#include "dsl_kernels/merge.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/team/hash_jobs.h"
#include "runtime/value/bytes.h"
#include "runtime/value/cell_map.h"
#include "runtime/value/row_algebra.h"
#include "runtime/value/set_table.h"

namespace batt {
namespace {

/// The packing that all sets among `containers` share; Values if they share none or one is no set of cells.
template <class Containers>
BATT_HD Packing common_packing(const Containers& containers, std::int32_t count) {
  Packing packing = Packing::Values;
  for (std::int32_t k = 0; k < count; ++k) {
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
BATT_HD Value merge_cells(Context& context, Value like, const Items& sets, Packing packing) {
  ArenaScope scope(context.scratch());
  if (like.is_set()) {
    const auto** parts = allocate_items<const SetRep*>(context, size_of(sets));
    for (std::int32_t k = 0; k < sets.size(); ++k) parts[k] = &sets[k].set();
    return merge_cell_sets(context, packing, parts, size_of(sets));
  }
  std::uint64_t total = 0;
  for (std::int32_t k = 0; k < sets.size(); ++k) total += sets[k].set().size;
  Cell* cells = allocate_items<Cell>(context, total);
  Cell* end = cells;
  for (std::int32_t k = 0; k < sets.size(); ++k) end = std::copy_n(sets[k].set().cells(), sets[k].set().size, end);
  return tuple_of_cells(context, packing, cells, total);
}

/// frozenset(every cell of every member) of a set of sets of cells. False if it is something else.
BATT_HD bool merge_members(Context& context, const SetRep& sets, Value& merged) {
  ArenaScope scope(context.scratch());
  const auto** parts = allocate_items<const SetRep*>(context, sets.size);
  Packing packing = Packing::Values;
  for (std::uint32_t k = 0; k < sets.size; ++k) {
    if (!sets.value_list[k].is_set()) return false;
    const SetRep& part = sets.value_list[k].set();
    parts[k] = &part;
    if (part.packing != packing && part.size != 0) {
      if (packing != Packing::Values) return false;
      packing = part.packing;
    }
    if (packing == Packing::Values && part.size != 0) return false;
  }
  if (packing == Packing::Values) return false;
  merged = merge_cell_sets(context, packing, parts, sets.size, has_pending_order(sets) ? &sets : nullptr);
  return true;
}

/// type(containers)(e for c in containers for e in c).
BATT_HD Value merge_items(Context& context, Value containers) {
  if (containers.is_set() && containers.set().packing == Packing::Values) {
    context.charge(containers.set().size);
    Value merged;
    if (merge_members_by_rows(context, containers.set(), merged)) return merged;
    if (merge_members(context, containers.set(), merged)) return merged;
  }
  if (containers.is_grid()) {
    const std::size_t cells =
        static_cast<std::size_t>(containers.height()) * static_cast<std::size_t>(containers.width());
    return make_row(context, containers.bytes(), cells);
  }
  Items outer, inner;
  BATT_TRY(open_generator(context, containers, containers, outer));
  if (const Packing packing = common_packing(outer, outer.size()); packing != Packing::Values && !containers.is_list())
    return merge_cells(context, containers, outer, packing);
  std::uint64_t total = 0;
  for (std::int32_t k = 0; k < outer.size(); ++k) {
    BATT_LET(size, length(outer[k]));
    total += static_cast<std::uint64_t>(size.as_int());
  }
  ArenaScope scope(context.scratch());
  Value* items = allocate_items<Value>(context, total);
  Value* end = items;
  for (std::int32_t k = 0; k < outer.size(); ++k) {
    iterate(context, outer[k], inner);
    context.charge(static_cast<std::uint64_t>(inner.size()));
    end = inner.copy_to(end);
  }
  return container_like(context, containers, items, total);
}

BATT_HD bool same_width_grids(Value a, Value b) { return a.is_grid() && b.is_grid() && a.width() == b.width(); }

BATT_HD Value stack_grids(Context& context, Value a, Value b) {
  const std::size_t width = static_cast<std::size_t>(a.width());
  const std::size_t top = width * static_cast<std::size_t>(a.height()),
                    bottom = width * static_cast<std::size_t>(b.height());
  auto* bytes = context.arena().allocate<std::int8_t>(top + bottom);
  copy_bytes(bytes, a.bytes(), top);
  copy_bytes(bytes + top, b.bytes(), bottom);
  return make_grid(context, bytes, a.height() + b.height(), a.width());
}

BATT_HD bool is_cells(Value v) { return v.is_set() && v.set().is_cells(); }
BATT_HD bool is_empty_set(Value v) { return v.is_set() && v.set().size == 0; }
BATT_HD bool cells_of_one_kind(Value a, Value b) {
  return is_cells(a) && is_cells(b) && a.set().packing == b.set().packing;
}

/// Up to so many items are compared with each other; more of them are looked up by their hashes.
constexpr std::size_t few = 16;

/// The items of a long sequence, or of a set whose order is not known yet, by their hashes.
class ItemTable {
 public:
  /// Memory comes from the scratch arena; the caller scopes it.
  BATT_HD ItemTable(Context& context, const Items& items)
      : ItemTable(context, static_cast<std::uint32_t>(items.size())) {
    items.copy_to(values_);
    if (!hash_by_team(values_, count_, hashes_))
      for (std::uint32_t k = 0; k < count_ && has_all_; ++k) has_all_ = hash_of(context, values_[k], hashes_[k]);
    for (std::uint32_t k = 0; k < count_ && has_all_; ++k) table_.add(k);
  }
  BATT_HD ItemTable(Context& context, const SetRep& set) : ItemTable(context, set.size) {
    std::copy_n(set.value_list, count_, values_);
    std::copy_n(set.hash_list, count_, hashes_);
    for (std::uint32_t k = 0; k < count_; ++k) table_.add_new(k, hashes_[k]);
  }
  ItemTable(const ItemTable&) = delete;
  ItemTable& operator=(const ItemTable&) = delete;

  /// Whether `found` tells if the items have the value: not if it, or one of them, has no hash.
  BATT_HD bool find(Value value, bool& found) {
    if (!has_all_ || !hash_of(context_, value, hashes_[count_])) return false;
    found = contains(value, hashes_[count_]);
    return true;
  }
  BATT_HD bool contains(Value value, std::uint64_t hash) {
    values_[count_] = value;
    hashes_[count_] = hash;
    return table_.contains(count_, hash);
  }

 private:
  BATT_HD ItemTable(Context& context, std::uint32_t count)
      : context_(context),
        count_(count),
        values_(allocate_items<Value>(context, std::size_t{count} + 1)),
        hashes_(context.scratch().allocate<std::uint64_t>(std::size_t{count} + 1)),
        traits_{&context, values_, hashes_},
        table_(context.scratch(), traits_) {
    context.charge(count);
  }

  Context& context_;
  const std::uint32_t count_;
  Value* values_;  ///< the last one is what is looked for
  std::uint64_t* hashes_;
  const ValueTraits traits_;
  SetTable<ValueTraits> table_;
  bool has_all_ = true;
};

/// type(a)(e for e in a if e not in b).
BATT_HD Value without(Context& context, Value a, Value b) {
  if (is_cells(a) && is_empty_set(b)) return keep_all(context, a.set());
  if (cells_of_one_kind(a, b)) return select_members(context, a.set(), b.set(), false);
  if (a.is_set() && b.is_set() && !is_cells(a) && has_pending_order(b.set())) {
    ArenaScope scope(context.scratch());
    ItemTable members(context, b.set());
    return filter_values(context, a.set(),
                         [&](Value e, std::uint64_t hash) { return Value::boolean(!members.contains(e, hash)); });
  }
  if (a.is_set() && b.is_set() && !is_cells(a))
    return filter_values(context, a.set(), [&](Value e, std::uint64_t hash) {
      return Value::boolean(!set_contains(context, b.set(), e, hash));
    });
  const auto is_missing = [&](Value e) {
    const Value found = contains(context, b, e);
    return found.is_error() ? found : Value::boolean(!found.as_bool());
  };
  Items items, others;
  const bool is_long = !b.is_set() && !b.is_text() && iterate(context, b, others) && size_of(others) > few &&
                       iterate(context, a, items) && size_of(items) > few;
  if (!is_long) return filter_like(context, a, a, is_missing);
  ArenaScope scope(context.scratch());
  ItemTable table(context, others);
  return filter_like(context, a, a, [&](Value e) {
    bool found = false;
    return table.find(e, found) ? Value::boolean(!found) : is_missing(e);
  });
}

/// A tuple of small numbers as bytes; where it is packed as a pair or a cell, they are copied.
class SmallNumbers {
 public:
  /// False if it is something else.
  BATT_HD bool read(Value tuple) {
    if (tuple.is_row()) {
      bytes_ = tuple.bytes();
    } else if (tuple.is_pair() || tuple.is_cell()) {
      const std::int32_t numbers[] = {tuple.i(), tuple.j(), tuple.is_cell() ? tuple.c() : 0};
      for (int k = 0; k < 3; ++k) {
        if (numbers[k] < min_byte || numbers[k] > max_byte) return false;
        copied_[k] = static_cast<std::int8_t>(numbers[k]);
      }
      bytes_ = copied_;
    } else if (!tuple.is_empty_tuple()) {
      return false;
    }
    size_ = tuple.tuple_size();
    return true;
  }
  BATT_HD const std::int8_t* begin() const { return bytes_; }
  BATT_HD const std::int8_t* end() const { return bytes_ + size_; }

 private:
  const std::int8_t* bytes_ = copied_;
  std::int32_t size_ = 0;
  std::int8_t copied_[3];
};

/// Which bytes were met.
class ByteSet {
 public:
  BATT_HD bool contains(std::int8_t byte) const { return (words_[word(byte)] & bit(byte)) != 0; }
  BATT_HD void insert(std::int8_t byte) { words_[word(byte)] |= bit(byte); }

 private:
  BATT_HD static unsigned word(std::int8_t byte) { return static_cast<std::uint8_t>(byte) >> 6; }
  BATT_HD static std::uint64_t bit(std::int8_t byte) { return std::uint64_t{1} << (byte & 63); }

  std::uint64_t words_[4] = {};
};

/// The bytes of a row, each once.
BATT_HD Value first_bytes(Context& context, Value row) {
  constexpr std::size_t most = 256;
  std::int8_t kept[most];
  std::size_t count = 0;
  ByteSet met;
  for (std::int32_t k = 0; k < row.tuple_size(); ++k) {
    const std::int8_t byte = row.bytes()[k];
    if (met.contains(byte)) continue;
    met.insert(byte);
    kept[count++] = byte;
  }
  return make_row(context, kept, count);
}

/// So many rows are compared with each other.
constexpr int few_rows = 64;

/// The rows of a grid of few rows, each once.
BATT_HD Value first_rows(Context& context, Value grid) {
  const int height = grid.height(), width = grid.width();
  context.charge(static_cast<std::uint64_t>(height) * static_cast<std::uint64_t>(width));
  auto* kept =
      context.arena().allocate<std::int8_t>(static_cast<std::size_t>(height) * static_cast<std::size_t>(width));
  std::uint64_t marks[few_rows];  // rows that differ in them differ
  int count = 0;
  const std::int8_t* row = grid.bytes();
  std::int8_t* next = kept;
  for (int i = 0; i < height; ++i, row += width) {
    std::uint64_t mark = 0;
    for (int j = 0; j < width; ++j) mark = mark * 0x9e3779b97f4a7c15u + static_cast<std::uint8_t>(row[j]);
    bool is_new = true;
    for (int k = 0; k < count && is_new; ++k)
      is_new = marks[k] != mark || !std::equal(row, row + width, kept + k * width);
    if (!is_new) continue;
    marks[count++] = mark;
    next = std::copy_n(row, width, next);
  }
  return make_grid(context, kept, count, width);
}

/// Appends the values that equal none before them: each is compared with all of those.
BATT_HD void keep_first_by_comparing(Context& context, const Value* values, std::size_t count, ScratchVector& kept) {
  for (std::size_t k = 0; k < count; ++k)
    if (std::none_of(values, values + k, [&](Value earlier) { return same_or_equal(context, earlier, values[k]); }))
      kept.push(values[k]);
}

/// The items of a sequence that equal none before them.
BATT_HD Value first_occurrences(Context& context, const Items& items) {
  ArenaScope scope(context.scratch());
  const std::size_t count = size_of(items);
  Value* values = allocate_items<Value>(context, count);
  items.copy_to(values);
  auto* hashes = context.scratch().allocate<std::uint64_t>(count);
  bool hashable = count > few;
  if (hashable && !hash_by_team(values, count, hashes))
    for (std::size_t k = 0; hashable && k < count; ++k) hashable = hash_of(context, values[k], hashes[k]);
  ScratchVector kept(context);
  if (hashable) {
    const ValueTraits traits{&context, values, hashes};
    SetTable<ValueTraits> seen(context.scratch(), traits);
    for (std::size_t k = 0; k < count; ++k)
      if (seen.add(static_cast<std::uint32_t>(k))) kept.push(values[k]);
  } else {
    context.charge(count * count);
    keep_first_by_comparing(context, values, count, kept);
  }
  return make_tuple(context, kept);
}

}  // namespace

BATT_HD bool merge_set_of(Context& context, const Value* items, std::size_t count, const SetRep* source,
                          Value& merged) {
  const Packing packing = common_packing(items, static_cast<std::int32_t>(count));
  if (packing == Packing::Values) return false;
  context.charge(count);
  ArenaScope scope(context.scratch());
  const auto** parts = allocate_items<const SetRep*>(context, count);
  for (std::size_t k = 0; k < count; ++k) parts[k] = &items[k].set();
  merged = merge_set_of_cell_sets(context, packing, parts, count, source);
  return true;
}

#ifndef BATT_ON_DEVICE
namespace {

/// The union, of which cells may be missing that do not lie on the grid, but not all: what paints no cell raises
/// nothing.
bool unite_needed(Context& context, const SetRep* const* sets, std::size_t count, const Value* grid, MadeRows& united) {
  if (grid == nullptr || !grid->is_grid() || !takes_rows(*grid)) return unite_rows(context, sets, count, united);
  return unite_on_canvas(context, sets, count, grid->height(), grid->width(), united) &&
         (united.size != 0 || unite_rows(context, sets, count, united));
}

}  // namespace

bool merge_needed_cells(Context& context, const Value* items, std::size_t count, Value like, Need need,
                        const Value* grid, Value& merged) {
  const Packing packing = common_packing(items, static_cast<std::int32_t>(count));
  if (packing == Packing::Values) return false;
  ArenaScope scope(context.scratch());
  const auto** parts = allocate_items<const SetRep*>(context, count);
  for (std::size_t k = 0; k < count; ++k) parts[k] = &items[k].set();
  if (MadeRows united; unite_needed(context, parts, count, grid, united)) {
    context.charge(count);
    merged = make_set_in_rows(context, packing, united.rows, united.size);
    return true;
  }
  const bool is_painted_tuple = need >= Need::Paint && !like.is_set();
  if (packing == Packing::Colored && !is_painted_tuple) return false;
  std::size_t total = 0;
  for (std::size_t k = 0; k < count; ++k) total += parts[k]->size;
  context.charge(total);
  // What comes before what in a tuple is known without the orders of the parts, if none has two cells at one location.
  for (std::size_t k = 0; k < count && is_painted_tuple && packing == Packing::Colored; ++k)
    if (!has_distinct_locations(context, *parts[k])) return false;
  Cell* cells = allocate_items<Cell>(context, total);
  Cell* end = cells;
  for (std::size_t k = 0; k < count; ++k) end = std::copy_n(parts[k]->any_cells(), parts[k]->size, end);
  if (is_painted_tuple) {
    merged = tuple_of_cells(context, packing, cells, total);
    return true;
  }
  Cell* distinct = context.arena().allocate<Cell>(total);
  merged = make_listed_cell_set(context, packing, distinct, without_repeats(context.scratch(), cells, total, distinct));
  return true;
}
#endif

BATT_HD Value combine_general(Context& context, Value a, Value b) {
  if (same_width_grids(a, b)) return stack_grids(context, a, b);
  if (cells_of_one_kind(a, b) || (is_cells(a) && is_empty_set(b)) || (is_empty_set(a) && is_cells(b))) {
    const SetRep* const sets[] = {&a.set(), &b.set()};
    return merge_cell_sets(context, is_cells(a) ? a.set().packing : b.set().packing, sets, 2);
  }
  Items parts[2];
  if (!iterate(context, a, parts[0]) || !iterate(context, b, parts[1])) return type_error();
  ArenaScope scope(context.scratch());
  const std::size_t total = size_of(parts[0]) + size_of(parts[1]);
  Value* items = allocate_items<Value>(context, total);
  Value* end = items;
  for (const Items& part : parts) end = part.copy_to(end);
  return container_like(context, a, items, total);
}

BATT_HD Value combine_t_general(Context& context, Value a, Value b) {
  return same_width_grids(a, b) ? stack_grids(context, a, b) : add(context, a, b);
}

BATT_HD Value combine_f_general(Context& context, Value a, Value b) { return bit_or(context, a, b); }
BATT_HD Value intersection_general(Context& context, Value a, Value b) { return bit_and(context, a, b); }
BATT_HD Value difference_general(Context& context, Value a, Value b) { return without(context, a, b); }

BATT_HD Value difference_tuple_packed(Context& context, Value a, Value b) {
  SmallNumbers items, others;
  if (!items.read(a) || !others.read(b)) return declined();
  context.charge(static_cast<std::uint64_t>(a.tuple_size()) + static_cast<std::uint64_t>(b.tuple_size()));
  ByteSet left_out;
  for (const std::int8_t byte : others) left_out.insert(byte);
  ArenaScope scope(context.scratch());
  auto* kept = context.scratch().allocate<std::int8_t>(static_cast<std::size_t>(a.tuple_size()));
  std::size_t count = 0;
  for (const std::int8_t byte : items) {
    kept[count] = byte;
    count += left_out.contains(byte) ? 0 : 1;
  }
  return make_row(context, kept, count);
}
BATT_HD Value difference_tuple_general(Context& context, Value a, Value b) { return without(context, a, b); }

BATT_HD Value dedupe_general(Context& context, Value tup) {
  if (tup.is_row()) return first_bytes(context, tup);
  if (tup.is_grid() && tup.height() <= few_rows) return first_rows(context, tup);
  if (tup.is_set()) return tup.set().size == 0 ? Value::empty_tuple() : attribute_error();
  Items items;
  return iterate(context, tup, items) ? first_occurrences(context, items) : type_error();
}

BATT_HD Value dedupe_pair_tuple_general(Context& context, Value S) {
  Items samples;
  if (!iterate(context, S, samples)) return type_error();
  ScratchVector kept(context);
  for (std::int32_t k = 0; k < samples.size(); ++k) {
    Value a, b;
    BATT_TRY(unpack(context, samples[k], a, b));
    if (!equal(context, a, b)) kept.push(make_pair(context, a, b));
  }
  return make_tuple(context, kept);
}

BATT_HD Value merge_general(Context& context, Value containers) { return merge_items(context, containers); }
BATT_HD Value merge_f_general(Context& context, Value containers) { return merge_items(context, containers); }
BATT_HD Value merge_t_general(Context& context, Value containers) { return merge_items(context, containers); }

}  // namespace batt
