#include "compiler/passes/pipeline.h"

#include <fmt/core.h>

#include "compiler/passes/fold_constants.h"
#include "compiler/passes/merge_equal_calls.h"
#include "compiler/passes/remove_dead_values.h"

namespace battc {
namespace {

struct Pass {
  const char* name;
  int level;  ///< the lowest -O that runs it
  Graph (*run)(const Graph&);
};

constexpr Pass passes[] = {
    {"fold_constants", 1, fold_constants},
    {"merge_equal_calls", 2, merge_equal_calls},
    {"remove_dead_values", 1, remove_dead_values},
};

}  // namespace

Graph optimize(Graph graph, const PipelineOptions& options) {
  for (const Pass& pass : passes)
    if (options.level >= pass.level) graph = pass.run(graph);
  return graph;
}

}  // namespace battc
