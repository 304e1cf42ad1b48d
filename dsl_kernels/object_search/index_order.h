// The order of asindices(grid), in which objects() looks for the first cell of an object.
#pragma once

#include <cstdint>

#include "batt/target.h"
#include "runtime/value/arena.h"

namespace batt {

/// Of cells that are numbered row by row; lives in the scratch arena. The host keeps some large orders: the grids of a
/// task, and what a program makes of them, often have one size.
BATT_HD const std::uint32_t* order_of_indices(Arena& scratch, std::int64_t height, std::int64_t width);

/// On the host: puts some of the cells into this order.
void sort_by_order_of_indices(Arena& scratch, std::int64_t height, std::int64_t width, std::uint32_t* cells,
                              std::uint32_t count);

}  // namespace batt
