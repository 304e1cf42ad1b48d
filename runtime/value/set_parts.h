// What the files of this folder share about sets: how table entries are understood, and how a finished table becomes a
// set.
#pragma once

#include "runtime/value/equality.h"
#include "runtime/value/set.h"
#include "runtime/value/set_table.h"

namespace batt {

// How the entries of a SetTable are understood: a cell itself, or an index into a list of values.

struct LocationTraits {
  BATT_HD std::uint64_t hash(std::uint32_t entry) const { return hash::of_location(Cell::from_bits(entry)); }
  BATT_HD bool equal(std::uint32_t a, std::uint32_t b) const { return a == b; }
};

struct ColoredTraits {
  BATT_HD std::uint64_t hash(std::uint32_t entry) const { return hash::of_colored(Cell::from_bits(entry)); }
  BATT_HD bool equal(std::uint32_t a, std::uint32_t b) const { return a == b; }
};

struct ValueTraits {
  Context* context;  ///< is charged for comparisons
  const Value* values;
  const std::uint64_t* hashes;
  BATT_HD std::uint64_t hash(std::uint32_t entry) const { return hashes[entry]; }
  BATT_HD bool equal(std::uint32_t a, std::uint32_t b) const {
    return hashes[a] == hashes[b] && same_or_equal(*context, values[a], values[b]);
  }
};

/// How many members stand before each word of the occupancy, after the words themselves: for look-ups.
BATT_HD inline const std::uint32_t* ranks(const SetRep& set) {
  return reinterpret_cast<const std::uint32_t*>(set.table_occupied + occupancy_words(set.table_mask) + 1);
}

/// The occupancy of a table, kept in the arena with its ranks.
BATT_HD const std::uint64_t* keep_occupancy(Context& context, const std::uint64_t* occupied, std::uint32_t mask);

template <class Traits>
BATT_HD Value finish(Context& context, Packing packing, const SetTable<Traits>& table) {
  if (table.size() == 0) return Value::empty_set();
  const std::uint64_t* occupied = keep_occupancy(context, table.occupied(), table.mask());
  auto* cells = context.arena().allocate<std::uint32_t>(table.size());
  table.list(cells);
  const SetRep rep{.size = table.size(),
                   .table_mask = table.mask(),
                   .packing = packing,
                   .cell_list = reinterpret_cast<const Cell*>(cells),
                   .table_occupied = occupied};
  return Value::set(context.arena().make<SetRep>(rep));
}

BATT_HD Value finish(Context& context, const SetTable<ValueTraits>& table, const ValueTraits& source, bool unfixed);

/// Whether hash(v) is the same in every run of CPython. It is not for None, nan, text and functions, nor for what holds
/// one.
BATT_HD bool has_fixed_hash(Context& context, Value v);
BATT_HD bool have_fixed_hashes(Context& context, const Value* values, std::size_t count);

/// To be told of a set that was made by a walk over another one, in which nothing could fail. If CPython does not fix
/// the order of that one, it does not fix the order of the new set either; where its members do not show that, the look
/// is noted.
BATT_HD void note_walk(Context& context, const SetRep& walked, const SetRep& made);

/// The cell that a pair or triple packs to; false if it does not fit, or is of another form.
BATT_HD bool as_cell(Value v, Form form, Cell& cell);

/// Calls use(traits, packing) for a packing of cells.
template <class Use>
BATT_HD Value with_cell_traits(Packing packing, Use use) {
  return packing == Packing::Locations ? use(LocationTraits{}) : use(ColoredTraits{});
}

// ---- look-ups -------------------------------------------------------------------------------------------------
// `same(a, b)` tells whether two members are one to Python. It is a parameter because sets hold sets: equality on the
// device takes another function for each level of nesting.

BATT_HD inline bool cells_of_one_kind(const SetRep& a, const SetRep& b) {
  return a.packing == b.packing && a.is_cells();
}

/// Whether every cell of `a` is in `b`, and whether a == b, for sets packed alike. Neither needs an order or a hash.
BATT_HD bool cells_are_in(const SetRep& a, const SetRep& b);
BATT_HD bool equal_cells(const SetRep& a, const SetRep& b);

/// Looks a member up by its hash; `matches(k)` tells whether the k-th member is it.
template <class Matches>
BATT_HD bool find_member(const SetRep& set, std::uint64_t hash, Matches matches) {
  set.ensure_order();
  Probe probe(hash, set.table_mask);
  const std::uint32_t* rank = ranks(set);
  while (true) {
    const std::uint32_t extent = probe.extent();
    for (std::uint32_t slot = probe.start; slot <= probe.start + extent; ++slot) {
      const std::uint64_t word = set.table_occupied[slot >> 6], bit = std::uint64_t{1} << (slot & 63);
      if (!(word & bit)) return false;
      if (matches(rank[slot >> 6] + static_cast<std::uint32_t>(bits::ones(word & (bit - 1))))) return true;
    }
    probe.jump();
  }
}

/// Below this size a walk over the members is quicker than a look-up; with dummies the occupancy cannot tell where
/// a probe may stop.
BATT_HD inline bool walk_instead(const SetRep& set) { return set.size <= 8 || set.dummies(); }

/// value in set.
template <class Same>
BATT_HD bool contains_by(const SetRep& set, Value value, std::uint64_t hash, Same same) {
  const auto find = [&](auto matches) {
    if (!walk_instead(set)) return find_member(set, hash, matches);
    for (std::uint32_t k = 0; k < set.size; ++k)
      if (matches(k)) return true;
    return false;
  };
  if (set.is_cells()) return find([&](std::uint32_t k) { return set.hash_at(k) == hash && same(set.at(k), value); });
  const Value* values = set.values();
  const std::uint64_t* hashes = set.hashes();
  return find([=](std::uint32_t k) { return hashes[k] == hash && same(values[k], value); });
}

template <class Same>
BATT_HD bool is_subset_by(const SetRep& a, const SetRep& b, Same same) {
  if (a.size > b.size) return false;
  if (cells_of_one_kind(a, b)) return cells_are_in(a, b);
  for (std::uint32_t k = 0; k < a.size; ++k)
    if (!contains_by(b, a.at(k), a.hash_at(k), same)) return false;
  return true;
}

template <class Same>
BATT_HD bool equal_sets_by(const SetRep& a, const SetRep& b, Same same) {
  if (&a == &b) return true;
  if (cells_of_one_kind(a, b)) return equal_cells(a, b);
  return a.size == b.size && a.get_hash() == b.get_hash() && is_subset_by(a, b, same);
}

}  // namespace batt
