// The type of every node, one walk from the first to the last. Inputs are taken for what a task holds: grids, and samples of
// grids.
#pragma once

#include <vector>

#include "compiler/ir/graph.h"
#include "compiler/ir/type.h"

namespace battc {

std::vector<Type> infer_types(const Graph& graph);

}  // namespace battc
