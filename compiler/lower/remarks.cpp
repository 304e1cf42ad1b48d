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
void add_steps(Remark& remark, const Step& step) {
  if (step.kind == Step::Kind::CallOp) add_op(remark, step.op);
  if (step.kind == Step::Kind::CallValue) remark.calls_value = true;
  for (const Step& inner : step.body) add_steps(remark, inner);
}

Remark::Form form_of(const Step& step) {
  switch (step.kind) {
    case Step::Kind::CallOp: return Remark::Form::Op;
    case Step::Kind::CallValue: return Remark::Form::Call;
    case Step::Kind::Loop: return Remark::Form::Loop;
    case Step::Kind::Equal:
    case Step::Kind::Part:
    case Step::Kind::Block: break;
  }
  return Remark::Form::Steps;
}

Remark remark_of_call(const Graph& graph, NodeId call) {
  Remark remark;
  const auto operands = graph.operands(call);
  if (graph.is(operands[0], NodeKind::Function) && operands.size() - 1 == batt::op_info(graph.op(operands[0])).arity) {
    remark.form = Remark::Form::Op;
    add_op(remark, graph.op(operands[0]));
  } else {
    remark.form = Remark::Form::Call;
    remark.calls_value = !graph.is(operands[0], NodeKind::Function);  // an op fails before it calls anything
  }
  return remark;
}

}  // namespace

Remark remark_of(const Graph& graph, const Placement& placement, NodeId id) {
  if (is_leaf(graph[id].kind) || placement.is_pile_field(id)) return {};
  if (placement.is_left_out(id)) return {placement.is_fused(id) ? Remark::Form::Guarded : Remark::Form::LeftOut};
  if (const InlinedCall* written = placement.inlined_call(id)) {
    Remark remark{form_of(written->step)};
    add_steps(remark, written->step);
    return remark;
  }
  const bool is_guard = is_effect(graph[id].kind);
  const NodeId body = is_guard ? graph.operands(id)[0] : id;
  const bool computes = graph.is(body, NodeKind::Call) && (!is_guard || placement.is_fused(body)) &&
                        !(graph.is(id, NodeKind::Pile) && placement.needs_only_ok_flag(id));
  return computes ? remark_of_call(graph, body) : Remark{Remark::Form::Value};
}

std::string_view to_string(Remark::Form form) {
  switch (form) {
    case Remark::Form::Constant: return "constant";
    case Remark::Form::LeftOut: return "left out";
    case Remark::Form::Guarded: return "guarded";
    case Remark::Form::Value: return "value";
    case Remark::Form::Op: return "op";
    case Remark::Form::Steps: return "steps";
    case Remark::Form::Loop: return "loop";
    case Remark::Form::Call: return "call";
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
