#include "compiler/lower/choices.h"

#include <algorithm>

namespace battc {
namespace {

void add_op(Choice& choice, batt::OpId op) {
  if (batt::op_info(op).bodies != batt::HasBodies::Calls) return;
  if (std::find(choice.calling_ops.begin(), choice.calling_ops.end(), op) == choice.calling_ops.end()) choice.calling_ops.push_back(op);
}

/// A loop needs no body of its op: it is the loop.
void add_steps(Choice& choice, const Step& step) {
  if (step.kind == Step::Kind::CallOp) add_op(choice, step.op);
  if (step.kind == Step::Kind::CallValue) choice.calls_value = true;
  for (const Step& inner : step.body) add_steps(choice, inner);
}

Choice::Form form_of(const Step& step) {
  switch (step.kind) {
    case Step::Kind::CallOp: return Choice::Form::Op;
    case Step::Kind::CallValue: return Choice::Form::Call;
    case Step::Kind::Loop: return Choice::Form::Loop;
    case Step::Kind::Equal:
    case Step::Kind::Block: break;
  }
  return Choice::Form::Steps;
}

Choice choice_of_call(const Graph& graph, NodeId call) {
  Choice choice;
  const auto operands = graph.operands(call);
  if (graph.is(operands[0], NodeKind::Function) && operands.size() - 1 == batt::op_info(graph.op(operands[0])).arity) {
    choice.form = Choice::Form::Op;
    add_op(choice, graph.op(operands[0]));
  } else {
    choice.form = Choice::Form::Call;
    choice.calls_value = !graph.is(operands[0], NodeKind::Function);  // an op fails before it calls anything
  }
  return choice;
}

}  // namespace

Choice choice_of(const Graph& graph, const LoweredGraph& lowered, NodeId id) {
  if (is_leaf(graph[id].kind) || lowered.is_pile_field(id)) return {};
  if (lowered.is_left_out(id)) return {lowered.is_fused(id) ? Choice::Form::Guarded : Choice::Form::LeftOut};
  if (const WrittenCall* written = lowered.written_call(id)) {
    Choice choice{form_of(written->step)};
    add_steps(choice, written->step);
    return choice;
  }
  const bool is_guard = is_effect(graph[id].kind);
  const NodeId body = is_guard ? graph.operands(id)[0] : id;
  const bool computes = graph.is(body, NodeKind::Call) && (!is_guard || lowered.is_fused(body)) &&
                        !(graph.is(id, NodeKind::Pile) && lowered.is_ok_alone(id));
  return computes ? choice_of_call(graph, body) : Choice{Choice::Form::Value};
}

std::string_view to_string(Choice::Form form) {
  switch (form) {
    case Choice::Form::Constant: return "constant";
    case Choice::Form::LeftOut: return "left out";
    case Choice::Form::Guarded: return "guarded";
    case Choice::Form::Value: return "value";
    case Choice::Form::Op: return "op";
    case Choice::Form::Steps: return "steps";
    case Choice::Form::Loop: return "loop";
    case Choice::Form::Call: return "call";
  }
  return "";
}

std::string interpreted_calls(const Choice& choice) {
  std::string text;
  for (const batt::OpId op : choice.calling_ops) text += (text.empty() ? "" : ", ") + std::string(batt::op_info(op).name);
  if (choice.calls_value) text += text.empty() ? "a call" : ", a call";
  return text;
}

}  // namespace battc
