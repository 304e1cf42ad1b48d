// From the graph to the program as it runs: where each value lies, what guards it, which calls are inlined. The
// interpreter, the C++ emitter and the device all take the result as it is.
#pragma once

#include "compiler/lower/lowered_function.h"

namespace battc {

LoweredFunction lower(const Graph& graph, KnownCalls calls = KnownCalls::Inlined);

}  // namespace battc
