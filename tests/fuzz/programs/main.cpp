// Random programs, run in every way and held against each other.
//
//   programs_fuzz [--programs N | --seconds N] [--seed N]     makes programs
//   programs_fuzz X.py ...                                    runs these, each with the inputs of its X.json
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <set>

#include "tests/fuzz/programs/blocks.h"
#include "tools/reduce/draft.h"
#include "tools/reduce/reduce.h"

namespace {

namespace fs = std::filesystem;
using namespace battc;
using namespace battc::fuzz;
using nlohmann::json;

struct Options {
  BlockOptions blocks;
  std::vector<std::string> files;
  bool built = false;     ///< of given files
  bool coverage = false;  ///< the long table
  int reductions = 5;
  double reduce_seconds = 60;
  std::string findings;  ///< a folder for reduced programs; empty: they are printed alone
  std::string skip;      ///< findings that mention this are known
};

/// What tells one crash from another: the first lines of its stack without their addresses.
std::string signature(const Finding& finding) {
  if (finding.failure.kind != PathFailure::Kind::Crash) return fmt::format("{}", finding.index);
  std::string text;
  int calls = 0;
  for (std::size_t at = finding.failure.what.find(" in "); at != std::string::npos && calls++ < 4;
       at = finding.failure.what.find(" in ", at + 1))
    text += finding.failure.what.substr(at, finding.failure.what.find_first_of(" (\n", at + 4) - at);
  return text;
}

void save(const Options& options, const std::string& name, const ProgramCase& program) {
  if (options.findings.empty()) return;
  fs::create_directories(options.findings);
  std::ofstream(fs::path(options.findings) / (name + ".py")) << program.source;
  std::ofstream(fs::path(options.findings) / (name + ".json")) << program.golden.dump() << "\n";
}

void print_reduced(const Options& options, const Finding& finding) {
  const auto fails = [&](const ProgramCase& candidate) {
    const auto failure = try_paths(candidate, finding.built, std::min(20.0, options.blocks.hang));
    return failure && failure->kind == finding.failure.kind;
  };
  const std::string name = fmt::format("{}-{}-{}", to_string(finding.failure.kind), options.blocks.seed, finding.index);
  save(options, name, finding.program);
  try {
    const Reduced reduced = reduce(finding.program, fails, {options.reduce_seconds});
    fmt::print("reduced to {} statements in {} attempts:\n{}# inputs: {}\n", reduced.statements, reduced.attempts,
               reduced.program.source, reduced.program.golden.dump());
    save(options, name + "-reduced", reduced.program);
  } catch (const DraftError& error) {
    fmt::print("not reduced: {}\n{}# inputs: {}\n", error.what(), finding.program.source,
               finding.program.golden.dump());
  }
}

std::size_t print_findings(const Options& options, const std::vector<Finding>& findings) {
  std::set<std::string> seen;
  std::size_t known = 0;
  for (const Finding& finding : findings) {
    if (!options.skip.empty() && finding.failure.what.find(options.skip) != std::string::npos) {
      ++known;
      continue;
    }
    fmt::print("program {} of seed {}{}: {}\n{}", finding.index, options.blocks.seed, finding.built ? ", built" : "",
               to_string(finding.failure.kind), finding.failure.what);
    if (seen.insert(signature(finding)).second && seen.size() <= static_cast<std::size_t>(options.reductions))
      print_reduced(options, finding);
    std::fflush(stdout);
  }
  if (known != 0) fmt::print("{} findings mention {}: left out\n", known, options.skip);
  return findings.size() - known;
}

int make_and_run(const Options& options) {
  auto& totals = *new (share_memory(sizeof(Totals))) Totals{};
  const std::size_t failures = print_findings(options, run_blocks(options.blocks, totals));
  if (options.coverage) fmt::print("{}", totals.coverage.table());
  fmt::print("{}", totals.coverage.summary());
  fmt::print(
      "{} programs of seed {}, {} of them built: {} answers compared, {} at a limit, {} not fixed by Python; {} "
      "failures\n",
      totals.programs.load(), options.blocks.seed, totals.built.load(), totals.answers.compared.load(),
      totals.answers.limited.load(), totals.answers.unfixed.load(), failures);
  return failures == 0 ? 0 : 1;
}

int replay(const Options& options) {
  std::size_t failed = 0;
  for (const std::string& file : options.files) {
    std::ifstream source(file), inputs(fs::path(file).replace_extension(".json"));
    const ProgramCase program{{std::istreambuf_iterator<char>(source), {}}, json::parse(inputs, nullptr, false)};
    if (const auto failure = try_paths(program, options.built, options.blocks.hang)) {
      ++failed;
      fmt::print("{}: {}\n{}", file, to_string(failure->kind), failure->what);
    }
  }
  fmt::print("{} passed, {} failed\n", options.files.size() - failed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Random programs, run in every way and held against each other"};
  Options options;
  app.add_option("files", options.files, "programs to run instead; X.json holds the inputs of X.py");
  app.add_option("--programs", options.blocks.programs, "how many");
  app.add_option("--seconds", options.blocks.seconds, "as many as this time allows, instead");
  app.add_option("--seed", options.blocks.seed, "the same seed makes the same programs");
  app.add_option("--jobs", options.blocks.jobs, "processes at a time");
  app.add_option("--built", options.blocks.built_percent, "percent of the programs that are also built as C++");
  app.add_option("--hang", options.blocks.hang, "seconds of the processor after which a program hangs");
  app.add_option("--findings", options.findings, "a folder for failing programs and what they were reduced to");
  app.add_option("--reduce", options.reductions, "how many findings to reduce");
  app.add_option("--reduce-seconds", options.reduce_seconds, "how long to try for each");
  app.add_option("--skip", options.skip, "leaves out findings that mention this text");
  app.add_flag("--coverage", options.coverage, "prints a line for each op");
  CLI11_PARSE(app, argc, argv);
  options.built = options.blocks.built_percent > 0;
  return options.files.empty() ? make_and_run(options) : replay(options);
}
