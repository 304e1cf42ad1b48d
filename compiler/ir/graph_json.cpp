#include "compiler/ir/graph_json.h"

#include <nlohmann/json.hpp>

#include "compiler/ir/infer_types.h"
#include "compiler/ir/print.h"
#include "compiler/support/text.h"

namespace battc {
namespace {

using nlohmann::json;

/// JSON cannot hold malformed UTF-8; no program can, but a graph read from its text may.
json text_json(std::string_view text) {
  return find_invalid_utf8(text) == std::string_view::npos ? std::string(text) : escape(text);
}

json ids(std::span<const NodeId> nodes) {
  json out = json::array();
  for (const NodeId node : nodes) out.push_back(index(node));
  return out;
}

void describe(json& out, const Graph& graph, const Node& node) {
  const auto number = static_cast<std::size_t>(node.number);
  switch (node.kind) {
    case NodeKind::Parameter: out["parameter"] = text_json(graph.parameters[number]); break;
    case NodeKind::Boolean: out["value"] = node.number != 0; break;
    case NodeKind::Integer: out["value"] = node.number; break;
    case NodeKind::Text: out["value"] = text_json(graph.texts[number]); break;
    case NodeKind::Function: out["op"] = batt::op_info(static_cast<batt::OpId>(number)).name; break;
    case NodeKind::OtherName: out["alias"] = batt::all_aliases()[number - 1].name; break;
    case NodeKind::Error: out["exception"] = to_string(static_cast<batt::Exception>(number)); break;
    case NodeKind::Field: out["field"] = node.number == 0 ? "t" : "ok"; break;
    case NodeKind::Catch: out["catches"] = exception_names(static_cast<std::uint64_t>(node.number)); break;
    case NodeKind::Pile: out["number"] = node.number; break;
    default: break;
  }
}

json node_json(const Graph& graph, NodeId id, const Type& type) {
  json out = {{"id", index(id)}, {"kind", to_string(graph[id].kind)}, {"type", type.text()}};
  describe(out, graph, graph[id]);
  if (!is_leaf(graph[id].kind)) out["operands"] = ids(graph.operands(id));
  const Origin& origin = graph.origin(id);
  if (origin.line != 0) out["line"] = origin.line;
  if (!origin.variable.empty()) out["variable"] = text_json(origin.variable);
  return out;
}

json folded_json(const Graph& graph) {
  json all = json::array();
  for (const Folded& folded : graph.folded) {
    json out = {{"line", folded.line}, {"reason", folded.reason}};
    if (!folded.value.empty()) out["value"] = folded.value;
    all.push_back(std::move(out));
  }
  return all;
}

}  // namespace

json graph_as_json(const Graph& graph) {
  const bool collects = graph.function_kind == FunctionKind::Batt;
  json parameters = json::array(), nodes = json::array(), outputs = json::array();
  for (const std::string& parameter : graph.parameters) parameters.push_back(text_json(parameter));
  const std::vector<Type> types = infer_types(graph);
  for (std::size_t k = 0; k < graph.size(); ++k) nodes.push_back(node_json(graph, static_cast<NodeId>(k), types[k]));
  for (const Output& output : graph.outputs)
    outputs.push_back({{"to", output.to == Output::To::O ? "o" : "s"}, {"fields", ids(output.fields)}});
  return {{"function", text_json(graph.name)},
          {"kind", collects ? "batt" : "solver"},
          {"batch", graph.batch},
          {"parameters", std::move(parameters)},
          {"nodes", std::move(nodes)},
          {"folded", folded_json(graph)},
          {"outputs", std::move(outputs)},
          {"result", collects ? json() : json(index(graph.result))}};
}

}  // namespace battc
