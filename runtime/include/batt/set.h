// A frozenset: its members in CPython's iteration order, with enough of the table to continue from it exactly.
#pragma once

#include <bit>
#include <cstdint>

#include "batt/context.h"
#include "batt/hash.h"
#include "batt/set_table.h"
#include "batt/value.h"

namespace batt {

enum class Packing : std::uint8_t {
  Values,     ///< any members
  Locations,  ///< pairs of ints, as Cells without colour
  Colored,    ///< triples of ints, as Cells
};

struct SetRep {
  std::uint32_t size;
  std::uint32_t mask;
  Packing packing;
  bool dummies;  ///< CPython left deleted slots in the table: a copy does not keep its layout
  mutable bool hashed;         ///< whether `hash` was made already
  mutable std::uint64_t hash;
  union {
    const Value* values;
    const Cell* cells;
  };
  const std::uint64_t* hashes;    ///< of Values; null for cells, whose hash is quick to make
  const std::uint64_t* occupied;  ///< taken slots; the k-th member is in the k-th of them

  /// hash(frozenset), made when first asked for.
  std::uint64_t get_hash() const;
  bool is_cells() const { return packing != Packing::Values; }

  Value at(std::uint32_t k) const {
    switch (packing) {
      case Packing::Values: return values[k];
      case Packing::Locations: return Value::pair(cells[k].i(), cells[k].j());
      case Packing::Colored: return Value::cell(cells[k].i(), cells[k].j(), cells[k].c());
    }
    return {};
  }
  std::uint64_t hash_at(std::uint32_t k) const {
    switch (packing) {
      case Packing::Values: return hashes[k];
      case Packing::Locations: return hash::of_location(cells[k]);
      case Packing::Colored: return hash::of_colored(cells[k]);
    }
    return 0;
  }
};

/// frozenset(items): adds them one by one. An unhashable item is a TypeError.
Value make_set(Context& context, const Value* items, std::size_t count);

/// frozenset() of cells added one by one; repeats are dropped, the first stays.
Value make_cell_set(Context& context, Packing packing, const Cell* cells, std::size_t count);

/// The same for cells known to differ from each other.
Value make_distinct_cell_set(Context& context, Packing packing, const Cell* cells, std::size_t count);

/// frozenset(s) of a set s that Python held as a mutable set: the copy's table may have another size.
Value copy_of_set(Context& context, const SetRep& set);

/// a | b, a & b, a - b.
Value set_union(Context& context, const SetRep& a, const SetRep& b);
Value set_intersection(Context& context, const SetRep& a, const SetRep& b);
Value set_difference(Context& context, const SetRep& a, const SetRep& b);

/// value in set, for a value with this hash.
bool set_contains(const SetRep& set, Value value, std::uint64_t hash);
/// The same for a cell and a set packed as cells of its kind.
bool set_contains_cell(const SetRep& set, Cell cell);

bool is_subset(const SetRep& a, const SetRep& b);
bool equal_sets(const SetRep& a, const SetRep& b);

}  // namespace batt
