// What must hold for every graph, after building it and after every pass: operands stand before their users, each kind
// has the operands and the number that graph.h says, equal leaves are one node, an error that can happen meets a
// guard before it reaches a Pile, an output or the result.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/graph.h"

namespace battc {

/// One line for each violation; empty for a sound graph. Safe on any graph.
std::vector<std::string> verify(const Graph& graph);

}  // namespace battc
