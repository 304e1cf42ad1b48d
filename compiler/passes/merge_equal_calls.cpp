#include "compiler/passes/merge_equal_calls.h"

#include <map>

#include "compiler/passes/rewrite.h"
#include "compiler/passes/set_meetings.h"

namespace battc {
namespace {

bool makes_functions(batt::OpId op) { return batt::op_info(op).fresh == batt::Fresh::Functions; }

class Merger {
 public:
  explicit Merger(const Graph& graph)
      : graph_(graph), rewriter_(graph), makers_(graph.size(), false), meetings_(graph) {}

  Graph merge() {
    for (std::size_t k = 0; k < graph_.size(); ++k) {
      const auto id = static_cast<NodeId>(k);
      makers_[k] = may_hold_maker(id);
      rewriter_.map(id, rewrite(id));
    }
    rewriter_.to().merges_calls = true;
    return rewriter_.finish();
  }

 private:
  NodeId rewrite(NodeId id) {
    switch (graph_[id].kind) {
      case NodeKind::Call: return can_merge(id) ? merge_call(id) : rewriter_.copy(id);
      case NodeKind::Escape:
      case NodeKind::Catch: return merge_guard(id);
      default: return rewriter_.copy(id);
    }
  }

  bool can_merge(NodeId call) const {
    const auto operands = graph_.operands(call);
    for (const NodeId operand : operands.subspan(1))
      if (makers_[index(operand)]) return false;
    if (!graph_.is(operands[0], NodeKind::Function))
      return false;  // what a variable holds may compute or make anything
    const batt::OpId op = graph_.op(operands[0]);
    return batt::op_info(op).fresh == batt::Fresh::Nothing && !applies_unknown_function(operands);
  }

  /// An op that calls a function it is given makes what that function makes: only plain ops are known not to.
  bool applies_unknown_function(std::span<const NodeId> operands) const {
    const auto parameters = batt::op_info(graph_.op(operands[0])).parameters();
    for (std::size_t k = 0; k + 1 < operands.size() && k < parameters.size(); ++k) {
      const bool takes_function = parameters[k].annotation == batt::Annotation::Callable ||
                                  parameters[k].annotation == batt::Annotation::Unknown;
      if (!takes_function && !graph_.is(operands[k + 1], NodeKind::Function)) continue;
      if (!graph_.is(operands[k + 1], NodeKind::Function)) return true;
      if (batt::op_info(graph_.op(operands[k + 1])).fresh != batt::Fresh::Nothing) return true;
    }
    return false;
  }

  /// An equal call that came before, unless what the two make must stay two objects.
  NodeId merge_call(NodeId call) {
    const NodeId merged = rewriter_.copy(call, true);
    const auto [found, is_new] = first_calls_.emplace(merged, call);
    if (is_new) return merged;
    if (meetings_.may_meet(found->second, call)) return rewriter_.copy(call);
    meetings_.merge(found->second, call);
    return merged;
  }

  /// The same guard on the same value gives the same again: had it ended the program, this would not be reached.
  NodeId merge_guard(NodeId id) {
    const auto operands = graph_.operands(id);
    if (graph_[id].kind == NodeKind::Catch && !has_plain_fallback(operands[1])) return rewriter_.copy(id);
    const NodeId fallback = graph_[id].kind == NodeKind::Catch ? fallback_source(operands[1]) : NodeId{};
    const GuardKey key{graph_[id].kind, graph_[id].number, rewriter_[operands[0]], fallback};
    const auto found = guards_.find(key);
    if (found != guards_.end()) return found->second;
    const NodeId copy = rewriter_.copy(id);
    guards_.emplace(key, copy);
    return copy;
  }

  /// `_get_safe_default(op)` of an op whose default is no function.
  bool has_plain_fallback(NodeId fallback) const {
    if (!graph_.is(fallback, NodeKind::Default)) return false;
    const NodeId function = graph_.operands(fallback)[0];
    return graph_.is(function, NodeKind::Function) && !makes_functions(graph_.op(function));
  }
  NodeId fallback_source(NodeId fallback) const { return rewriter_[graph_.operands(fallback)[0]]; }

  /// Whether a value may be, or hold, a function that makes functions.
  bool may_hold_maker(NodeId id) const {
    if (graph_.is(id, NodeKind::Function)) return makes_functions(graph_.op(id));
    auto operands = graph_.operands(id);
    if (graph_.is(id, NodeKind::Call) && graph_.is(operands[0], NodeKind::Function)) operands = operands.subspan(1);
    for (const NodeId operand : operands)
      if (makers_[index(operand)]) return true;
    return false;
  }

  using GuardKey = std::tuple<NodeKind, std::int64_t, NodeId, NodeId>;

  const Graph& graph_;
  Rewriter rewriter_;
  std::vector<bool> makers_;
  std::map<GuardKey, NodeId> guards_;
  SetMeetings meetings_;
  std::map<NodeId, NodeId>
      first_calls_;  ///< of the new graph, with the first of the old one's calls that each stands for
};

}  // namespace

Graph merge_equal_calls(const Graph& graph) { return Merger(graph).merge(); }

}  // namespace battc
