// Copies a graph node by node while a pass decides what each one becomes.
#pragma once

#include <vector>

#include "compiler/ir/graph.h"

namespace battc {

class Rewriter {
 public:
  explicit Rewriter(const Graph& from) : from_(from), to_(from.empty_copy()), mapped_(from.size()) {}

  const Graph& from() const { return from_; }
  Graph& to() { return to_; }

  /// What an old node is now.
  NodeId operator[](NodeId old) const { return mapped_[index(old)]; }
  void map(NodeId old, NodeId now) {
    mapped_[index(old)] = now;
    if (const std::string_view variable = from_.origin(old).variable; !variable.empty()) to_.name_node(now, variable);
  }

  /// The old node with its operands mapped; `merge`: an equal node may serve instead.
  NodeId copy(NodeId old, bool merge = false);

  /// Maps every node to what `rewrite` makes of it, and finishes.
  template <class Rewrite>
  Graph map_all(Rewrite rewrite) {
    for (std::size_t k = 0; k < from_.size(); ++k) {
      const auto id = static_cast<NodeId>(k);
      map(id, rewrite(id));
    }
    return finish();
  }

  /// Maps outputs and result, and gives the new graph away.
  Graph finish();

 private:
  const Graph& from_;
  Graph to_;
  std::vector<NodeId> mapped_;
};

}  // namespace battc
