#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/entries.h"
#include "compiler/driver/failure.h"

namespace battc {

int run_source(const RunSourceOptions& options) {
  FrontOptions front;
  front.function = options.command.function;
  front.warnings = options.warnings;
  PipelineOptions pipeline;
  pipeline.level = options.level;
  const CompiledSource compiled = compile(options.source, front, pipeline);
  try {
    batt::run_command(in_process_entries(compiled), options.command);
  } catch (const batt::TaskError& error) {
    throw io_failure(error.what());
  }
  return exit_ok;
}

}  // namespace battc
