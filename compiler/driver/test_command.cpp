#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "compiler/driver/built_programs.h"
#include "compiler/driver/commands.h"
#include "compiler/driver/failure.h"
#include "compiler/driver/golden_files.h"
#include "compiler/driver/isolated_tests.h"
#include "compiler/driver/programs.h"
#include "compiler/driver/vectors.h"
#include "dsl_kernels/op_table.h"

namespace battc {
namespace {

namespace fs = std::filesystem;

bool is_vectors(const fs::path& file) { return file.extension() == ".jsonl"; }

batt::ErrorMode vector_mode(const fs::path& file, const std::string& errors) {
  if (!errors.empty()) return errors == "raw" ? batt::ErrorMode::Raw : batt::ErrorMode::Safe;
  if (const auto mode = mode_of_name(file)) return *mode;
  throw CommandFailure(
      exit_usage,
      fmt::format("{}: say --errors safe or --errors raw (the file's name has neither -safe nor -raw)", file.string()));
}

ProgramTestOptions program_options(const TestOptions& options) {
  ProgramTestOptions program;
  program.pipeline = options.pipeline;
  program.paths = options.paths;
  program.verify = options.verify;
  program.jobs = options.jobs;
  if (!options.errors.empty()) program.mode = options.errors == "raw" ? batt::ErrorMode::Raw : batt::ErrorMode::Safe;
  return program;
}

/// Tests files of vectors, and programs unless they are to be built.
TestCounts test_in_process(const std::vector<fs::path>& files, const TestOptions& options) {
  for (const fs::path& file : files)  // first, as it is no fault of a file
    if (is_vectors(file)) vector_mode(file, options.errors);
  return run_isolated(files, [&](std::size_t k) {
    const fs::path& file = files[k];
    if (!is_vectors(file)) return test_program(file, program_options(options));
    return test_vectors(file, {vector_mode(file, options.errors), options.op, options.paths, options.verify});
  });
}

void print_closing(const TestOptions& options, const TestCounts& total) {
  const bool has_counted = total.stats.samples != 0;  // built programs do not
  if (has_counted && options.paths.path == batt::Path::Fast && options.paths.fallback == batt::Fallback::Auto)
    fmt::print("{} calls were declined by packed bodies\n", total.stats.declines.total());
  fmt::print("{} passed, {} failed", total.passed, total.failed);
  if (total.unfixed != 0) fmt::print(", {} not fixed by Python", total.unfixed);
  if (options.paths.fallback == batt::Fallback::Never) fmt::print(", {} not answered", total.unanswered);
  fmt::print("\n");
}

}  // namespace

int run_test(const TestOptions& options) {
  if (!options.op.empty() && !batt::find_op(options.op))
    throw CommandFailure(exit_usage, fmt::format("--op: there is no op '{}'; battc ops lists them", options.op));
  std::vector<fs::path> files;
  for (const std::string& path : options.files)
    for (const fs::path& file : golden_files(path, GoldenKind::VectorsAndPrograms)) files.push_back(file);
  const auto first_built = std::stable_partition(
      files.begin(), files.end(), [&](const fs::path& file) { return !options.built || !is_golden_program(file); });
  const std::vector<fs::path> to_build(first_built, files.end());
  files.erase(first_built, files.end());
  TestCounts total = test_in_process(files, options);
  if (!to_build.empty()) total.add(test_built_programs(to_build, program_options(options), options.jobs));
  if (options.stats) fmt::print(stderr, "{}", batt::to_text(total.stats));
  print_closing(options, total);
  if (total.passed + total.failed + total.unanswered + total.unfixed == 0)
    throw CommandFailure(exit_usage, options.op.empty() ? "nothing to test: the files hold no vectors"
                                                        : fmt::format("nothing to test: no vectors of {}", options.op));
  return exit_code_of(total);
}

}  // namespace battc
