// The passes over a graph, in order. Every level gives the same answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/ir/graph.h"

namespace battc {

struct PipelineOptions {
  int level = 2;           ///< -O0, -O1, -O2
  std::string dump_after;  ///< a pass whose result is printed to standard error; "all": every one
};

/// What `dump_after` can name, in the order in which the passes run.
std::vector<std::string_view> pass_names();

Graph optimize(Graph graph, const PipelineOptions& options);

}  // namespace battc
