// Computes at compile time what depends on constants alone, by the very ops that would compute it at run time, and what
// fails whatever the inputs are (dsl_kernels/certain_failures.def). A call that must fail becomes what its guard makes
// of the failure. Only what is the same in both error modes is folded; after a guard at which the program ends in one
// of them, only the other one counts.
#pragma once

#include "compiler/ir/graph.h"

namespace battc {

Graph fold_constants(const Graph& graph);

}  // namespace battc
