// The graph as JSON for other programs; the same graph gives the same JSON.
//   {"function", "kind": "solver" | "batt", "batch", "parameters", "nodes", "outputs", "result"}
//   a node: {"id", "kind", "operands", "line", "variable"} and what it is by kind: "parameter", "value", "op",
//   "exception", "field", "catches" (names), "number" (of a pile); operands are ids of earlier nodes
//   an output: {"to": "o" | "s", "fields": four ids}; "result" is an id, null for a batt
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "compiler/ir/graph.h"

namespace battc {

/// The graph must be sound (verify.h).
nlohmann::json graph_as_json(const Graph& graph);

}  // namespace battc
