#include "compiler/passes/rewrite.h"

namespace battc {

NodeId Rewriter::copy(NodeId old, bool merge) {
  const Node& node = from_[old];
  to_.set_origin(from_.origin(old));
  if (node.kind == NodeKind::Text) return to_.text(from_.texts[static_cast<std::size_t>(node.number)]);
  std::vector<NodeId> operands;
  for (const NodeId operand : from_.operands(old)) operands.push_back(mapped_[index(operand)]);
  const bool makes_nothing = is_leaf(node.kind) || node.kind == NodeKind::Tuple || node.kind == NodeKind::Field;
  return to_.add(node.kind, node.number, operands, !merge && !makes_nothing);
}

Graph Rewriter::finish() {
  for (const Output& output : from_.outputs) {
    Output mapped{output.to, {}};
    for (std::size_t k = 0; k < 4; ++k) mapped.fields[k] = mapped_[index(output.fields[k])];
    to_.outputs.push_back(mapped);
  }
  to_.result = mapped_[index(from_.result)];
  return std::move(to_);
}

}  // namespace battc
