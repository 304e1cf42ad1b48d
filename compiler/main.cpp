#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <functional>
#include <map>

#include "compiler/driver/commands.h"
#include "compiler/driver/failure.h"

namespace {

using battc::BenchOptions;
using battc::OpsOptions;
using battc::RunSourceOptions;
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

void add_run(CLI::App& app, Actions& actions, RunSourceOptions& options) {
  CLI::App* command = app.add_subcommand("run", "Run a program in-process over the samples of a golden file or an ARC task.");
  command->add_option("SOURCE", options.source, "the program; - is standard input")->required();
  batt::RunCommand& run = options.command;
  command->add_option("--inputs", run.inputs, "a golden file (\"inputs\") or an ARC task (\"train\", \"test\")")->required();
  command->add_option("--answers", run.answers, "write the answers to this file instead of showing them");
  command->add_option("--function", run.function, "only this function (default: all)");
  command->add_option("--errors", run.mode, "error mode (default: from the file, else safe)")
      ->transform(CLI::CheckedTransformer(std::map<std::string, batt::ErrorMode>{{"safe", batt::ErrorMode::Safe}, {"raw", batt::ErrorMode::Raw}}));
  command->add_option("--path", options.path, "how to execute")->check(CLI::IsMember({"auto", "checked"}));
  command->add_option("--repeat", run.repeat, "run all samples this often, report the quickest")->check(CLI::PositiveNumber);
  command->add_option("--jobs", run.jobs, "threads over samples")->check(CLI::PositiveNumber);
  command->add_option("--timeout", run.timeout, "seconds for each sample (default: none)")->check(CLI::NonNegativeNumber);
  command->add_option("--memory", run.memory_megabytes, "megabytes for each sample's values")->check(CLI::PositiveNumber);
  command->add_option("--log", run.log, "write every swallowed exception to this file");
  command->add_flag("--stats", run.stats, "print counts and times to standard error");
  command->add_option("-O", options.level, "optimisation level")->check(CLI::Range(0, 2));
  command->add_flag("!--no-warnings", options.warnings, "do not print warnings");
  actions[command] = [&options] { return run_source(options); };
}

void add_bench(CLI::App& app, Actions& actions, BenchOptions& options) {
  CLI::App* command = app.add_subcommand("bench", "Time golden programs, in nanoseconds for each sample and each op.");
  command->add_option("PATH", options.paths, "programs (X.py beside X.json), or folders of them")->required();
  command->add_option("--repeat", options.repeat, "take the best of this many runs")->check(CLI::PositiveNumber);
  command->add_option("--path", options.path, "how to execute")->check(CLI::IsMember({"auto", "checked"}));
  command->add_option("-O", options.level, "optimisation level")->check(CLI::Range(0, 2));
  command->add_flag("--json", options.json, "as JSON");
  actions[command] = [&options] { return run_bench(options); };
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
  RunSourceOptions run_options;
  add_run(app, actions, run_options);
  BenchOptions bench;
  add_bench(app, actions, bench);
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
