#include "compiler/lower/placement.h"

#include "compiler/ir/uses.h"
#include "compiler/lower/merge_steps.h"

namespace battc {
namespace {

std::vector<bool> find_guarded(const Graph& graph) {
  std::vector<bool> guarded(graph.size(), false);
  for (std::size_t k = 0; k < graph.size(); ++k) {
    const auto id = static_cast<NodeId>(k);
    if (!is_effect(graph[id].kind)) continue;
    const auto operands = graph.operands(id);
    guarded[index(operands[0])] = true;
    if (graph.is(id, NodeKind::Catch) && graph.is(operands[1], NodeKind::Default)) guarded[index(operands[1])] = true;
  }
  return guarded;
}

}  // namespace

Placement::Placement(const Graph& graph, KnownCalls calls)
    : graph_(graph),
      functions_(graph, calls == KnownCalls::Inlined),
      uses_(count_uses(graph)),
      guarded_(find_guarded(graph)),
      needed_(graph.size(), false),
      left_out_(graph.size(), false) {
  if (calls == KnownCalls::Inlined) inline_calls();
  find_needed();
}

bool Placement::is_pile_field(NodeId id) const {
  return graph_.is(id, NodeKind::Field) && graph_.is(graph_.operands(id)[0], NodeKind::Pile);
}

const InlinedCall* Placement::inlined_call(NodeId id) const {
  const auto found = inlined_.find(index(id));
  return found == inlined_.end() ? nullptr : &found->second;
}

bool Placement::is_known_closure(NodeId callee, NodeId pile) const {
  const KnownFunction* function = functions_.find(callee, graph_.operands(pile).subspan(1));
  return function != nullptr && !function->is_op();
}

void Placement::inline_calls() {
  StepMerger merger(graph_);
  for (std::size_t k = 0; k < graph_.size(); ++k) {
    const auto id = static_cast<NodeId>(k);
    const auto operands = graph_.operands(id);
    const bool is_guard = is_effect(graph_[id].kind);
    const NodeId body = is_guard ? operands[0] : id;
    if (!graph_.is(body, NodeKind::Call) || is_fused(body) != is_guard) continue;
    const bool is_pile = graph_.is(id, NodeKind::Pile);
    auto inlined =
        inline_call(graph_, functions_, merger, body, is_pile ? operands.subspan(1) : std::span<const NodeId>{});
    if (!inlined) continue;
    if (inlined->items != nullptr) functions_.set_items(id, inlined->items);
    inlined_.emplace(k, std::move(*inlined));
  }
}

void Placement::find_needed() {
  for (const Output& output : graph_.outputs)
    for (const NodeId field : output.fields) need(field);
  need(graph_.result);
  for (std::size_t k = graph_.size(); k-- > 0;) {
    const auto id = static_cast<NodeId>(k);
    if (is_leaf(graph_[id].kind)) continue;
    const auto operands = graph_.operands(id);
    if (!is_effect(graph_[id].kind)) {
      left_out_[k] = is_fused(id) || is_pile_field(id) || !needed_[k];
      if (!left_out_[k]) need_operands(id, id);
      continue;
    }
    const bool is_pile = graph_.is(id, NodeKind::Pile);
    left_out_[k] = !is_pile && !needed_[k] && functions_.made_by(id) != nullptr;
    if (left_out_[k]) continue;
    for (const NodeId operand : operands.subspan(1))
      need(is_fused(operand) && graph_.is(operand, NodeKind::Default) ? graph_.operands(operand)[0] : operand);
    if (is_pile && needs_only_ok_flag(id)) continue;
    if (is_fused(operands[0]))
      need_operands(id, operands[0]);
    else
      need(operands[0]);
    if (!is_pile || !graph_.is(operands[0], NodeKind::Call)) continue;
    if (const NodeId callee = graph_.operands(operands[0])[0]; !is_known_closure(callee, id)) need(callee);
  }
}

void Placement::need(NodeId id) {
  needed_[index(id)] = true;
  if (is_pile_field(id) && graph_[id].number == 0) needed_[index(graph_.operands(id)[0])] = true;
}

void Placement::need_operands(NodeId id, NodeId body) {
  std::vector<NodeId> nodes;
  if (const InlinedCall* inlined = inlined_call(id))
    collect_nodes(inlined->step, nodes);
  else
    nodes.assign(graph_.operands(body).begin(), graph_.operands(body).end());
  for (const NodeId node : nodes) need(node);
}

}  // namespace battc
