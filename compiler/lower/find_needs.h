// What of the results of loops matters. Most sets of cells that `mapply` and its like make are painted, or shifted and
// then painted: neither their order nor whether they are a set or a tuple makes a difference then.
#pragma once

#include "compiler/lower/lowered_function.h"

namespace battc {

/// Notes with each loop that merges what it makes what is needed of its result, and which grid it is painted on.
void find_needs(LoweredFunction& function);

}  // namespace battc
