// What lowering made of a node, in words.
#pragma once

#include "compiler/lower/lowered_function.h"
#include "compiler/lower/placement.h"

namespace battc {

Remark remark_of(const Graph& graph, const Placement& placement, NodeId id);

}  // namespace battc
