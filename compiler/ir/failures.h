// Which nodes may be an exception instead of a value, by error mode. Every pass and lowering ask here. It rests on
// types that hold for any inputs, so nothing has to be checked before a run.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/infer_types.h"
#include "runtime/exec/raises.h"

namespace battc {

/// Whether a call of this op with its exact number of arguments may raise, if the arguments are values.
batt::Raises call_raises(batt::OpId op);

/// Of a graph that may still grow: looks at each node once.
class Failures {
 public:
  explicit Failures(const Graph& graph) : graph_(graph), types_(graph, InputTypes::Any) {}

  /// In which modes the node may be an error. A guard's value never is: what it does not swallow ends the program.
  batt::Raises operator[](NodeId id);
  bool may_be_error(NodeId id) { return (*this)[id] != batt::Raises::Never; }

 private:
  batt::Raises find(NodeId id);
  batt::Raises call(NodeId id);
  std::optional<batt::OpId> called_op(NodeId callee);

  const Graph& graph_;
  TypeInference types_;
  std::vector<batt::Raises> known_;
};

}  // namespace battc
