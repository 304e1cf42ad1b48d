// objects() on the host, on grids of numbers, or of tuples of small ints, that are no grids of bytes. Programs make
// them: cells get a result that is infinite, or the rows of a grid are taken for its cells.
#pragma once

#include "dsl_kernels/object_search/components.h"

namespace batt {

/// objects(grid, ...) for a grid of such values, of which at most a hundred differ. False if it is another value.
bool objects_of_value_grid(Context& context, Value grid, const ObjectKind& kind, Value& objects);

}  // namespace batt
