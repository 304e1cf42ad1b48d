// The algebra of sets: copies, `|`, `&`, `-`, membership and inclusion.
#include "runtime/value/set.h"

#include <algorithm>

#include "runtime/value/cell_map.h"
#include "runtime/value/row_algebra.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

/// Packs a set that has lost the members that kept it from being packed.
BATT_HD Value canonical(Context& context, Value set) {
  const SetRep& rep = set.set();
  if (rep.is_cells() || rep.size == 0) return set;
  const Form form = rep.values()[0].form();
  if (form != Form::Pair && form != Form::Cell) return set;
  Cell* cells = context.arena().allocate<Cell>(rep.size);
  for (std::uint32_t k = 0; k < rep.size; ++k)
    if (!as_cell(rep.values()[k], form, cells[k])) return set;
  SetRep packed = rep;
  packed.packing = form == Form::Pair ? Packing::Locations : Packing::Colored;
  packed.cell_list = cells;
  packed.hash_list = nullptr;
  packed.unfixed = false;
  return Value::set(context.arena().make<SetRep>(packed));
}

/// The members of two sets side by side, as one list of values: a's, then b's.
BATT_HD ValueTraits side_by_side(Context& context, const SetRep& a, const SetRep& b) {
  const std::size_t count = std::size_t{a.size} + b.size;
  Value* values = context.scratch().allocate<Value>(count);
  auto* hashes = context.scratch().allocate<std::uint64_t>(count);
  for (std::uint32_t k = 0; k < count; ++k) {
    const SetRep& from = k < a.size ? a : b;
    const std::uint32_t place = k < a.size ? k : k - a.size;
    values[k] = from.at(place);
    hashes[k] = from.hash_at(place);
  }
  return {&context, values, hashes};
}

/// What the two functions below need to know of a set, however its members are stored: the table's entry and the
/// hash of the k-th member.
struct CellEntries {
  const SetRep& set;
  BATT_HD std::uint32_t entry(std::uint32_t k) const { return set.cells()[k].bits(); }
};
struct ValueEntries {
  const SetRep& set;
  std::uint32_t offset;
  BATT_HD std::uint32_t entry(std::uint32_t k) const { return offset + k; }
};

/// Fills an empty table of copy_mask(size) as CPython copies a set: slot by slot if the size stays.
template <class Traits, class Entries>
BATT_HD void copy_into(SetTable<Traits>& table, const Entries& from) {
  const SetRep& set = from.set;
  if (set.mask() != table.mask() || set.dummies()) {
    for (std::uint32_t k = 0; k < set.size; ++k) table.insert_clean(from.entry(k), set.hash_at(k));
    return;
  }
  std::uint32_t k = 0;
  for (std::uint32_t word = 0; word < occupancy_words(set.mask()); ++word)
    for (std::uint64_t bits = set.occupied()[word]; bits != 0; bits &= bits - 1)
      table.place(word * 64 + static_cast<std::uint32_t>(bits::trailing_zeros(bits)), from.entry(k++));
}

template <class Traits, class Entries>
BATT_HD void unite(SetTable<Traits>& table, const Entries& a, const Entries& b) {
  copy_into(table, a);
  if (&a.set == &b.set) return;
  table.reserve_for_merge(b.set.size);
  for (std::uint32_t k = 0; k < b.set.size; ++k) table.add(b.entry(k), b.set.hash_at(k));
}

/// A set that has kept some members of another one.
BATT_HD Value made_by_walk(Context& context, const SetRep& from, Value set) {
  const SetRep& kept = set.set();
  if (from.unfixed && kept.size != 0 && !have_fixed_hashes(context, kept.values(), kept.size)) {
    SetRep unfixed = kept;
    unfixed.unfixed = true;
    return Value::set(context.arena().make<SetRep>(unfixed));
  }
  note_walk(context, from, kept);
  return canonical(context, set);
}

