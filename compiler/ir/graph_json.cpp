#include "compiler/ir/graph_json.h"

#include <nlohmann/json.hpp>

#include "compiler/ir/print.h"

namespace battc {
namespace {

using nlohmann::ordered_json;

/// On one line. A graph built by hand may hold malformed UTF-8, which JSON cannot.
std::string line(const ordered_json& json) { return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace); }

ordered_json ids(std::span<const NodeId> nodes) {
  ordered_json out = ordered_json::array();
  for (const NodeId node : nodes) out.push_back(index(node));
  return out;
}

void describe(ordered_json& out, const Graph& graph, const Node& node) {
  const auto number = static_cast<std::size_t>(node.number);
  switch (node.kind) {
    case NodeKind::Parameter: out["parameter"] = graph.parameters[number]; break;
    case NodeKind::Boolean: out["value"] = node.number != 0; break;
    case NodeKind::Integer: out["value"] = node.number; break;
    case NodeKind::Text: out["value"] = graph.texts[number]; break;
    case NodeKind::Function: out["op"] = batt::op_info(static_cast<batt::OpId>(number)).name; break;
    case NodeKind::Error: out["exception"] = to_string(static_cast<batt::Exception>(number)); break;
    case NodeKind::Field: out["field"] = node.number == 0 ? "t" : "ok"; break;
    case NodeKind::Catch: out["catches"] = exception_names(static_cast<std::uint64_t>(node.number)); break;
    case NodeKind::Pile: out["number"] = node.number; break;
    default: break;
  }
}

ordered_json node_json(const Graph& graph, NodeId id) {
  ordered_json out;
  out["id"] = index(id);
  out["kind"] = to_string(graph[id].kind);
  describe(out, graph, graph[id]);
  if (!is_leaf(graph[id].kind)) out["operands"] = ids(graph.operands(id));
  const Origin& origin = graph.origin(id);
  if (origin.line != 0) out["line"] = origin.line;
  if (!origin.variable.empty()) out["variable"] = origin.variable;
  return out;
}

void append_list(std::string& out, const char* name, const std::vector<std::string>& lines) {
  out.append(" \"").append(name).append("\": [");
  for (std::size_t k = 0; k < lines.size(); ++k) out.append(k == 0 ? "\n  " : ",\n  ").append(lines[k]);
  out += lines.empty() ? "],\n" : "\n ],\n";
}

}  // namespace

std::string graph_as_json(const Graph& graph) {
  const bool collects = graph.function_kind == FunctionKind::Batt;
  std::vector<std::string> nodes;
  for (std::size_t k = 0; k < graph.size(); ++k) nodes.push_back(line(node_json(graph, static_cast<NodeId>(k))));
  std::vector<std::string> outputs;
  for (const Output& output : graph.outputs)
    outputs.push_back(line({{"to", output.to == Output::To::O ? "o" : "s"}, {"fields", ids(output.fields)}}));

  std::string out = "{\"function\": " + line(graph.name) + ",\n \"kind\": " + (collects ? "\"batt\"" : "\"solver\"") +
                    ",\n \"batch\": " + (graph.batch ? "true" : "false") +
                    ",\n \"parameters\": " + line(graph.parameters) + ",\n";
  append_list(out, "nodes", nodes);
  append_list(out, "outputs", outputs);
  return out + " \"result\": " + (collects ? "null" : std::to_string(index(graph.result))) + "}\n";
}

std::string graphs_as_json(std::span<const Graph> graphs) {
  std::string out = "{\"functions\": [\n";
  for (std::size_t k = 0; k < graphs.size(); ++k) {
    out += graph_as_json(graphs[k]);
    if (k + 1 < graphs.size()) out.insert(out.size() - 1, ",");
  }
  return out + "]}\n";
}

}  // namespace battc
