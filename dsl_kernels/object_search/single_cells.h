// sizefilter(o_g(grid, type), 1), where nobody asks for the other objects: the cells that touch no other one of theirs
// are found without the objects. On the host, for grids that the vector kernels take.
#pragma once

#include "batt/value.h"
#include "runtime/value/context.h"

namespace batt {

/// Whether single_cells may be asked for these arguments of o_g, which raise nothing then.
bool may_have_single_cells(const Context& context, Value grid, Value type);

/// sizefilter(o_g(grid, type), 1); declined if its order depends on that of all objects.
Value single_cells(Context& context, Value grid, Value type);

}  // namespace batt
