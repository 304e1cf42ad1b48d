// The quick path of objects(): grids of up to 30 x 30 cells of colours 0 to 9.
// Two steps stand apart. find_components tells which objects there are, with their hashes, in the order in which
// CPython comes upon them; order_cells tells in which order the cells of one of them were added to its set.
#pragma once

#include <cstdint>

#include "batt/context.h"
#include "batt/value.h"
#include "dsl_kernels/checked/color_planes.h"
#include "dsl_kernels/checked/places.h"

namespace batt {

struct ObjectKind {
  bool univalued;
  bool diagonal;
  bool without_background;
};

/// One object. Its cells are the bits of rows[first_row .. last_row].
struct Component {
  std::uint64_t hash;         ///< of the frozenset of its coloured cells
  const std::uint32_t* rows;  ///< by row - first_row
  std::uint16_t size;
  Place seed;                 ///< the cell where it is come upon
  std::uint8_t first_row, last_row;
};

struct Components {
  Value grid;
  ObjectKind kind;
  const Component* found;  ///< in the order they are come upon
  std::uint32_t count;
};

/// The one object of a grid of this shape that is all of it, without size, hash and seed. Lives in the scratch arena.
Component whole_grid(Context& context, int height, int width);

/// Whether this path takes the grid.
bool has_components(Value grid);

/// The objects of a grid for which has_components holds. They live in the scratch arena.
Components find_components(Context& context, Value grid, const ObjectKind& kind);

/// The cells of objects come upon earlier: the search goes around them.
struct Occupied {
  RowMasks rows = {};  ///< as far as they lie near the component in question
  std::uint32_t count = 0;
};

/// What is occupied when the search comes upon a component.
Occupied occupied_before(const Components& all, const Component& component);

/// The component's cells in the order objects() adds them to the object; `places` has room for its size.
void order_cells(Context& context, const Components& all, const Component& component, const Occupied& before, Place* places);

/// The frozenset of all objects; each finds out the order of its cells when someone looks.
Value objects_from_components(Context& context, const Components& all);

}  // namespace batt
