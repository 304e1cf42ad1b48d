#include "compiler/lower/known_functions.h"

#include <algorithm>

namespace battc {
namespace {

/// A function that would become more than this stays a closure: fork(f, g, g) of forks grows without end.
constexpr int max_weight = 2000;
/// Far from where CPython's recursion limit ends calls in calls.
constexpr int max_depth = 100;

constexpr std::int64_t max_times = 16;

int weight_of(const Operand& part) { return part.function != nullptr ? part.function->weight : 1; }
int depth_of(const Operand& part) { return part.function != nullptr ? part.function->depth : 0; }

}  // namespace

KnownFunctions::KnownFunctions(const Graph& graph, bool look) : graph_(graph), failures_(graph) {
  if (!look) {
    known_.assign(graph.size(), nullptr);
    surely_ok_.assign(graph.size(), false);
    return;
  }
  known_.reserve(graph.size());
  surely_ok_.reserve(graph.size());
  for (std::size_t k = 0; k < graph.size(); ++k) {
    const auto id = static_cast<NodeId>(k);
    known_.push_back(classify(id));
    surely_ok_.push_back(graph.is(id, NodeKind::Pile) && is_surely_ok(id));
  }
}

const KnownFunction* KnownFunctions::find(NodeId id, std::span<const NodeId> conditions) const {
  if (graph_.is(id, NodeKind::Pile)) return nullptr;
  if (!graph_.is(id, NodeKind::Field)) return known_[index(id)];
  const NodeId pile = graph_.operands(id)[0];
  if (!graph_.is(pile, NodeKind::Pile) || graph_[id].number != 0) return nullptr;
  const bool is_ok = surely_ok_[index(pile)] || std::ranges::any_of(conditions, [&](NodeId condition) {
                       return graph_.is(condition, NodeKind::Field) && graph_[condition].number == 1 &&
                              graph_.operands(condition)[0] == pile;
                     });
  return is_ok ? known_[index(pile)] : nullptr;
}

const KnownFunction* KnownFunctions::classify(NodeId id) {
  const auto operands = graph_.operands(id);
  switch (graph_[id].kind) {
    case NodeKind::Function:
      return keep(KnownFunction{.arity = batt::op_info(graph_.op(id)).arity, .op = graph_.op(id)});
    case NodeKind::Call: return classify_call(id, {});
    case NodeKind::OtherName:
    case NodeKind::Escape:
    case NodeKind::Catch: return find(operands[0]);
    case NodeKind::Pile:
      return graph_.is(operands[0], NodeKind::Call) ? classify_call(operands[0], operands.subspan(1))
                                                    : find(operands[0], operands.subspan(1));
    default: return nullptr;
  }
}

const KnownFunction* KnownFunctions::classify_call(NodeId call, std::span<const NodeId> conditions) {
  const auto operands = graph_.operands(call);
  const KnownFunction* function = find(operands[0], conditions);
  if (function == nullptr) return nullptr;
  std::vector<Operand> arguments;
  for (const NodeId id : operands.subspan(1)) {
    if (may_be_error(id)) return nullptr;
    arguments.push_back({Operand::Kind::Node, static_cast<std::uint32_t>(id), find(id, conditions)});
  }
  return result_of(*function, std::move(arguments));
}

/// What a call gives, if that is a known function: of an op, or of one that rbind and lbind have given arguments.
const KnownFunction* KnownFunctions::result_of(const KnownFunction& function, std::vector<Operand> arguments) {
  using With = batt::CombinatorStep::With;
  if (function.is_op()) return make(function.op, arguments);
  const auto steps = function.combinator->steps();
  if (steps.size() != 1 || static_cast<int>(arguments.size()) != function.arity) return nullptr;
  const Operand& called = function.parts[steps[0].part];
  if (called.function == nullptr) return nullptr;
  arguments.insert(steps[0].with == With::FixedAndArguments ? arguments.begin() : arguments.end(), function.parts[1]);
  return result_of(*called.function, std::move(arguments));
}

const KnownFunction* KnownFunctions::make(batt::OpId op, std::span<const Operand> arguments) {
  if (arguments.size() != batt::op_info(op).arity) return nullptr;
  if (op == batt::OpId::op_identity) return arguments[0].function;
  if (op == batt::OpId::op_power) return power(arguments[0], arguments[1]);
  const batt::Combinator* combinator = batt::find_combinator(op);
  return combinator == nullptr ? nullptr : combine(*combinator, arguments);
}

const KnownFunction* KnownFunctions::combine(const batt::Combinator& combinator, std::span<const Operand> parts) {
  const KnownFunction* first = parts[0].function;
  if (first == nullptr && combinator.arity_rule == batt::Combinator::Arity::OneLess) return nullptr;
  KnownFunction function{combinator.arity(first == nullptr ? 0 : first->arity), &combinator, combinator.op, 0};
  std::ranges::copy(parts, function.parts);
  for (const Operand& part : parts) {
    function.weight += weight_of(part);
    function.depth = std::max(function.depth, depth_of(part) + 1);
  }
  return keep(function);
}

const KnownFunction* KnownFunctions::power(const Operand& function, const Operand& times) {
  if (!times.is_node() || !graph_.is(times.node(), NodeKind::Integer)) return nullptr;
  const std::int64_t n = graph_[times.node()].number;
  if (n < 1 || n > max_times) return nullptr;
  Operand composed = function;
  for (std::int64_t k = 1; k < n; ++k) {
    const Operand parts[] = {function, composed};
    composed.function = combine(*batt::find_combinator(batt::OpId::op_compose), parts);
    // There is no closure of the function composed so far: it must be written out.
    if (composed.function == nullptr || composed.function->weight > max_light_weight) return nullptr;
  }
  return composed.function;
}

const KnownFunction* KnownFunctions::keep(const KnownFunction& function) {
  if (function.weight > max_weight || function.depth > max_depth) return nullptr;
  return &functions_.emplace_back(function);
}

const KnownFunction* KnownFunctions::items_of(NodeId id) const {
  // A pile that failed has a default or None, without items.
  if (graph_.is(id, NodeKind::Field)) {
    const NodeId pile = graph_.operands(id)[0];
    return graph_.is(pile, NodeKind::Pile) && graph_[id].number == 0 ? items_of(pile) : nullptr;
  }
  const auto found = items_.find(index(id));
  return found == items_.end() ? nullptr : found->second;
}

void KnownFunctions::set_items(NodeId id, const KnownFunction* function) {
  if (graph_.is(id, NodeKind::Catch)) {
    const NodeId fallback = graph_.operands(id)[1];
    const bool has_no_items = graph_.is(fallback, NodeKind::Default) ||
                              (is_leaf(graph_[fallback].kind) && !graph_.is(fallback, NodeKind::Parameter));
    if (!has_no_items) return;
  }
  items_[index(id)] = function;
}

const KnownFunction* KnownFunctions::held(const KnownFunction* function) {
  if (function == nullptr) return nullptr;
  std::vector<Operand> parts;
  for (const Operand& part : function->parts) {
    if (part.is_node())
      parts.push_back(part);
    else
      parts.push_back({.kind = Operand::Kind::Held, .function = held(part.function)});
  }
  return with_parts(*function, parts);
}

const KnownFunction* KnownFunctions::with_parts(const KnownFunction& function, std::span<const Operand> parts) {
  KnownFunction changed = function;
  std::ranges::copy(parts, changed.parts);
  return &functions_.emplace_back(changed);
}

bool KnownFunctions::may_be_error(NodeId id) { return known_[index(id)] == nullptr && failures_.may_be_error(id); }

bool KnownFunctions::is_surely_ok(NodeId pile) const {
  if (known_[index(pile)] == nullptr) return false;
  const auto conditions = graph_.operands(pile).subspan(1);
  return std::ranges::all_of(conditions, [&](NodeId condition) {
    if (graph_.is(condition, NodeKind::Boolean)) return graph_[condition].number != 0;
    return graph_.is(condition, NodeKind::Field) && graph_[condition].number == 1 &&
           surely_ok_[index(graph_.operands(condition)[0])];
  });
}

}  // namespace battc
