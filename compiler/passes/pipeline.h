// The passes over a graph, in order. Every level gives the same answers.
#pragma once

#include <string>

#include "compiler/ir/graph.h"

namespace battc {

struct PipelineOptions {
  int level = 2;           ///< -O0, -O1, -O2
  std::string dump_after;  ///< a pass whose result is printed to standard error; "all": every one
};

Graph optimize(Graph graph, const PipelineOptions& options);

}  // namespace battc
