#include "compiler/driver/compile.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include "compiler/driver/failure.h"
#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"
#include "compiler/ir/build_graph.h"

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

CompiledSource compile(const std::string& path, const FrontOptions& front, const PipelineOptions& pipeline) {
  CompiledSource compiled{load(path), {}};
  Diagnostics diagnostics;
  diagnostics.keep_warnings(front.warnings);
  auto module = parse(compiled.source, diagnostics);
  const bool good = module && resolve(*module, diagnostics);
  print(diagnostics, compiled.source, front);
  if (!good) throw CommandFailure(exit_source_error, "");

  for (const Function& function : module->functions)
    if (front.function.empty() || function.name == front.function)
      compiled.graphs.push_back(optimize(build_graph(*module, function, compiled.source), pipeline));
  if (compiled.graphs.empty())
    throw CommandFailure(exit_usage, fmt::format("{}: no function '{}'", compiled.source.name(), front.function));
  return compiled;
}

}  // namespace battc
