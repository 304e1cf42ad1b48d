#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/entries.h"
#include "compiler/driver/failure.h"

namespace battc {

int run_source(const RunSourceOptions& options) {
  FrontOptions front;
  front.function = options.command.function;
  front.warnings = options.warnings;
  const CompiledSource compiled = compile(options.source, front, options.pipeline);
  const batt::RunCommand& command = options.command;
  const auto entries = in_process_entries(compiled, command.paths, command.verify);
  return batt::run_command(entries, command) ? exit_ok : exit_difference;
}

}  // namespace battc
