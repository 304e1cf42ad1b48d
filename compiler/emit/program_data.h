// From the graph to the program as data that runtime/exec interprets.
#pragma once

#include "batt/exec.h"
#include "compiler/ir/graph.h"

namespace battc {

batt::exec::Program emit_program_data(const Graph& graph);

}  // namespace battc
