// From the graph to the program as data that runtime/exec interprets.
#pragma once

#include "batt/exec.h"
#include "compiler/ir/graph.h"
#include "compiler/lower/lowered_graph.h"

namespace battc {

batt::exec::Program emit_program_data(const Graph& graph, KnownCalls calls = KnownCalls::WrittenOut);

}  // namespace battc
