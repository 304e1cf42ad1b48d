// objects() on the host, on grids of bytes that have cells which do not fit a Cell. Programs make them by
// concatenation, with thousands of columns.
#pragma once

#include "dsl_kernels/object_search/components.h"

namespace batt {

/// objects(grid, ...) for any grid of bytes whose rows all have one length. False if it is another value.
bool objects_of_wide_grid(Context& context, Value grid, const ObjectKind& kind, Value& objects);

}  // namespace batt
