#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <functional>
#include <map>

#include "compiler/driver/commands.h"
#include "compiler/driver/failure.h"

namespace {

using battc::OpsOptions;
using battc::TestOptions;

/// The chosen subcommand's action.
using Actions = std::map<const CLI::App*, std::function<int()>>;

void add_ops(CLI::App& app, Actions& actions, OpsOptions& options) {
  CLI::App* command = app.add_subcommand("ops", "List the ops of the DSL, and its constants.");
  command->add_flag_callback("--json", [&options] { options.format = "json"; }, "as JSON");
  command->add_flag_callback("--markdown", [&options] { options.format = "markdown"; }, "as the text of docs/ops.md");
  actions[command] = [&options] { return run_ops(options); };
}

void add_test(CLI::App& app, Actions& actions, TestOptions& options) {
  CLI::App* command = app.add_subcommand("test", "Run golden files and compare with what CPython answered.");
  command->add_option("PATH", options.paths, "vectors (.jsonl), programs (X.py beside X.json), or folders of them")->required();
  command->add_option("--errors", options.errors, "error mode (default: from the file)")->check(CLI::IsMember({"safe", "raw"}));
  command->add_option("--op", options.op, "only the vectors of this op");
  command->add_option("-O", options.level, "optimisation level")->check(CLI::Range(0, 2));
  actions[command] = [&options] { return run_test(options); };
}

int run(int argc, char** argv) {
  CLI::App app("battc compiles ARC-DSL programs to native code.", "battc");
  app.set_version_flag("--version", "battc " BATTC_VERSION);
  app.require_subcommand(1);
  Actions actions;
  OpsOptions ops;
  TestOptions test;
  add_ops(app, actions, ops);
  add_test(app, actions, test);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? battc::exit_ok : battc::exit_usage;
  }
  for (const auto& [command, action] : actions)
    if (command->parsed()) return action();
  return battc::exit_usage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const battc::CommandFailure& failure) {
    if (*failure.what() != '\0') fmt::print(stderr, "battc: {}\n", failure.what());
    return failure.code();
  } catch (const std::exception& error) {
    fmt::print(stderr, "battc: internal error: {}\nThis is a bug in battc; please report it with the command line and the input.\n",
               error.what());
    return battc::exit_internal;
  }
}
