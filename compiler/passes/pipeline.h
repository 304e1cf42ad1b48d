// The passes over a graph, in order, and lowering as the last step. Every level gives the same results.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/ir/graph.h"
#include "compiler/lower/lowered_function.h"

namespace battc {

struct PipelineOptions {
  int level = 2;                          ///< -O0, -O1, -O2
  std::string dump_after;                 ///< a pass whose result is printed to standard error; "all": every one
  std::vector<std::string> skipped = {};  ///< passes that do not run, whatever the level
};

/// What `dump_after` can name, in the order in which the passes run.
std::vector<std::string_view> pass_names();
/// What `skipped` can name: all but "lower".
std::vector<std::string_view> optional_pass_names();

Graph optimize(Graph graph, const PipelineOptions& options);

/// The last step: lower() (compiler/lower/lower.h), checked and dumped like a pass. `dump_after` calls it "lower".
LoweredFunction lower_graph(const Graph& graph, KnownCalls calls = KnownCalls::Inlined,
                            const PipelineOptions& options = {});

}  // namespace battc
