#include "compiler/ir/failures.h"

namespace battc {

using batt::Raises;

Raises call_raises(batt::OpId op) {
  return batt::op_info(op).failure == batt::Failure::Never ? Raises::Never : Raises::InRawMode;
}

Raises Failures::operator[](NodeId id) {
  while (known_.size() <= index(id)) known_.push_back(find(static_cast<NodeId>(known_.size())));
  return known_[index(id)];
}

Raises Failures::find(NodeId id) {
  const NodeKind kind = graph_[id].kind;
  if (is_leaf(kind)) return kind == NodeKind::Error ? Raises::InBothModes : Raises::Never;
  if (is_effect(kind)) return Raises::Never;
  Raises raises = Raises::Never;
  for (const NodeId operand : graph_.operands(id)) raises = either(raises, known_[index(operand)]);
  if (kind == NodeKind::Call) return either(raises, call(id));
  const bool is_field_of_any = kind == NodeKind::Field && !graph_.is(graph_.operands(id)[0], NodeKind::Pile);
  return is_field_of_any ? Raises::InBothModes : raises;
}

/// Of the call itself. In safe mode an op that is called with a wrong number of arguments gives its default as well;
/// closures, and what is no function, raise.
Raises Failures::call(NodeId id) {
  const auto operands = graph_.operands(id);
  const std::optional<batt::OpId> op = called_op(operands[0]);
  if (!op) return Raises::InBothModes;
  const bool has_all_arguments = operands.size() - 1 == batt::op_info(*op).arity;
  return has_all_arguments ? call_raises(*op) : Raises::InRawMode;
}

/// The op that a node is for certain, unless it is an error. Types take time, and most calls name their op.
std::optional<batt::OpId> Failures::called_op(NodeId callee) {
  if (graph_.is(callee, NodeKind::Function)) return graph_.op(callee);
  const Type type = types_[callee].without_errors();
  return type.is_within(Type::of(TypeKind::Function)) ? type.known_op() : std::nullopt;
}

}  // namespace battc
