#include "compiler/passes/pipeline.h"

#include <fmt/core.h>

#include <stdexcept>

#include "compiler/ir/print.h"
#include "compiler/ir/verify.h"
#include "compiler/passes/fold_constants.h"
#include "compiler/passes/merge_equal_calls.h"
#include "compiler/passes/remove_dead_values.h"

namespace battc {
namespace {

struct Pass {
  std::string_view name;
  int level;  ///< the lowest -O that runs it
  Graph (*run)(const Graph&);
};

constexpr Pass passes[] = {
    {"fold_constants", 1, fold_constants},
    {"merge_equal_calls", 2, merge_equal_calls},
    {"remove_dead_values", 1, remove_dead_values},
};

/// A pass that leaves a graph in disorder is a bug of ours, and better found here than in an answer.
void check(const Graph& graph, std::string_view pass) {
#ifndef NDEBUG
  if (const auto broken = verify(graph); !broken.empty())
    throw std::logic_error(fmt::format("{} broke the graph of {}: {}", pass, graph.name, broken.front()));
#else
  (void)graph, (void)pass;
#endif
}

}  // namespace

std::vector<std::string_view> pass_names() {
  std::vector<std::string_view> names;
  for (const Pass& pass : passes) names.push_back(pass.name);
  return names;
}

Graph optimize(Graph graph, const PipelineOptions& options) {
  check(graph, "build_graph");
  for (const Pass& pass : passes) {
    if (options.level < pass.level) continue;
    graph = pass.run(graph);
    check(graph, pass.name);
    if (options.dump_after == pass.name || options.dump_after == "all")
      fmt::print(stderr, "; after {}\n{}", pass.name, print_graph(graph));
  }
  return graph;
}

}  // namespace battc
