#include "compiler/passes/fold_constants.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "compiler/ir/infer_types.h"
#include "compiler/passes/rewrite.h"
#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/exec/guards.h"
#include "runtime/python/python.h"
#include "runtime/task/codec.h"

namespace battc {
namespace {

using batt::Value;

/// A call that raises, whatever the inputs. An op's failure becomes its default in safe mode; a call of no function
/// stays one.
struct KnownFailure {
  batt::Exception exception;
  std::optional<batt::OpId> op;
};

/// What each node is in one error mode, where that is known.
class ConstantEvaluator {
 public:
  ConstantEvaluator(const Graph& graph, batt::ErrorMode mode)
      : graph_(graph), context_(mode, budget()), values_(graph.size()) {
    context_.set_body_policy(
        batt::BodyPolicy::Checked);  // what is folded serves the path that verifies the fast one, too
  }

  const std::optional<Value>& operator[](NodeId id) const { return values_[index(id)]; }
  /// Whether two values are one to Python; false if it takes too long to tell.
  bool is_same(Value a, Value b) {
    try {
      return batt::same_or_equal(context_, a, b);
    } catch (const batt::LimitExceeded&) {
      return false;
    }
  }
  /// Whether the program is over in this mode, so that what follows may be anything.
  bool has_ended() const { return has_ended_; }

  void evaluate(NodeId id, const std::optional<KnownFailure>& failure) {
    if (has_ended_) return;
    try {
      const std::uint64_t looks = context_.unfixed_looks().count();
      values_[index(id)] = failure ? failed(*failure) : compute(id);
      // What depends on an order that CPython does not fix stays for the run, which notes that.
      if (context_.unfixed_looks().count() != looks) values_[index(id)].reset();
      has_ended_ = ends_at(id);
    } catch (const batt::LimitExceeded&) {
      // Whatever is too large to compute here stays for the run, and its own limits.
    }
  }

 private:
  Value failed(const KnownFailure& failure) {
    const Value error = Value::error(failure.exception);
    return failure.op ? batt::fail_op(context_, *failure.op, error, nullptr, 0) : error;
  }

  bool ends_at(NodeId id) const {
    const auto& value = values_[index(id)];
    return is_effect(graph_[id].kind) && value && value->is_error();
  }

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
      case NodeKind::OtherName:
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
      case NodeKind::OtherName:
        return batt::other_name(context_, parts[0], static_cast<std::uint32_t>(graph_[id].number));
      case NodeKind::Field: return batt::okt_field(parts[0], static_cast<int>(graph_[id].number));
      default: return batt::call(context_, parts[0], parts.data() + 1, parts.size() - 1);
    }
  }

  std::optional<Value> compute_catch(NodeId id) {
    const auto operands = graph_.operands(id);
    const auto& tried = values_[index(operands[0])];
    if (!tried || !tried->is_error() || !batt::catches(static_cast<std::uint64_t>(graph_[id].number), *tried))
      return tried;
    return values_[index(operands[1])];
  }

  const Graph& graph_;
  batt::Context context_;
  std::vector<std::optional<Value>> values_;
  bool has_ended_ = false;
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
      if (!value.is_op() || value.alias() != 0) return std::nullopt;
      return graph.function(static_cast<batt::OpId>(value.op_id()));
    case batt::Kind::Set:
      if (value.set().size != 0) return std::nullopt;
      return graph.add(NodeKind::EmptySet);
    case batt::Kind::Tuple:
      if (value.is_empty_tuple()) return graph.add(NodeKind::Tuple);
      if (value.is_pair()) return graph.add(NodeKind::Tuple, 0, {integer(value.i()), integer(value.j())});
      if (value.is_cell())
        return graph.add(NodeKind::Tuple, 0, {integer(value.i()), integer(value.j()), integer(value.c())});
      return std::nullopt;
    default: return std::nullopt;
  }
}

/// Walks over the graph once: types and values of a node follow from what its operands have become.
class Folder {
 public:
  explicit Folder(const Graph& graph)
      : graph_(graph),
        rewriter_(graph),
        types_(rewriter_.to(), InputTypes::Any),
        safe_(graph, batt::ErrorMode::Safe),
        raw_(graph, batt::ErrorMode::Raw) {}

  Graph fold() {
    return rewriter_.map_all([this](NodeId id) { return rewrite(id); });
  }

 private:
  NodeId rewrite(NodeId id) {
    const auto failure = graph_.is(id, NodeKind::Call) ? known_failure(id) : std::nullopt;
    safe_.evaluate(id, failure);
    raw_.evaluate(id, failure);
    if (is_leaf(graph_[id].kind) || graph_.is(id, NodeKind::Tuple)) return rewriter_.copy(id);
    // A guard that ends the program in one mode stays; after it only the other mode counts.
    std::optional<NodeId> copy;
    if (is_effect(graph_[id].kind) && may_end(id)) copy = rewriter_.copy(id);
    if (is_reached())
      if (const auto folded = folded_node(id)) return *folded;
    if (copy) return *copy;
    return failure && failure->exception == batt::Exception::TypeError ? without_arguments(id, *failure)
                                                                       : rewriter_.copy(id);
  }

