// Merging what a loop gathered without making the container that Python merges.
#pragma once

#include "batt/value.h"
#include "runtime/value/context.h"

namespace batt {

/// merge(frozenset(items)) for sets of cells. False where it is not that simple: make the set, and merge it.
BATT_HD bool merge_set_of(Context& context, const Value* items, std::size_t count, Value& merged);

}  // namespace batt
