// Grids of at most 32 x 32 bytes under the vector kernels (runtime/rows/kernels.h): cells of a colour, counts of
// colours, painted copies. Functions that return false leave the work to the caller: on the device, on machines
// without vector units, and for what does not fit.
#pragma once

#include "batt/value.h"
#include "dsl_kernels/color_counts.h"
#include "runtime/value/cell_extent.h"
#include "runtime/value/set.h"

namespace batt {

/// Whether the kernels take a grid of bytes.
BATT_HD inline bool takes_rows(Value grid) {
  return rows_enabled() && grid.height() <= rows::side && grid.width() <= rows::side;
}

// For a grid that takes_rows.

/// frozenset((i, j) for i, row in enumerate(grid) for j, v in enumerate(row) if v == color).
BATT_HD Value indices_of_color(Context& context, Value grid, std::int8_t color);
/// frozenset((i, j, grid[i][j]) ...) of all cells.
BATT_HD Value object_of_grid(Context& context, Value grid);
/// Those of `locations`, which have rows, that lie inside; `recipe` tells their order.
BATT_HD Value object_on_grid(Context& context, Value grid, const SetRep& locations, const Recipe& recipe);

/// frozenset((i, j) for i in range(...) for j in range(...)) of a box.
BATT_HD bool indices_of_box(Context& context, const Extent& box, Value& indices);

/// The locations in the box around some cells that are none of theirs; returns how many. Where rows_enabled().
BATT_HD std::uint32_t cells_around(Context& context, const CellRows& cells, const Extent& box, CellRows& rest);

/// Counts the colours of a grid, so that the set of them has its order.
BATT_HD bool survey_colors(Value grid, ColorCounts& counts);
/// set(colours of the grid), and tuple() of it.
BATT_HD bool find_palette(Context& context, Value grid, bool as_tuple, Value& palette);
/// The most common colour; false also if there are several.
BATT_HD bool find_most_common(Value grid, std::int8_t& color);
/// The colour at a place in the order of their counts, the most common first; false also if another one is as common.
BATT_HD bool find_color_at_rank(Value grid, std::int64_t place, Value& color);

/// A copy of the grid in which the cells of a set have these colours. `over`: only where the grid has this colour.
BATT_HD bool paint_by_rows(Context& context, Value grid, const SetRep& cells, const rows::Colors& colors,
                           const std::int8_t* over, Value& painted);
/// A copy of the grid in which `from` is `to`.
BATT_HD bool replace_by_rows(Context& context, Value grid, std::int8_t from, std::int8_t to, Value& replaced);

}  // namespace batt
