// objects() on grids of bytes that are too large for components.h. Programs make them of a task's grids, by upscale and
// concatenation. What components.h looks up is computed here, cell by cell; orders are found when someone looks, as
// there.
#pragma once

#include "dsl_kernels/object_search/components.h"

namespace batt {

/// Whether it is a grid of bytes all of whose cells, and their neighbours, fit a Cell.
BATT_HD inline bool has_packed_cells(Value grid) {
  return grid.is_grid() && grid.height() < Cell::location_limit && grid.width() < Cell::location_limit;
}

/// objects(grid, ...) for a grid that has_packed_cells.
BATT_HD Value objects_of_large_grid(Context& context, Value grid, const ObjectKind& kind);

}  // namespace batt
