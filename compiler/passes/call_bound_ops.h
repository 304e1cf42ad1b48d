// Writes calls of what rbind and lbind make of an op as calls of the op: after t = rbind(o_g, R5), t(I) is
// o_g(I, R5). Other passes know what ops do, and which of their calls are equal.
#pragma once

#include "compiler/ir/graph.h"

namespace battc {

Graph call_bound_ops(const Graph& graph);

}  // namespace battc
