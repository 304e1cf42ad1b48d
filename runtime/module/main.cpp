// The main function of built programs.
#include <cstdio>
#include <exception>

#include "runtime/module/entries.h"
#include "runtime/module/run_options.h"

namespace {

enum ExitCode { exit_ok = 0, exit_difference = 1, exit_usage = 2, exit_io = 3, exit_internal = 4 };

int run(int argc, char** argv) {
  CLI::App app("A compiled ARC-DSL program: runs over the samples of a golden file or an ARC task.");
  batt::RunCommand command;
  batt::add_run_options(app, command);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_ok : exit_usage;
  }
  return batt::run_command(batt::emitted::entries_of(*batt_program_v1()), command) ? exit_ok : exit_difference;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const batt::TaskError& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return exit_io;
  } catch (const std::exception& error) {
    std::fprintf(stderr,
                 "%s: internal error: %s\nThis is a bug in battc; please report it with the program and its input.\n",
                 argv[0], error.what());
    return exit_internal;
  }
}
