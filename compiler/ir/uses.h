// How often each node is used: as an operand, in an output, as the result.
#pragma once

#include <vector>

#include "compiler/ir/graph.h"

namespace battc {

inline std::vector<std::uint32_t> count_uses(const Graph& graph) {
  std::vector<std::uint32_t> uses(graph.size(), 0);
  for (std::size_t k = 0; k < graph.size(); ++k)
    for (const NodeId operand : graph.operands(static_cast<NodeId>(k))) ++uses[index(operand)];
  for (const Output& output : graph.outputs)
    for (const NodeId field : output.fields) ++uses[index(field)];
  ++uses[index(graph.result)];
  return uses;
}

}  // namespace battc
