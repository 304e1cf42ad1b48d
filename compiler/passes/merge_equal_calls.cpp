#include "compiler/passes/merge_equal_calls.h"

#include <map>

#include "compiler/passes/rewrite.h"

namespace battc {
namespace {

/// Ops that answer differently when both arguments are the same set than when they are two equal ones.
bool asks_for_identity(batt::OpId op) { return op == batt::OpId::op_combine_f || op == batt::OpId::op_intersection; }

bool makes_functions(batt::OpId op) { return batt::op_info(op).fresh == batt::Fresh::Functions; }

/// Whether a node can be a set, or hold one, going by the op's declared result and its defaults.
bool may_hold_sets(const Graph& graph, NodeId call) {
  const NodeId callee = graph.operands(call)[0];
  if (!graph.is(callee, NodeKind::Function)) return true;
  switch (batt::op_info(graph.op(callee)).result) {
    case batt::Annotation::Boolean:
    case batt::Annotation::Integer:
    case batt::Annotation::IJ:
    case batt::Annotation::Grid: return false;
    default: return true;
  }
}

class Merger {
 public:
  explicit Merger(const Graph& graph) : graph_(graph), rewriter_(graph), makers_(graph.size(), false) {}

  Graph merge() {
    identity_escapes_ = finds_identity_op_as_value();
    for (std::size_t k = 0; k < graph_.size(); ++k) {
      const auto id = static_cast<NodeId>(k);
      makers_[k] = may_hold_maker(id);
      rewriter_.map(id, rewrite(id));
    }
    return rewriter_.finish();
  }

 private:
  NodeId rewrite(NodeId id) {
    switch (graph_[id].kind) {
      case NodeKind::Call: return can_merge(id) ? rewriter_.copy(id, true) : separate_operands(id);
      case NodeKind::Escape:
      case NodeKind::Catch: return merge_guard(id);
      default: return rewriter_.copy(id);
    }
  }

  bool can_merge(NodeId call) const {
    const auto operands = graph_.operands(call);
    for (const NodeId operand : operands.subspan(1))
      if (makers_[index(operand)]) return false;
    if (identity_escapes_ && may_hold_sets(graph_, call)) return false;
    if (!graph_.is(operands[0], NodeKind::Function)) return false;  // what a variable holds may compute or make anything
    const batt::OpId op = graph_.op(operands[0]);
    return batt::op_info(op).fresh == batt::Fresh::Nothing && !asks_for_identity(op) && !applies_unknown_function(operands);
  }

  /// An op that calls a function it is given makes what that function makes: only plain ops are known not to.
  bool applies_unknown_function(std::span<const NodeId> operands) const {
    const auto parameters = batt::op_info(graph_.op(operands[0])).parameters();
    for (std::size_t k = 0; k + 1 < operands.size() && k < parameters.size(); ++k) {
      const bool takes_function = parameters[k].annotation == batt::Annotation::Callable || parameters[k].annotation == batt::Annotation::Unknown;
      if (!takes_function && !graph_.is(operands[k + 1], NodeKind::Function)) continue;
      if (!graph_.is(operands[k + 1], NodeKind::Function)) return true;
      if (batt::op_info(graph_.op(operands[k + 1])).fresh != batt::Fresh::Nothing) return true;
    }
    return false;
  }

  /// A copy of the call; where merging made one object of two, the second gets its identity back.
  NodeId separate_operands(NodeId call) {
    const auto operands = graph_.operands(call);
    const bool asks = operands.size() == 3 && graph_.is(operands[0], NodeKind::Function) && asks_for_identity(graph_.op(operands[0]));
    if (!asks || operands[1] == operands[2] || rewriter_[operands[1]] != rewriter_[operands[2]]) return rewriter_.copy(call);
    rewriter_.to().set_origin(graph_.origin(call));
    const NodeId second = rewriter_[operands[2]];
    const NodeId other = rewriter_.to().add(NodeKind::NewIdentity, 0, std::span(&second, 1), true);
    const NodeId parts[] = {rewriter_[operands[0]], rewriter_[operands[1]], other};
    return rewriter_.to().add(NodeKind::Call, 0, parts, true);
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

  /// An identity-sensitive op that is passed around could be called with any two sets.
  bool finds_identity_op_as_value() const {
    for (std::size_t k = 0; k < graph_.size(); ++k) {
      const auto id = static_cast<NodeId>(k);
      auto operands = graph_.operands(id);
      if (graph_.is(id, NodeKind::Call)) operands = operands.subspan(1);
      for (const NodeId operand : operands)
        if (graph_.is(operand, NodeKind::Function) && asks_for_identity(graph_.op(operand))) return true;
    }
    return false;
  }

  using GuardKey = std::tuple<NodeKind, std::int64_t, NodeId, NodeId>;

  const Graph& graph_;
  Rewriter rewriter_;
  std::vector<bool> makers_;
  std::map<GuardKey, NodeId> guards_;
  bool identity_escapes_ = false;
};

}  // namespace

Graph merge_equal_calls(const Graph& graph) { return Merger(graph).merge(); }

}  // namespace battc
