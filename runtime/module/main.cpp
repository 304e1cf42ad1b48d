// The main function of built programs.
#include "runtime/module/emitted_entries.h"
#include "runtime/module/run_options.h"
#include "runtime/task/program_main.h"

namespace {

int run(int argc, char** argv) {
  CLI::App app("A compiled ARC-DSL program: runs over the samples of a golden file or an ARC task.");
  batt::RunCommand command;
  batt::add_run_options(app, command);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return batt::exit_after(app, error);
  }
  const bool agrees = batt::run_command(batt::emitted::entries_of(*batt_program_v1()), command);
  return agrees ? batt::exit_ok : batt::exit_difference;
}

}  // namespace

int main(int argc, char** argv) {
  return batt::run_main(argc > 0 ? argv[0] : "program", [&] { return run(argc, argv); });
}
