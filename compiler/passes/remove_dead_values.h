// Drops unused values and what follows a certain exception; an exception that could be raised is never lost.
#pragma once

#include "compiler/ir/graph.h"

namespace battc {

Graph remove_dead_values(const Graph& graph);

}  // namespace battc
