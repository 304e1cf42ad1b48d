#include "compiler/passes/set_meetings.h"

#include <algorithm>

#include "compiler/ir/type.h"
#include "dsl_kernels/op_table.h"
#include "runtime/value/until_unload.h"

namespace battc {
namespace {

bool asks(const Graph& graph, NodeId function) {
  return graph.is(function, NodeKind::Function) && batt::op_info(graph.op(function)).sees_identity;
}

bool is_direct(const Graph& graph, NodeId id) {
  return graph.is(id, NodeKind::Call) && asks(graph, graph.operands(id)[0]);
}

/// Whether a function that asks is among the node's operands: it may be called by anything that gets hold of it.
bool passes_asker(const Graph& graph, NodeId id) {
  const auto operands = graph.operands(id);
  return std::ranges::any_of(graph.is(id, NodeKind::Call) ? operands.subspan(1) : operands,
                             [&](NodeId operand) { return asks(graph, operand); });
}

/// Whether the node's value may be one of its operands, or have sets of theirs in it. Ops return what they are given in
/// more cases than can be told from here: only numbers and the like are known not to.
bool carries_operands(const Graph& graph, NodeId id) {
  if (graph.is(id, NodeKind::Default)) return false;
  if (!graph.is(id, NodeKind::Call)) return true;
  const NodeId callee = graph.operands(id)[0];
  if (!graph.is(callee, NodeKind::Function)) return true;
  static const batt::UntilUnload plain = written_type("none|bool|int|float|text|pair|cell|row|empty_tuple|empty_set");
  return !written_type(batt::op_info(graph.op(callee)).always).is_within(*plain);
}

/// As many bits as there are places, but not so many that they take much memory.
std::size_t words_for(std::size_t places, std::size_t nodes) {
  constexpr std::size_t most_words = std::size_t{1} << 21;
  const std::size_t affordable = std::max<std::size_t>(1, most_words / std::max<std::size_t>(1, nodes));
  return std::min((places + 63) / 64, affordable);
}

}  // namespace

SetMeetings::SetMeetings(const Graph& graph) {
  find_places(graph);
  find_flow(graph);
}

void SetMeetings::find_places(const Graph& graph) {
  std::vector<NodeId> places;
  for (std::size_t k = 0; k < graph.size(); ++k) {
    const auto id = static_cast<NodeId>(k);
    if (is_direct(graph, id) || passes_asker(graph, id)) places.push_back(id);
  }
  const std::size_t words = words_for(places.size(), graph.size());
  for (BitRows* rows : {&first_, &second_, &askers_}) rows->resize(graph.size(), words);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const std::size_t bit = k % (words * 64);
    const auto operands = graph.operands(places[k]);
    if (is_direct(graph, places[k]) && operands.size() == 3) {
      first_.set(operands[1], bit);
      second_.set(operands[2], bit);
    }
    if (passes_asker(graph, places[k])) askers_.set(places[k], bit);
  }
}

void SetMeetings::find_flow(const Graph& graph) {
  for (std::size_t k = 0; k < graph.size(); ++k)
    for (const NodeId operand : graph.operands(static_cast<NodeId>(k)))
      askers_.add(static_cast<NodeId>(k), askers_, operand);
  for (std::size_t k = graph.size(); k-- > 0;) {
    const auto id = static_cast<NodeId>(k);
    const bool carries = carries_operands(graph, id);
    for (const NodeId operand : graph.operands(id)) {
      if (carries) {
        first_.add(operand, first_, id);
        second_.add(operand, second_, id);
      }
      first_.add(operand, askers_, id);
      second_.add(operand, askers_, id);
    }
  }
}

bool SetMeetings::may_meet(NodeId a, NodeId b) const {
  return first_.meets(a, second_, b) || second_.meets(a, first_, b);
}

void SetMeetings::merge(NodeId kept, NodeId merged) {
  first_.add(kept, first_, merged);
  second_.add(kept, second_, merged);
}

}  // namespace battc