/// The members of `from` for which keep(k) holds, added one by one to a new set.
template <class Keep>
BATT_HD Value filtered(Context& context, const SetRep& from, Keep keep) {
  ArenaScope scope(context.scratch());
  if (from.is_cells()) {
    Cell* kept = context.scratch().allocate<Cell>(from.size);
    std::size_t count = 0;
    for (std::uint32_t k = 0; k < from.size; ++k)
      if (keep(k)) kept[count++] = from.cells()[k];
    return make_distinct_cell_set(context, from.packing, kept, count);
  }
  const ValueTraits traits{&context, from.values(), from.hashes()};
  SetTable<ValueTraits> table(context.scratch(), traits);
  for (std::uint32_t k = 0; k < from.size; ++k)
    if (keep(k)) table.add_new(k, from.hashes()[k]);
  const Value kept = finish(context, table, traits, false);
  return made_by_walk(context, from, kept);
}

BATT_HD bool member(Context& context, const SetRep& set, const SetRep& of, std::uint32_t k) {
  return cells_of_one_kind(set, of) ? set_contains_cell(set, of.cells()[k])
                                    : set_contains(context, set, of.at(k), of.hash_at(k));
}

/// The set without `removed` members, those that are not to be kept, in a table in which they are dummies.
BATT_HD SetRep discard(Context& context, const SetRep& from, const bool* keep, std::uint32_t removed) {
  SetRep rep = from;
  rep.map = nullptr;
  rep.rows = {};
  rep.rows_tried = false;
  rep.size = from.size - removed;
  rep.hashed = false;
  rep.unfixed = false;
  rep.table_dummies = true;
  auto* occupied = context.scratch().allocate<std::uint64_t>(occupancy_words(from.table_mask));
  Value* values = context.arena().allocate<Value>(from.is_cells() ? 0 : rep.size);
  auto* hashes = context.arena().allocate<std::uint64_t>(from.is_cells() ? 0 : rep.size);
  Cell* cells = context.arena().allocate<Cell>(from.is_cells() ? rep.size : 0);
  std::uint32_t k = 0, count = 0;
  for (std::uint32_t word = 0; word < occupancy_words(from.table_mask); ++word) {
    occupied[word] = from.table_occupied[word];
    for (std::uint64_t bits = from.table_occupied[word]; bits != 0; bits &= bits - 1, ++k) {
      if (!keep[k]) {
        occupied[word] &= ~(bits & -bits);
      } else if (from.is_cells()) {
        cells[count++] = from.cell_list[k];
      } else {
        values[count] = from.value_list[k];
        hashes[count++] = from.hash_list[k];
      }
    }
  }
  if (from.is_cells()) {
    rep.cell_list = cells;
  } else {
    rep.value_list = values;
    rep.hash_list = hashes;
  }
  rep.table_occupied = keep_occupancy(context, occupied, from.table_mask);
  return rep;
}

/// The set in a new table, as CPython resizes one that is full of dummies.
BATT_HD Value resize(Context& context, const SetRep& rep) {
  const std::uint64_t minimum = rep.size > 50000 ? std::uint64_t{rep.size} * 2 : std::uint64_t{rep.size} * 4;
  if (rep.is_cells())
    return with_cell_traits(rep.packing, [&](const auto& traits) {
      SetTable table(context.scratch(), traits, mask_for(minimum));
      copy_into(table, CellEntries{rep});
      return finish(context, rep.packing, table);
    });
  const ValueTraits traits{&context, rep.values(), rep.hashes()};
  SetTable<ValueTraits> table(context.scratch(), traits, mask_for(minimum));
  copy_into(table, ValueEntries{rep, 0});
  return finish(context, table, traits, false);
}

/// a - b where a is much larger: CPython copies a and takes b's members out, which leaves dummies.
BATT_HD Value copy_and_discard(Context& context, const SetRep& a, const SetRep& b) {
  const SetRep& copy = copy_of_set(context, a).set();
  copy.ensure_order();
  ArenaScope scope(context.scratch());
  bool* keep = context.scratch().allocate<bool>(copy.size);
  std::uint32_t removed = 0;
  for (std::uint32_t k = 0; k < copy.size; ++k) {
    keep[k] = !member(context, b, copy, k);
    removed += keep[k] ? 0 : 1;
  }
  if (removed == 0) return Value::set(&copy);
  const SetRep rep = discard(context, copy, keep, removed);
  // More than a quarter are dummies: CPython resizes them away.
  const bool is_resized = removed > copy.table_mask / 4;
  return made_by_walk(context, a, is_resized ? resize(context, rep) : Value::set(context.arena().make<SetRep>(rep)));
}

