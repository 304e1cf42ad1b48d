#include "compiler/passes/remove_dead_values.h"

#include "compiler/ir/failures.h"
#include "compiler/passes/rewrite.h"

namespace battc {
namespace {

/// Whether the guard acts when its value turns out to be an error that it does not swallow without a trace.
bool has_effect(const Graph& graph, Failures& failures, NodeId id) {
  const Node& node = graph[id];
  if (!is_effect(node.kind) || !failures.may_be_error(graph.operands(id)[0])) return false;
  if (node.kind != NodeKind::Catch) return true;
  const std::uint64_t everything = subclass_bits(batt::Exception::Exception);
  const bool catches_all = (static_cast<std::uint64_t>(node.number) & everything) == everything;
  return !catches_all || failures.may_be_error(graph.operands(id)[1]);
}

/// The first node that certainly ends the program, or the end.
std::size_t find_certain_end(const Graph& graph) {
  for (std::size_t k = 0; k < graph.size(); ++k) {
    const auto id = static_cast<NodeId>(k);
    if (graph.is(id, NodeKind::Escape) && graph.is(graph.operands(id)[0], NodeKind::Error)) return k;
  }
  return graph.size();
}

}  // namespace

Graph remove_dead_values(const Graph& graph) {
  const std::size_t end = find_certain_end(graph);
  Failures failures(graph);
  std::vector<bool> live(graph.size(), false);
  if (end == graph.size()) {
    for (const Output& output : graph.outputs)
      for (const NodeId field : output.fields) live[index(field)] = true;
    live[index(graph.result)] = true;
  }
  for (std::size_t k = end == graph.size() ? end : end + 1; k-- > 0;) {
    const auto id = static_cast<NodeId>(k);
    live[k] = live[k] || has_effect(graph, failures, id) || graph.is(id, NodeKind::Parameter);
    if (!live[k]) continue;
    for (const NodeId operand : graph.operands(id)) live[index(operand)] = true;
  }

  Rewriter rewriter(graph);
  const NodeId nothing = rewriter.to().add(NodeKind::None);
  for (std::size_t k = 0; k < graph.size(); ++k) {
    const auto id = static_cast<NodeId>(k);
    if (live[k])
      rewriter.map(id, rewriter.copy(id));
    else
      rewriter.map(id, nothing);
  }
  Graph result = rewriter.finish();
  if (end != graph.size()) result.outputs.clear();
  return result;
}

}  // namespace battc
