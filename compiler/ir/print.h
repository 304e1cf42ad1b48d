// The graph as text: one node a line, the same text for the same graph, read back by parse_graph (parse.h).
//
//   batt batt(task_id, S, I, C, log_path):
//     %0 = call @o_g %I, 5              ; line 4 : none|empty_tuple|empty_set|objects|error
//     %1 = default @o_g                 ; line 4 : empty_tuple
//     %2 = catch %0, %1 on TypeError    ; t1, line 4 : none|empty_tuple|empty_set|objects
//     o 1, True, "task", %2
//     return o, s
//
// Leaves stand where they are used: 5, True, None, "text", {} (the empty set), @fill, %I (a parameter), !IndexError.
// All other nodes are numbered in order. The text leaves out spans, and leaves that nothing uses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/ir/graph.h"

namespace battc {

std::string print_graph(const Graph& graph);

/// The parts of the text, for other views of a graph. Works on graphs that verify() refuses, too.
class NodeText {
 public:
  explicit NodeText(const Graph& graph);

  /// How others refer to a node: %12, or the leaf itself.
  std::string name(NodeId id) const;
  /// What a node is: `call @fill %3, 5, %9`.
  std::string expression(NodeId id) const;
  /// Where it comes from: `t5, line 17`. Empty if nothing is known.
  std::string origin(NodeId id) const;

 private:
  std::string leaf(const Node& node) const;
  std::string names(std::span<const NodeId> ids) const;

  const Graph& graph_;
  std::vector<std::size_t> numbers_;  ///< of the nodes that are no leaves
};

/// The names of a set of exceptions: a class for itself and its subclasses, `only` before a class without them.
std::vector<std::string> exception_names(std::uint64_t bits);

/// The text between double quotes, printable, every byte recoverable.
std::string double_quoted(std::string_view text);
/// A name as it is if it is a plain ASCII identifier, otherwise double_quoted.
std::string plain_or_quoted(std::string_view name);

constexpr bool is_plain(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

}  // namespace battc