BATT_HD Value unite_cells(Context& context, const SetRep& a, const SetRep& b) {
  ArenaScope scope(context.scratch());
  return with_cell_traits(a.packing, [&](const auto& traits) {
    SetTable table(context.scratch(), traits, copy_mask(a.size));
    unite(table, CellEntries{a}, CellEntries{b});
    return finish(context, a.packing, table);
  });
}

/// The order of a set of cells is that of the set which `combine` makes of a and b.
template <Value (*combine)(Context&, const SetRep&, const SetRep&)>
BATT_HD const Recipe& combined_order(Context& context, const SetRep& a, const SetRep& b) {
  struct CombinedOrder : Recipe {
    const SetRep* both[2];
  };
  const auto make = [](const Recipe& recipe, Context& memory) {
    const auto& order = static_cast<const CombinedOrder&>(recipe);
    return combine(memory, *order.both[0], *order.both[1]);
  };
  auto* order = context.arena().make<CombinedOrder>(Recipe{nullptr, make}, &a, &b);
  order->sources = order->both;
  order->source_count = 2;
  return *order;
}

/// Appends the cells of `from` that are not in `other`; returns the end.
BATT_HD Cell* copy_others(Context& context, const SetRep& from, const SetRep& other, Cell* out) {
  ArenaScope scope(context.scratch());
  return out + CellMembers(context, other).select(from.any_cells(), from.size, false, out);
}

}  // namespace

BATT_HD Value copy_of_set(Context& context, const SetRep& set) {
  if (set.size == 0) return Value::empty_set();
  // Another object in Python's eyes, though it may share the members: `a | b` asks whether b is a.
  if (set.recipe != nullptr) {
    SetRep copy = set;
    copy.copied = true;
    return Value::set(context.arena().make<SetRep>(copy));
  }
  if (set.table_mask == copy_mask(set.size) && !set.table_dummies) return Value::set(context.arena().make<SetRep>(set));
  ArenaScope scope(context.scratch());
  if (set.is_cells())
    return with_cell_traits(set.packing, [&](const auto& traits) {
      SetTable table(context.scratch(), traits, copy_mask(set.size));
      copy_into(table, CellEntries{set});
      return finish(context, set.packing, table);
    });
  const ValueTraits traits{&context, set.values(), set.hashes()};
  SetTable<ValueTraits> table(context.scratch(), traits, copy_mask(set.size));
  copy_into(table, ValueEntries{set, 0});
  return finish(context, table, traits, set.unfixed);
}

BATT_HD Value set_union(Context& context, const SetRep& a, const SetRep& b) {
  context.charge(a.size + b.size);
  if (a.size == 0 || b.size == 0) return copy_of_set(context, a.size == 0 ? b : a);
  if (cells_of_one_kind(a, b)) {
#ifndef BATT_ON_DEVICE
    const SetRep* const both[] = {&a, &b};
    if (MadeRows united; unite_rows(context, both, 2, united))
      return make_set_by_rows(context, a.packing, united.rows, united.size, combined_order<unite_cells>(context, a, b));
#endif
    Cell* cells = context.arena().allocate<Cell>(std::size_t{a.size} + b.size);
    const Cell* end = copy_others(context, b, a, std::copy_n(a.any_cells(), a.size, cells));
    return make_set_by_recipe(context, a.packing, cells, static_cast<std::size_t>(end - cells),
                              combined_order<unite_cells>(context, a, b));
  }
  ArenaScope scope(context.scratch());
  const ValueTraits traits = side_by_side(context, a, b);
  SetTable<ValueTraits> table(context.scratch(), traits, copy_mask(a.size));
  unite(table, ValueEntries{a, 0}, ValueEntries{b, a.size});
  return finish(context, table, traits, a.unfixed || b.unfixed);
}

