// The graph as a picture: Graphviz text, one box a node, arrows from operands to their users. Constants stand inside
// the boxes that use them; effects are tinted; a dashed arrow leads from a fallback.
#pragma once

#include <string>

#include "compiler/ir/graph.h"

namespace battc {

std::string graph_as_dot(const Graph& graph);

}  // namespace battc