  /// In which modes the program comes this far.
  bool is_reached() const { return !safe_.has_ended() || !raw_.has_ended(); }

  bool may_end(NodeId id) const {
    const auto ends = [&](const ConstantEvaluator& mode) { return mode[id] && mode[id]->is_error(); };
    return ends(safe_) || ends(raw_);
  }

  std::optional<NodeId> folded_node(NodeId id) {
    if (const auto value = known_value(id)) {
      const auto node = as_node(rewriter_.to(), *value);
      if (node && !value->is_error()) report(id, batt::encode(*value).dump());
      return node;
    }
    return known_fallback(id);
  }

  /// What the node is in every mode in which the program goes on after it.
  std::optional<Value> known_value(NodeId id) {
    if (safe_.has_ended()) return raw_[id];
    if (raw_.has_ended()) return safe_[id];
    if (!safe_[id] || !raw_[id] || safe_[id]->kind() != raw_[id]->kind()) return std::nullopt;
    const bool same =
        safe_[id]->is_error() ? safe_[id]->exception() == raw_[id]->exception() : safe_.is_same(*safe_[id], *raw_[id]);
    return same ? safe_[id] : std::nullopt;
  }

  /// The fallback of a guard that catches for certain.
  std::optional<NodeId> known_fallback(NodeId id) {
    if (!graph_.is(id, NodeKind::Catch)) return std::nullopt;
    const NodeId tried = graph_.operands(id)[0], fallback = rewriter_[graph_.operands(id)[1]];
    const auto catches = [&](const ConstantEvaluator& mode) {
      return mode.has_ended() || (mode[tried] && mode[tried]->is_error() &&
                                  batt::catches(static_cast<std::uint64_t>(graph_[id].number), *mode[tried]));
    };
    if (!catches(safe_) || !catches(raw_) || types_[fallback].may_be(TypeKind::Error)) return std::nullopt;
    report(id, "");
    return fallback;
  }

  /// Whether a call fails whatever the inputs are: too many arguments or too few, values that no op takes, no function
  /// at all.
  std::optional<KnownFailure> known_failure(NodeId call) {
    std::vector<Type> types;
    for (const NodeId operand : graph_.operands(call)) {
      types.push_back(types_[rewriter_[operand]]);
      if (types.back().may_be(TypeKind::Error) || types.back().is_nothing()) return std::nullopt;
    }
    const Type& callee = types[0];
    if (!callee.may_be(TypeKind::Function)) return KnownFailure{batt::Exception::TypeError, {}};
    if (!callee.known_op() || !callee.is_within(Type::of(TypeKind::Function))) return std::nullopt;
    const auto exception = certain_failure(*callee.known_op(), std::span(types).subspan(1));
    return exception ? std::optional(KnownFailure{*exception, callee.known_op()}) : std::nullopt;
  }

  /// Too few arguments fail alike, and need not be computed.
  NodeId without_arguments(NodeId call, const KnownFailure& failure) {
    const NodeId callee = rewriter_[graph_.operands(call)[0]];
    if (!failure.op || batt::op_info(*failure.op).required == 0 || graph_.operands(call).size() == 1)
      return rewriter_.copy(call);
    rewriter_.to().set_origin(graph_.origin(call));
    report(call, "");
    return rewriter_.to().add(NodeKind::Call, 0, std::span(&callee, 1), true);
  }

  /// Once for a statement: what its guard makes of it, if that is known, too.
  void report(NodeId id, std::string value) {
    const Origin& origin = graph_.origin(id);
    if (origin.line == 0 || !(graph_.is(id, NodeKind::Call) || is_effect(graph_[id].kind))) return;
    auto& folded = rewriter_.to().folded;
    if (folded.empty() || folded.back().span != origin.span)
      folded.push_back({origin.span, origin.line, reason(id), {}});
    folded.back().value = std::move(value);
  }

  /// As "constant", or "rot90 fails: TypeError".
  std::string reason(NodeId id) {
    const bool is_guard = is_effect(graph_[id].kind);
    const NodeId call = is_guard ? graph_.operands(id)[0] : id;
    const auto failure = graph_.is(call, NodeKind::Call) ? known_failure(call) : std::nullopt;
    if (!failure) return "constant";
    return fmt::format("{} fails: {}", failure->op ? batt::op_info(*failure->op).name : "a call of no function",
                       to_string(failure->exception));
  }

  const Graph& graph_;
  Rewriter rewriter_;
  TypeInference types_;
  ConstantEvaluator safe_, raw_;
};

}  // namespace

Graph fold_constants(const Graph& graph) { return Folder(graph).fold(); }

}  // namespace battc
