// Steps of an inlined call that would compute the same again, such as the two calls of f that fork(g, compose(a, f),
// compose(b, f)) makes with one argument: the first of them stands for both. So it is with a step of a loop that does
// not depend on the item.
#pragma once

#include <functional>
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

  /// Finds the steps at the head of the block's loops that need not run again for the second item, and those after them
  /// that need not if their operands are the same again.
  void find_steady_steps(NodeId call, std::vector<InlinedStep>& block);

 private:
  /// Whether equal sets that the steps make may be one: none of them meet in `|` or `&`, now or once the call is done.
  std::function<bool()> may_merge_sets(NodeId call, const std::vector<InlinedStep>& block);

  const Graph& graph_;
  std::optional<SetMeetings> meetings_;  ///< found when someone asks
};

}  // namespace battc
