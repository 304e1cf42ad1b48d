// reduce X.py: makes a failing program and its inputs (X.json) small, and writes them as a test.
#include <fmt/format.h>

#include <sys/wait.h>
#include <CLI/CLI.hpp>
#include <cstdlib>

#include "compiler/driver/failure.h"
#include "runtime/task/cleanup.h"
#include "runtime/task/files.h"
#include "tools/reduce/draft.h"
#include "tools/reduce/reduce.h"

namespace {

namespace fs = std::filesystem;
using namespace battc;
using nlohmann::json;

struct Options {
  std::string source;
  std::string inputs;   ///< empty: X.json
  std::string command;  ///< empty: the paths are compared
  std::string output;   ///< empty: print
  bool built = false;
  double seconds = 120;
  double hang = 20;
};

ProgramCase read_case(const Options& options) {
  const fs::path inputs =
      options.inputs.empty() ? fs::path(options.source).replace_extension(".json") : fs::path(options.inputs);
  try {
    return {batt::read_file(options.source), json::parse(batt::read_file(inputs.string()))};
  } catch (const json::exception& error) {
    throw io_failure(fmt::format("{}: not JSON: {}", inputs.string(), error.what()));
  }
}

void write_case(const ProgramCase& program, const fs::path& source) {
  batt::write_file(source.string(), program.source);
  batt::write_file(fs::path(source).replace_extension(".json").string(), program.golden.dump() + "\n");
}

/// The command fails as it did at first: with the same exit code, on `program.py program.json`.
Predicate command_fails(const Options& options, const batt::TemporaryFolder& folder, const ProgramCase& program) {
  const fs::path source = folder.path() / "program.py";
  const auto run = [command = options.command, source](const ProgramCase& candidate) {
    write_case(candidate, source);
    const std::string inputs = fs::path(source).replace_extension(".json").string();
    const int status =
        std::system(fmt::format("{} '{}' '{}' >/dev/null 2>&1", command, source.string(), inputs).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  };
  const int wanted = run(program);
  if (wanted == 0)
    throw CommandFailure(exit_usage, fmt::format("'{}' does not fail on {}", options.command, options.source));
  return [run, wanted](const ProgramCase& candidate) { return run(candidate) == wanted; };
}

/// The paths fail as they did at first: by a difference, a crash or a hang.
Predicate paths_fail(const Options& options, const ProgramCase& program) {
  const auto wanted = try_paths(program, options.built, options.hang);
  if (!wanted)
    throw CommandFailure(exit_usage, fmt::format("{}: all paths agree; try --built, or --command", options.source));
  return [options, wanted](const ProgramCase& candidate) {
    const auto failure = try_paths(candidate, options.built, options.hang);
    return failure && failure->kind == wanted->kind;
  };
}

Reduced reduce_or_fail(const Options& options, const ProgramCase& program, const Predicate& fails) {
  try {
    return reduce(program, fails, {options.seconds});
  } catch (const DraftError& error) {
    throw CommandFailure(exit_source_error, fmt::format("{}: {}", options.source, error.what()));
  }
}

int run(const Options& options) {
  const ProgramCase program = read_case(options);
  const batt::TemporaryFolder folder;
  const Predicate fails =
      options.command.empty() ? paths_fail(options, program) : command_fails(options, folder, program);
  const Reduced reduced = reduce_or_fail(options, program, fails);
  fmt::print(stderr, "{} statements left, after {} attempts\n", reduced.statements, reduced.attempts);
  if (options.output.empty())
    fmt::print("{}\n# inputs: {}\n", reduced.program.source, reduced.program.golden.dump());
  else
    write_case(reduced.program, options.output);
  return exit_ok;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Makes a failing program small: reduce X.py [-o OUT.py]"};
  Options options;
  app.add_option("source", options.source, "the program; X.json beside it holds its inputs")->required();
  app.add_option("--inputs", options.inputs, "its inputs, if they are not in X.json");
  app.add_option("--command", options.command,
                 "fails on what must stay: called with a program and its inputs as arguments");
  app.add_flag("--built", options.built, "compare emitted C++ as well");
  app.add_option("-o,--output", options.output, "write OUT.py and OUT.json instead of printing them");
  app.add_option("--seconds", options.seconds, "how long to try");
  app.add_option("--hang", options.hang, "seconds after which a program hangs");
  CLI11_PARSE(app, argc, argv);
  return batt::run_main("reduce", [&] { return run(options); });
}
