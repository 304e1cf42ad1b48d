#include "compiler/passes/pipeline.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "compiler/ir/print.h"
#include "compiler/ir/verify.h"
#include "compiler/lower/lower.h"
#include "compiler/lower/print_lowered.h"
#include "compiler/lower/verify_lowered.h"
#include "compiler/passes/call_bound_ops.h"
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
    {"call_bound_ops", 1, call_bound_ops},
    {"fold_constants", 1, fold_constants},
    {"merge_equal_calls", 2, merge_equal_calls},
    {"remove_dead_values", 1, remove_dead_values},
};

/// A pass that leaves a graph in disorder is a bug of ours, and better found here than in a result.
void check([[maybe_unused]] const Graph& graph, [[maybe_unused]] std::string_view pass) {
#ifndef NDEBUG
  if (const auto broken = verify(graph); !broken.empty())
    throw std::logic_error(fmt::format("{} broke the graph of {}: {}", pass, graph.name, broken.front()));
#endif
}
void check([[maybe_unused]] const LoweredFunction& function) {
#ifndef NDEBUG
  if (const auto broken = verify_lowered(function); !broken.empty())
    throw std::logic_error(fmt::format("lower broke {}: {}", function.program.name, broken.front()));
#endif
}

bool is_dumped(std::string_view pass, const PipelineOptions& options) {
  return options.dump_after == pass || options.dump_after == "all";
}

}  // namespace

std::vector<std::string_view> optional_pass_names() {
  std::vector<std::string_view> names;
  for (const Pass& pass : passes) names.push_back(pass.name);
  return names;
}

std::vector<std::string_view> pass_names() {
  std::vector<std::string_view> names = optional_pass_names();
  names.emplace_back("lower");
  return names;
}

Graph optimize(Graph graph, const PipelineOptions& options) {
  check(graph, "build_graph");
  for (const Pass& pass : passes) {
    if (options.level < pass.level || std::ranges::find(options.skipped, pass.name) != options.skipped.end()) continue;
    graph = pass.run(graph);
    check(graph, pass.name);
    if (is_dumped(pass.name, options)) fmt::print(stderr, "; after {}\n{}", pass.name, print_graph(graph));
  }
  return graph;
}

LoweredFunction lower_graph(const Graph& graph, KnownCalls calls, const PipelineOptions& options) {
  LoweredFunction function = lower(graph, calls);
  check(function);
  if (is_dumped("lower", options)) fmt::print(stderr, "; after lower\n{}", print_lowered(function));
  return function;
}

}  // namespace battc
