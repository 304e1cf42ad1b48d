// Merging what a loop gathered without making the container that Python merges.
#pragma once

#include "batt/value.h"
#include "dsl_kernels/calls/loop.h"
#include "runtime/value/context.h"
#include "runtime/value/set.h"

namespace batt {

/// merge(frozenset(items)) for sets of cells; `source` as for merge_cell_sets. False where it is not that simple: make
/// the set, and merge it.
BATT_HD bool merge_set_of(Context& context, const Value* items, std::size_t count, const SetRep* source, Value& merged);

#ifndef BATT_ON_DEVICE
/// What is needed of merge(type(like)(items)), for a tuple or a set of sets of cells, as far as it takes no order to
/// tell. Else false. `grid`: what the cells are painted on, or null.
bool merge_needed_cells(Context& context, const Value* items, std::size_t count, Value like, Need need,
                        const Value* grid, Value& merged);
#endif

}  // namespace batt
