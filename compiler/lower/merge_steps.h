// Steps of an inlined call that would compute the same again, such as the two calls of f that fork(g, compose(a, f),
// compose(b, f)) makes with one argument: the first of them stands for both.
#pragma once

#include <optional>
#include <vector>

#include "compiler/lower/inline_calls.h"
#include "compiler/passes/set_meetings.h"

namespace battc {

class StepMerger {
 public:
  explicit StepMerger(const Graph& graph) : graph_(graph) {}

  /// The steps are those of a call in the graph, and `result` is what they give. Does nothing if the graph's equal
  /// calls are to stay as they are.
  void merge(NodeId call, std::vector<InlinedStep>& block, Operand& result);

 private:
  /// Whether sets that the steps make may meet in `|` or `&` once the call is done.
  bool may_meet(NodeId call);

  const Graph& graph_;
  std::optional<SetMeetings> meetings_;  ///< found when someone asks
};

}  // namespace battc
