// Computes equal calls once, where Python could not tell: the call makes no function and no number of its own, and no
// sets that may meet in `|` or `&` (set_meetings.h).
#pragma once

#include "compiler/ir/graph.h"

namespace battc {

Graph merge_equal_calls(const Graph& graph);

}  // namespace battc
