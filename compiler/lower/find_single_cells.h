// sizefilter(o_g(grid, type), 1) of which no other object is used: the cells that touch no other one of theirs are
// found without the objects.
#pragma once

#include "compiler/lower/lowered_function.h"

namespace battc {

/// Makes such calls an Objects and a SingleCells. Both stay where they stand, under their guards.
void find_single_cells(LoweredFunction& function);

}  // namespace battc
