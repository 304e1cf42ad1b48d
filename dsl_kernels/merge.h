// Merging what a loop gathered without making the container that Python merges.
#pragma once

#include "batt/value.h"
#include "runtime/value/context.h"
#include "runtime/value/set.h"

namespace batt {

/// merge(frozenset(items)) for sets of cells; `source` as for merge_cell_sets. False where it is not that simple: make
/// the set, and merge it.
BATT_HD bool merge_set_of(Context& context, const Value* items, std::size_t count, const SetRep* source, Value& merged);

}  // namespace batt
