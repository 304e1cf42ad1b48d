// From a source file to optimised graphs: what every command that takes a program begins with.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/graph.h"
#include "compiler/passes/pipeline.h"
#include "compiler/support/diagnostics.h"
#include "compiler/support/source.h"

namespace battc {

struct FrontOptions {
  std::string function;  ///< only this one; empty: all
  bool warnings = true;
  std::string diagnostics = "text";  ///< or "json"
};

struct CompiledSource {
  SourceFile source;
  std::vector<Graph> graphs;  ///< one for each function, in the order of the file

  /// The functions as they run.
  std::vector<LoweredFunction> lowered(const PipelineOptions& options = {}) const;
};

/// The graphs of the functions of a source, or of the one called `function`; nothing if `diagnostics` got errors.
std::optional<std::vector<Graph>> build_graphs(const SourceFile& source, Diagnostics& diagnostics,
                                               const std::string& function, const PipelineOptions& pipeline);

/// Reads and compiles; prints diagnostics to standard error. Throws CommandFailure: exit_io for a file that cannot be
/// read, exit_source_error (without a message) after errors in the program.
CompiledSource compile(const std::string& path, const FrontOptions& front, const PipelineOptions& pipeline);

}  // namespace battc
