// What the files of this folder share about sets: how table entries are understood, and how a finished table becomes a set.
#pragma once

#include "batt/python.h"
#include "batt/set.h"
#include "batt/set_table.h"

namespace batt {

// How the entries of a SetTable are understood: a cell itself, or an index into a list of values.

struct LocationTraits {
  std::uint64_t hash(std::uint32_t entry) const { return hash::of_location(Cell::from_bits(entry)); }
  bool equal(std::uint32_t a, std::uint32_t b) const { return a == b; }
};

struct ColoredTraits {
  std::uint64_t hash(std::uint32_t entry) const { return hash::of_colored(Cell::from_bits(entry)); }
  bool equal(std::uint32_t a, std::uint32_t b) const { return a == b; }
};

struct ValueTraits {
  const Value* values;
  const std::uint64_t* hashes;
  std::uint64_t hash(std::uint32_t entry) const { return hashes[entry]; }
  bool equal(std::uint32_t a, std::uint32_t b) const { return hashes[a] == hashes[b] && same_or_equal(values[a], values[b]); }
};

/// How many members stand before each word of the occupancy, behind the words themselves: for look-ups.
inline const std::uint32_t* ranks(const SetRep& set) {
  return reinterpret_cast<const std::uint32_t*>(set.table_occupied + occupancy_words(set.table_mask) + 1);
}

/// The occupancy of a table, kept in the arena with its ranks.
const std::uint64_t* keep_occupancy(Context& context, const std::uint64_t* occupied, std::uint32_t mask);

inline SetRep blank_rep(Packing packing, std::uint32_t size, std::uint32_t mask) {
  return {.size = size, .table_mask = mask, .packing = packing, .table_dummies = false, .hashed = false, .copied = false, .asked = false, .hash = 0,
          .values = nullptr, .hashes = nullptr, .table_occupied = nullptr, .recipe = nullptr, .context = nullptr, .map = nullptr};
}

template <class Traits>
Value finish(Context& context, Packing packing, const SetTable<Traits>& table) {
  if (table.size() == 0) return Value::empty_set();
  SetRep rep = blank_rep(packing, table.size(), table.mask());
  rep.table_occupied = keep_occupancy(context, table.occupied(), table.mask());
  auto* cells = context.arena().allocate<std::uint32_t>(table.size());
  table.list(cells);
  rep.cell_list = reinterpret_cast<const Cell*>(cells);
  return Value::set(context.arena().make<SetRep>(rep));
}

Value finish(Context& context, const SetTable<ValueTraits>& table, const ValueTraits& source);

/// The cell that a pair or triple packs to; false if it does not fit, or is of another form.
bool as_cell(Value v, Form form, Cell& cell);

/// Calls use(traits, packing) for a packing of cells.
template <class Use>
Value with_cell_traits(Packing packing, Use use) {
  return packing == Packing::Locations ? use(LocationTraits{}) : use(ColoredTraits{});
}

}  // namespace batt
