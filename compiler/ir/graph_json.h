// The graph as JSON for other programs, one node a line; the same graph gives the same bytes.
//   {"function", "kind": "solver" | "batt", "batch", "parameters", "nodes", "outputs", "result"}
//   a node: {"id", "kind", what it is by kind, "operands", "line", "variable"}; operands are ids of earlier nodes
//   what it is: "parameter", "value", "op", "exception", "field", "catches" (names), "number" (of a pile)
//   an output: {"to": "o" | "s", "fields": four ids}; "result" is an id, null for a batt
#pragma once

#include <span>
#include <string>

#include "compiler/ir/graph.h"

namespace battc {

std::string graph_as_json(const Graph& graph);

/// {"functions": [..]}
std::string graphs_as_json(std::span<const Graph> graphs);

}  // namespace battc
