#include "compiler/lower/remarks.h"

#include <algorithm>

namespace battc {
namespace {

void add_op(Remark& remark, batt::OpId op) {
  if (batt::op_info(op).bodies != batt::Bodies::Loop) return;
  if (std::find(remark.calling_ops.begin(), remark.calling_ops.end(), op) == remark.calling_ops.end())
    remark.calling_ops.push_back(op);
}

/// A loop needs no body of its op: it is the loop.
void add_steps(Remark& remark, const InlinedStep& step) {
  if (step.kind == InlinedStep::Kind::CallOp) add_op(remark, step.op);
  if (step.kind == InlinedStep::Kind::CallValue) remark.calls_value = true;
  for (const InlinedStep& inner : step.body) add_steps(remark, inner);
}

Remark::Kind kind_of(const InlinedStep& step) {
  switch (step.kind) {
    case InlinedStep::Kind::CallOp: return Remark::Kind::Op;
    case InlinedStep::Kind::CallValue: return Remark::Kind::Call;
    case InlinedStep::Kind::Loop: return Remark::Kind::Loop;
    case InlinedStep::Kind::FailedCall:
    case InlinedStep::Kind::SizeOf:
    case InlinedStep::Kind::Equal:
    case InlinedStep::Kind::Part:
    case InlinedStep::Kind::Block: break;
  }
  return Remark::Kind::Steps;
}

Remark remark_of_call(const Graph& graph, NodeId call) {
  Remark remark;
  const auto operands = graph.operands(call);
  if (graph.is(operands[0], NodeKind::Function) && operands.size() - 1 == batt::op_info(graph.op(operands[0])).arity) {
    remark.kind = Remark::Kind::Op;
    add_op(remark, graph.op(operands[0]));
  } else {
    remark.kind = Remark::Kind::Call;
    remark.calls_value = !graph.is(operands[0], NodeKind::Function);  // an op fails before it calls anything
  }
  return remark;
}

}  // namespace

Remark remark_of(const Graph& graph, const Placement& placement, NodeId id) {
  if (is_leaf(graph[id].kind) || placement.is_pile_field(id)) return {};
  if (placement.is_left_out(id)) return {placement.is_fused(id) ? Remark::Kind::Guarded : Remark::Kind::LeftOut};
  if (const InlinedCall* written = placement.inlined_call(id)) {
    Remark remark{kind_of(written->step)};
    add_steps(remark, written->step);
    return remark;
  }
  const bool is_guard = is_effect(graph[id].kind);
  const NodeId body = is_guard ? graph.operands(id)[0] : id;
  const bool computes = graph.is(body, NodeKind::Call) && (!is_guard || placement.is_fused(body)) &&
                        !(graph.is(id, NodeKind::Pile) && placement.needs_only_ok_flag(id));
  return computes ? remark_of_call(graph, body) : Remark{Remark::Kind::Value};
}

std::string_view to_string(Remark::Kind kind) {
  switch (kind) {
    case Remark::Kind::Constant: return "constant";
    case Remark::Kind::LeftOut: return "left out";
    case Remark::Kind::Guarded: return "guarded";
    case Remark::Kind::Value: return "value";
    case Remark::Kind::Op: return "op";
    case Remark::Kind::Steps: return "steps";
    case Remark::Kind::Loop: return "loop";
    case Remark::Kind::Call: return "call";
  }
  return "";
}

std::string interpreted_calls(const Remark& remark) {
  std::string text;
  for (const batt::OpId op : remark.calling_ops)
    text += (text.empty() ? "" : ", ") + std::string(batt::op_info(op).name);
  if (remark.calls_value) text += text.empty() ? "a call" : ", a call";
  return text;
}

}  // namespace battc
