#include "compiler/passes/call_bound_ops.h"

#include "compiler/ir/failures.h"
#include "compiler/passes/rewrite.h"
#include "dsl_kernels/calls/combinators.h"

namespace battc {
namespace {

class Caller {
 public:
  explicit Caller(const Graph& graph)
      : graph_(graph), rewriter_(graph), failures_(graph), is_in_pile_(graph.size(), false) {
    for (std::size_t k = 0; k < graph.size(); ++k)
      if (const auto id = static_cast<NodeId>(k); graph.is(id, NodeKind::Pile))
        is_in_pile_[index(graph.operands(id)[0])] = true;
  }

  Graph run() {
    return rewriter_.map_all([this](NodeId id) { return rewrite(id); });
  }

 private:
  /// A pile's default belongs to the function that it calls, so that one stays.
  NodeId rewrite(NodeId id) {
    if (!graph_.is(id, NodeKind::Call) || is_in_pile_[index(id)]) return rewriter_.copy(id);
    const auto operands = graph_.operands(id);
    const NodeId bound = without_guards(operands[0]);
    if (!binds_op(bound)) return rewriter_.copy(id);
    const auto parts = graph_.operands(bound);
    const batt::Combinator& combinator = *batt::find_combinator(graph_.op(parts[0]));
    const int arity = batt::op_info(graph_.op(parts[1])).arity;
    const std::size_t given = operands.size() - 1;
    if (given != static_cast<std::size_t>(combinator.arity(arity)) || given + 1 != static_cast<std::size_t>(arity))
      return rewriter_.copy(id);
    std::vector<NodeId> call{rewriter_[parts[1]]};
    for (const NodeId argument : operands.subspan(1)) call.push_back(rewriter_[argument]);
    const bool is_first = combinator.steps()[0].with == batt::CombinatorStep::With::FixedAndArguments;
    call.insert(is_first ? call.begin() + 1 : call.end(), rewriter_[parts[2]]);
    rewriter_.to().set_origin(graph_.origin(id));
    return rewriter_.to().add(NodeKind::Call, 0, call, true);
  }

  /// What a guard's value is if nothing fails.
  NodeId without_guards(NodeId id) const {
    while (graph_.is(id, NodeKind::Escape) || graph_.is(id, NodeKind::Catch)) id = graph_.operands(id)[0];
    return id;
  }

  /// Whether it is rbind(op, value) or lbind(op, value), which raise nothing.
  bool binds_op(NodeId id) {
    if (!graph_.is(id, NodeKind::Call)) return false;
    const auto parts = graph_.operands(id);
    if (parts.size() != 3 || !graph_.is(parts[0], NodeKind::Function) || !graph_.is(parts[1], NodeKind::Function))
      return false;
    const batt::Combinator* combinator = batt::find_combinator(graph_.op(parts[0]));
    return combinator != nullptr && combinator->arity_rule == batt::Combinator::Arity::OneLess &&
           !failures_.may_be_error(parts[2]);
  }

  const Graph& graph_;
  Rewriter rewriter_;
  Failures failures_;
  std::vector<bool> is_in_pile_;
};

}  // namespace

Graph call_bound_ops(const Graph& graph) { return Caller(graph).run(); }

}  // namespace battc
