#include "compiler/ir/infer_types.h"

namespace battc {
namespace {

Type safe_default(const Type& function) {
  if (function.known_op() && function.is_within(Type::of(TypeKind::Function)))
    return default_type(batt::op_info(*function.known_op()).safe_default);
  if (!function.may_be(TypeKind::Function)) return Type::of(TypeKind::EmptyTuple);
  Type type = Type::of(TypeKind::EmptyTuple);
  for (const batt::Default value :
       {batt::Default::EmptySet, batt::Default::Zero, batt::Default::False, batt::Default::Function})
    type = join(type, default_type(value));
  return type;
}

}  // namespace

Type TypeInference::infer(NodeId id) const {
  const Node& node = graph_[id];
  switch (node.kind) {
    case NodeKind::Parameter: return parameter(graph_.parameters[static_cast<std::size_t>(node.number)]);
    case NodeKind::None: return Type::of(TypeKind::None);
    case NodeKind::Boolean: return Type::of(TypeKind::Bool);
    case NodeKind::Integer: return Type::integer(node.number);
    case NodeKind::Text: return Type::of(TypeKind::Text);
    case NodeKind::EmptySet: return Type::of(TypeKind::EmptySet);
    case NodeKind::Function: return Type::function(graph_.op(id));
    case NodeKind::Error: return Type::error(static_cast<batt::Exception>(node.number));
    case NodeKind::Tuple: return tuple(id);
    case NodeKind::Call: return call(id);
    case NodeKind::Default: return safe_default(operand(id, 0));
    case NodeKind::Field: return field(id);
    case NodeKind::OtherName: return operand(id, 0);
    case NodeKind::Escape: return operand(id, 0).without_errors();
    case NodeKind::Catch: return join(operand(id, 0), operand(id, 1)).without_errors();
    case NodeKind::Pile: return Type::of(TypeKind::Okt);
  }
  return Type::any_value();
}

Type TypeInference::parameter(const std::string& name) const {
  if (inputs_ == InputTypes::Any) return Type::any_value();
  if (name == "I") return Type::of(TypeKind::Grid);
  if (name == "C") return join(Type::of(TypeKind::Grid), Type::of(TypeKind::EmptyTuple));
  if (name == "S")
    return join(Type::of(TypeKind::EmptyTuple),
                Type::container(TypeKind::Tuple, Type::container(TypeKind::Tuple, Type::of(TypeKind::Grid))));
  return Type::of(TypeKind::Text);
}

/// The items' errors are the tuple's.
Type TypeInference::tuple(NodeId id) const {
  const auto items = graph_.operands(id);
  if (items.empty()) return Type::of(TypeKind::EmptyTuple);
  Type all;
  for (const NodeId item : items) all = join(all, types_[index(item)]);
  const Type values = all.without_errors();
  Type type = Type::container(TypeKind::Tuple, values);
  const bool may_be_ints = values.may_be(TypeKind::Int);
  if (may_be_ints)
    type = Type::of(items.size() == 2 ? TypeKind::Pair : items.size() == 3 ? TypeKind::Cell : TypeKind::Row);
  if (may_be_ints && !values.is_within(Type::of(TypeKind::Int)))
    type = join(type, Type::container(TypeKind::Tuple, values));
  if (values.may_be(TypeKind::Row) || values.may_be(TypeKind::Pair) || values.may_be(TypeKind::Cell))
    type = join(type, Type::of(TypeKind::Grid));
  return all.may_be(TypeKind::Error) ? join(type, all.without_errors().is_nothing() ? all : Type().with_errors())
                                     : type;
}

Type TypeInference::call(NodeId id) const {
  const auto operands = graph_.operands(id);
  const Type& callee = types_[index(operands[0])];
  Type errors;
  std::vector<Type> arguments;
  for (const NodeId operand_id : operands) {
    const Type& type = types_[index(operand_id)];
    if (type.may_be(TypeKind::Error)) errors = Type().with_errors();
    arguments.push_back(type.without_errors());
  }
  arguments.erase(arguments.begin());  // the callee
  if (!callee.may_be(TypeKind::Function)) return Type::error(batt::Exception::TypeError);
  const bool is_known = callee.known_op() && callee.is_within(Type::of(TypeKind::Function));
  return join(errors, is_known ? call_type(*callee.known_op(), arguments) : Type::any_value().with_errors());
}

Type TypeInference::field(NodeId id) const {
  if (graph_[id].number == 1) return Type::of(TypeKind::Bool).with_errors();
  const NodeId of = graph_.operands(id)[0];
  if (!graph_.is(of, NodeKind::Pile)) return Type::any_value().with_errors();
  const NodeId called = graph_.operands(of)[0];
  const Type answered = join(types_[index(called)].without_errors(), Type::of(TypeKind::None));
  if (!types_[index(called)].may_be(TypeKind::Error)) return answered;
  return join(answered, join(Type::of(TypeKind::EmptySet), Type::of(TypeKind::EmptyTuple)));
}

const Type& TypeInference::operator[](NodeId id) {
  while (types_.size() <= index(id)) types_.push_back(infer(static_cast<NodeId>(types_.size())));
  return types_[index(id)];
}

std::vector<Type> infer_types(const Graph& graph, InputTypes inputs) {
  TypeInference inference(graph, inputs);
  std::vector<Type> types;
  for (std::size_t k = 0; k < graph.size(); ++k) types.push_back(inference[static_cast<NodeId>(k)]);
  return types;
}

}  // namespace battc
