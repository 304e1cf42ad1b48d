// The quick path of objects(): grids of bytes up to place_side cells high and wide.
// Two steps stand apart. objects_of_grid tells which objects there are, with their hashes, in CPython's order;
// order_cells tells, when someone looks, in which order the cells of one of them were added to its set.
#pragma once

#include <cstdint>

#include "batt/value.h"
#include "dsl_kernels/color_counts.h"
#include "dsl_kernels/places.h"
#include "runtime/value/context.h"
#include "runtime/value/set.h"

namespace batt {

struct ObjectKind {
  bool univalued;
  bool diagonal;
  bool without_background;
  static constexpr std::int16_t most_common = 256;
  std::int16_t background = most_common;  ///< its colour, or this: the grid's most common one

  BATT_HD bool is_whole_grid() const { return !univalued && !without_background; }
  /// For a kind without background; `find` gives the grid's most common colour.
  template <class Find>
  BATT_HD std::int8_t find_background(Find find) const {
    return static_cast<std::int8_t>(background == most_common ? find() : background);
  }
};

/// What o_g(grid, type) asks for; 0 <= type <= 7.
BATT_HD inline ObjectKind object_kind(std::int64_t type) { return {(type & 4) != 0, (type & 2) != 0, (type & 1) != 0}; }
BATT_HD inline bool is_object_kind(Value type) {
  return type.is_exact_int() && type.as_int() >= 0 && type.as_int() <= 7;
}

/// One object, while it is put together.
struct ObjectPart {
  std::uint64_t mixed;  ///< the xor of its cells' shuffled hashes
  std::uint32_t size;
  std::uint32_t earliest;  ///< rank of the cell where objects() comes upon it
  std::uint32_t next;      ///< where its next cell goes
};

/// Whether this path takes the grid.
BATT_HD bool has_components(Value grid);

/// objects(grid, ...) for a grid that has_components; each object finds out the order of its cells when someone looks.
BATT_HD Value objects_of_grid(Context& context, Value grid, const ObjectKind& kind);

/// The same by the vector kernels; objects have rows then. False if they do not take the grid.
BATT_HD bool objects_by_rows(Context& context, Value grid, const ObjectKind& kind, Value& objects);

/// frozenset(object of color for color in colors) of colours 0 to 15 that a grid which takes_rows has; `counts` knows
/// how often.
BATT_HD Value objects_of_colors(Context& context, Value grid, const ColorCounts& counts, const std::int8_t* colors,
                                std::uint32_t count);

/// The recipe of the objects of one grid, which knows how their cells were added to them.
struct VisitOrder : Recipe {
  /// Writes an object's cells in the order in which the search visits them.
  void (*visit)(const VisitOrder& order, const ListedCells& object, Cell* out);
  const Cell* cells;  ///< of all objects, one after the other as they are come upon; null for objects with rows
  /// A number of one of the objects, greater for those that are come upon later.
  std::uint32_t (*turn)(const VisitOrder& order, const SetRep& object, Context& context) = turn_by_cells;

  /// For small objects, that order does not matter to a set.
  BATT_HD static void list(const Recipe& recipe, const ListedCells& object, Cell* out);
  BATT_HD static std::uint32_t turn_by_cells(const VisitOrder& order, const SetRep& object, Context&) {
    return static_cast<std::uint32_t>(object.cell_list - order.cells);
  }
};

/// What the search for one object's cells starts from.
struct ObjectSearchStart {
  int height, width;
  bool diagonal;
  const Cell* cells;  ///< of the object, in any order
  std::uint32_t size;
  const Cell* occupied;  ///< the cells of objects come upon earlier: the search goes around them
  std::uint32_t occupied_count;
  Place seed;                              ///< where the object is come upon
  const RowMask* occupied_rows = nullptr;  ///< instead of `occupied`: a word for each row of the grid
};

/// The object's cells in the order objects() adds them to it; `places` has room for its size.
BATT_HD void order_cells(Context& context, const ObjectSearchStart& start, Place* places);

/// The same for a grid that is one object, in host code.
void order_whole_grid(Context& context, int height, int width, bool diagonal, Place seed, Place* places);

}  // namespace batt
