#include "compiler/passes/fold_constants.h"

#include <optional>

#include "batt/function.h"
#include "batt/python.h"
#include "batt/run.h"
#include "compiler/passes/rewrite.h"

namespace battc {
namespace {

using batt::Value;

/// What each node is in one error mode, where that is known.
class Evaluator {
 public:
  Evaluator(const Graph& graph, batt::ErrorMode mode) : graph_(graph), context_(mode, budget()), values_(graph.size()) {
    context_.set_bodies(batt::Bodies::Checked);  // what is folded serves the path that verifies the fast one, too
  }

  const std::optional<Value>& operator[](NodeId id) const { return values_[index(id)]; }

  void evaluate(NodeId id) {
    try {
      values_[index(id)] = compute(id);
    } catch (const batt::LimitExceeded&) {
      // Whatever is too large to compute here stays for the run, and its own limits.
    }
  }

 private:
  static batt::Limits budget() { return {.seconds = 0, .memory = std::size_t{1} << 26, .steps = 1'000'000}; }

  std::optional<Value> compute(NodeId id) {
    const Node& node = graph_[id];
    switch (node.kind) {
      case NodeKind::None: return Value::none();
      case NodeKind::Boolean: return Value::boolean(node.number != 0);
      case NodeKind::Integer: return Value::integer(node.number);
      case NodeKind::EmptySet: return Value::empty_set();
      case NodeKind::Function: return Value::op(static_cast<std::uint16_t>(node.number));
      case NodeKind::Error: return Value::error(static_cast<batt::Exception>(node.number));
      case NodeKind::Tuple:
      case NodeKind::Call:
      case NodeKind::Default:
      case NodeKind::Field: return compute_pure(id);
      case NodeKind::Escape: return values_[index(graph_.operands(id)[0])];
      case NodeKind::Catch: return compute_catch(id);
      default: return std::nullopt;
    }
  }

  std::optional<Value> compute_pure(NodeId id) {
    std::vector<Value> parts;
    for (const NodeId operand : graph_.operands(id)) {
      const auto& value = values_[index(operand)];
      if (!value) return std::nullopt;
      if (value->is_error()) return value;
      parts.push_back(*value);
    }
    switch (graph_[id].kind) {
      case NodeKind::Tuple: return batt::make_tuple(context_, parts.data(), parts.size());
      case NodeKind::Default: return batt::safe_default_of(context_, parts[0]);
      case NodeKind::Field: return batt::okt_field(parts[0], static_cast<int>(graph_[id].number));
      default: return batt::call(context_, parts[0], parts.data() + 1, parts.size() - 1);
    }
  }

  std::optional<Value> compute_catch(NodeId id) {
    const auto operands = graph_.operands(id);
    const auto& tried = values_[index(operands[0])];
    if (!tried || !tried->is_error() || !batt::catches(static_cast<std::uint64_t>(graph_[id].number), *tried)) return tried;
    return values_[index(operands[1])];
  }

  const Graph& graph_;
  batt::Context context_;
  std::vector<std::optional<Value>> values_;
};

/// A value as leaves of the graph, if it is small and Python could not tell it from another object equal to it.
std::optional<NodeId> as_node(Graph& graph, Value value) {
  const auto integer = [&](std::int64_t number) { return graph.add(NodeKind::Integer, number); };
  switch (value.kind()) {
    case batt::Kind::None: return graph.add(NodeKind::None);
    case batt::Kind::Bool: return graph.add(NodeKind::Boolean, value.as_int());
    case batt::Kind::Int: return integer(value.as_int());
    case batt::Kind::Error: return graph.error(value.exception());
    case batt::Kind::Function:
      if (!value.is_op()) return std::nullopt;
      return graph.function(static_cast<batt::OpId>(value.op_id()));
    case batt::Kind::Set:
      if (value.set().size != 0) return std::nullopt;
      return graph.add(NodeKind::EmptySet);
    case batt::Kind::Tuple:
      if (value.is_empty_tuple()) return graph.add(NodeKind::Tuple);
      if (value.is_pair()) return graph.add(NodeKind::Tuple, 0, {integer(value.i()), integer(value.j())});
      if (value.is_cell()) return graph.add(NodeKind::Tuple, 0, {integer(value.i()), integer(value.j()), integer(value.c())});
      return std::nullopt;
    default: return std::nullopt;
  }
}

}  // namespace

Graph fold_constants(const Graph& graph) {
  Evaluator safe(graph, batt::ErrorMode::Safe), raw(graph, batt::ErrorMode::Raw);
  Rewriter rewriter(graph);
  for (std::size_t k = 0; k < graph.size(); ++k) {
    const auto id = static_cast<NodeId>(k);
    safe.evaluate(id);
    raw.evaluate(id);
    std::optional<NodeId> folded;
    const bool is_candidate = !is_leaf(graph[id].kind) && graph[id].kind != NodeKind::Tuple;
    if (is_candidate && safe[id] && raw[id] && safe[id]->kind() == raw[id]->kind()) {
      const bool ends_the_program = is_effect(graph[id].kind) && safe[id]->is_error();
      const bool same = safe[id]->is_error() ? safe[id]->exception() == raw[id]->exception() : batt::same_or_equal(*safe[id], *raw[id]);
      if (same && !ends_the_program) folded = as_node(rewriter.to(), *safe[id]);
    }
    rewriter.map(id, folded ? *folded : rewriter.copy(id));
  }
  return rewriter.finish();
}

}  // namespace battc
