#include "compiler/ir/dot.h"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "compiler/ir/print.h"

namespace battc {
namespace {

/// Text inside a quoted string of Graphviz, where a backslash would begin an escape.
std::string dot_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

class DotWriter {
 public:
  explicit DotWriter(const Graph& graph) : graph_(graph), text_(graph) {}

  std::string run() {
    const std::string name = dot_escaped(plain_or_quoted(graph_.name));
    write("digraph \"{}\" {{\n  label=\"{}\";\n  node [shape=box, fontname=monospace];\n", name, name);
    for (std::size_t k = 0; k < graph_.size(); ++k) write_node(static_cast<NodeId>(k));
    for (std::size_t k = 0; k < graph_.outputs.size(); ++k) write_output(k);
    if (graph_.function_kind == FunctionKind::Solver) {
      write_end("result", "return " + text_.name(graph_.result));
      write_arrow(graph_.result, "result", false);
    }
    out_ += "}\n";
    return std::move(out_);
  }

 private:
  template <typename... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  bool has_box(NodeId id) const { return !is_leaf(graph_[id].kind) || graph_.is(id, NodeKind::Parameter); }

  void write_node(NodeId id) {
    if (!has_box(id)) return;
    const Node& node = graph_[id];
    if (node.kind == NodeKind::Parameter) {
      write("  n{} [label=\"{}\", shape=ellipse];\n", index(id), dot_escaped(text_.name(id)));
      return;
    }
    const std::string origin = text_.origin(id);
    write("  n{} [label=\"{} = {}\\l{}{}\"{}];\n", index(id), text_.name(id), dot_escaped(text_.expression(id)),
          dot_escaped(origin), origin.empty() ? "" : "\\l",
          is_effect(node.kind) ? ", style=filled, fillcolor=lightyellow" : "");
    const auto operands = graph_.operands(id);
    for (std::size_t k = 0; k < operands.size(); ++k)
      write_arrow(operands[k], fmt::format("n{}", index(id)), node.kind == NodeKind::Catch && k == 1);
  }

  void write_output(std::size_t k) {
    const Output& output = graph_.outputs[k];
    std::string fields;
    for (const NodeId field : output.fields) fields += (fields.empty() ? "" : ", ") + text_.name(field);
    const std::string box = fmt::format("output{}", k);
    write_end(box, fmt::format("{} {}", output.to == Output::To::O ? "o" : "s", fields));
    for (const NodeId field : output.fields) write_arrow(field, box, false);
  }

  void write_end(const std::string& box, const std::string& label) {
    write("  {} [label=\"{}\", style=rounded];\n", box, dot_escaped(label));
  }

  void write_arrow(NodeId from, const std::string& to, bool dashed) {
    if (has_box(from)) write("  n{} -> {}{};\n", index(from), to, dashed ? " [style=dashed]" : "");
  }

  const Graph& graph_;
  NodeText text_;
  std::string out_;
};

}  // namespace

std::string graph_as_dot(const Graph& graph) { return DotWriter(graph).run(); }

}  // namespace battc
