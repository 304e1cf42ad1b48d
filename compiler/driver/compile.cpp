#include "compiler/driver/compile.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include "compiler/driver/failure.h"
#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"
#include "compiler/ir/build_graph.h"
#include "compiler/support/text.h"

namespace battc {
namespace {

void print(const Diagnostics& diagnostics, const SourceFile& source, const FrontOptions& front) {
  if (front.diagnostics == "json")
    fmt::print(stderr, "{}", render_json(diagnostics, source));
  else if (!diagnostics.all().empty())
    fmt::print(stderr, "{}", render(diagnostics, source, {.colour = isatty(STDERR_FILENO) != 0}));
}

SourceFile load(const std::string& path) {
  try {
    return SourceFile::load(path);
  } catch (const SourceError& error) {
    throw io_failure(error.what());
  }
}

}  // namespace

std::vector<LoweredFunction> CompiledSource::lowered(const PipelineOptions& options) const {
  std::vector<LoweredFunction> functions;
  for (const Graph& graph : graphs) functions.push_back(lower_graph(graph, KnownCalls::Inlined, options));
  return functions;
}

std::optional<std::vector<Graph>> build_graphs(const SourceFile& source, Diagnostics& diagnostics,
                                               const std::string& function, const PipelineOptions& pipeline) {
  auto module = parse(source, diagnostics);
  if (!module || !resolve(*module, diagnostics)) return std::nullopt;
  std::vector<Graph> graphs;
  for (const FunctionDefinition& found : module->functions)
    if (function.empty() || found.name == function)
      graphs.push_back(optimize(build_graph(*module, found, source), pipeline));
  return graphs;
}

CompiledSource compile(const std::string& path, const FrontOptions& front, const PipelineOptions& pipeline) {
  CompiledSource compiled{load(path), {}};
  Diagnostics diagnostics;
  diagnostics.keep_warnings(front.warnings);
  auto graphs = build_graphs(compiled.source, diagnostics, front.function, pipeline);
  print(diagnostics, compiled.source, front);
  if (!graphs) throw CommandFailure(exit_source_error, "");
  compiled.graphs = std::move(*graphs);
  if (compiled.graphs.empty())
    throw CommandFailure(exit_usage, fmt::format("{}: no function {}", compiled.source.name(), quote(front.function)));
  return compiled;
}

}  // namespace battc