BATT_HD Value set_intersection(Context& context, const SetRep& a, const SetRep& b) {
  context.charge(a.size + b.size);
  if (&a == &b) return copy_of_set(context, a);
  const SetRep& walked = b.size > a.size ? a : b;
  const SetRep& asked = b.size > a.size ? b : a;
  if (cells_of_one_kind(a, b)) return select_members(context, walked, asked, true);
  return filtered(context, walked, [&](std::uint32_t k) { return member(context, asked, walked, k); });
}

BATT_HD Value set_difference(Context& context, const SetRep& a, const SetRep& b) {
  context.charge(a.size + b.size);
  if ((a.size >> 2) > b.size) {
    if (b.size == 0) return copy_of_set(context, a);
    if (!cells_of_one_kind(a, b)) return copy_and_discard(context, a, b);
#ifndef BATT_ON_DEVICE
    if (MadeRows kept; subtract_rows(context, a, b, kept))  // not empty: a is much larger
      return make_set_by_rows(context, a.packing, kept.rows, kept.size,
                              combined_order<copy_and_discard>(context, a, b));
#endif
    Cell* cells = context.arena().allocate<Cell>(a.size);
    const Cell* end = copy_others(context, a, b, cells);
    return make_set_by_recipe(context, a.packing, cells, static_cast<std::size_t>(end - cells),
                              combined_order<copy_and_discard>(context, a, b));
  }
  if (cells_of_one_kind(a, b)) return select_members(context, a, b, false);
  return filtered(context, a, [&](std::uint32_t k) { return !member(context, b, a, k); });
}

BATT_HD bool set_contains(Context& context, const SetRep& set, Value value, std::uint64_t hash) {
  return contains_by(set, value, hash, [&](Value a, Value b) { return same_or_equal(context, a, b); });
}

BATT_HD bool set_contains_cell(const SetRep& set, Cell cell) {
  if (set.rows.words != nullptr) return set.rows.holds(cell, set.packing == Packing::Colored);
  if (set.map != nullptr) return set.map->holds(cell);
  if (set.size <= 8 || walk_instead(set))
    return std::find(set.any_cells(), set.any_cells() + set.size, cell) != set.any_cells() + set.size;
  const std::uint64_t hash = set.packing == Packing::Locations ? hash::of_location(cell) : hash::of_colored(cell);
  return find_member(set, hash, [&](std::uint32_t k) { return set.cell_list[k] == cell; });
}

BATT_HD bool cells_are_in(const SetRep& a, const SetRep& b) {
#ifndef BATT_ON_DEVICE
  if (bool are_in; rows_are_in(a, b, are_in)) return are_in;
#endif
  const Cell *cells = a.any_cells(), *end = cells + a.size;
  if (b.recipe == nullptr) return std::all_of(cells, end, [&](Cell cell) { return set_contains_cell(b, cell); });
  ArenaScope scope(b.context->scratch());
  const CellMembers members(*b.context, b);
  return std::all_of(cells, end, [&](Cell cell) { return members.contains(cell); });
}

BATT_HD bool equal_cells(const SetRep& a, const SetRep& b) {
  if (a.size != b.size || (a.hashed && b.hashed && a.hash != b.hash)) return false;
#ifndef BATT_ON_DEVICE
  if (bool are_in; rows_are_in(a, b, are_in)) return are_in;
#endif
  const Cell *cells = a.any_cells(), *others = b.any_cells();
  if (std::equal(cells, cells + a.size, others)) return true;
  std::uint32_t difference = 0;  // of the sums, which do not depend on an order
  for (std::uint32_t k = 0; k < a.size; ++k) difference += cells[k].bits() - others[k].bits();
  return difference == 0 && cells_are_in(a, b);
}

BATT_HD bool is_subset(Context& context, const SetRep& a, const SetRep& b) {
  context.charge(a.size);
  return is_subset_by(a, b, [&](Value x, Value y) { return same_or_equal(context, x, y); });
}

BATT_HD bool equal_sets(Context& context, const SetRep& a, const SetRep& b) {
  context.charge(a.size);
  return equal_sets_by(a, b, [&](Value x, Value y) { return same_or_equal(context, x, y); });
}

}  // namespace batt
