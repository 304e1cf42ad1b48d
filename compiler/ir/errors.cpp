#include "compiler/ir/errors.h"

#include <algorithm>

namespace battc {

bool may_be_error(const Graph& graph, NodeId id) { return PossibleErrors(graph).contains(id); }

bool PossibleErrors::contains(NodeId id) {
  while (known_.size() <= index(id)) {
    const auto next = static_cast<NodeId>(known_.size());
    const auto operands = graph_.operands(next);
    bool possible = false;
    switch (graph_[next].kind) {
      case NodeKind::Error:
      case NodeKind::Call: possible = true; break;
      case NodeKind::Field: possible = !graph_.is(operands[0], NodeKind::Pile); break;
      case NodeKind::Tuple:
      case NodeKind::Default:
      case NodeKind::OtherName:
        possible = std::any_of(operands.begin(), operands.end(), [&](NodeId part) { return known_[index(part)]; });
        break;
      default: break;
    }
    known_.push_back(possible);
  }
  return known_[index(id)];
}

}  // namespace battc
