// Computes equal calls once, where Python could not tell: the call makes no function and no number of its own. Two sets
// that were two objects and are one now matter to `|` and `&`, which ask whether their operands are the same object; they
// get a NewIdentity there.
#pragma once

#include "compiler/ir/graph.h"

namespace battc {

Graph merge_equal_calls(const Graph& graph);

}  // namespace battc
