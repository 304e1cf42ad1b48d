// Which nodes may be an exception instead of a value. A guard's value never is: what it does not swallow ends the
// program.
#pragma once

#include <vector>

#include "compiler/ir/graph.h"

namespace battc {

inline constexpr std::size_t exception_count = 0
#define EXCEPTION(name, base) +1
#include "batt/exceptions.def"
#undef EXCEPTION
    ;

bool may_be_error(const Graph& graph, NodeId id);

/// The same for whoever asks often, also about a graph that still grows: looks at each node once.
class PossibleErrors {
 public:
  explicit PossibleErrors(const Graph& graph) : graph_(graph) {}
  bool contains(NodeId id);

 private:
  const Graph& graph_;
  std::vector<bool> known_;
};

}  // namespace battc
