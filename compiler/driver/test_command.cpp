#include <fmt/core.h>

#include <filesystem>
#include <vector>

#include "compiler/driver/built_programs.h"
#include "compiler/driver/commands.h"
#include "compiler/driver/failure.h"
#include "compiler/driver/golden_files.h"
#include "compiler/driver/programs.h"
#include "compiler/driver/vectors.h"

namespace battc {
namespace {

namespace fs = std::filesystem;

batt::ErrorMode vector_mode(const fs::path& file, const std::string& errors) {
  if (!errors.empty()) return errors == "raw" ? batt::ErrorMode::Raw : batt::ErrorMode::Safe;
  if (const auto mode = mode_of_name(file)) return *mode;
  throw CommandFailure(
      exit_usage,
      fmt::format("{}: say --errors safe or --errors raw (the file's name has neither -safe nor -raw)", file.string()));
}

ProgramTestOptions program_options(const TestOptions& options) {
  ProgramTestOptions program;
  program.pipeline.level = options.level;
  if (!options.errors.empty()) program.mode = options.errors == "raw" ? batt::ErrorMode::Raw : batt::ErrorMode::Safe;
  return program;
}

void add(TestCounts& total, const TestCounts& counts) {
  total.passed += counts.passed;
  total.failed += counts.failed;
}

TestCounts test_file(const fs::path& file, const TestOptions& options) {
  if (file.extension() == ".jsonl") return test_vectors(file, vector_mode(file, options.errors), options.op);
  if (!is_golden_program(file))
    throw io_failure(fmt::format(
        "{}: neither a file of vectors (.jsonl) nor a program with its answers (X.py and X.json)", file.string()));
  return test_program(file, program_options(options));
}

}  // namespace

int run_test(const TestOptions& options) {
  TestCounts total;
  std::vector<fs::path> to_build;
  for (const std::string& path : options.paths)
    for (const fs::path& file : golden_files(path)) {
      if (options.built && is_golden_program(file))
        to_build.push_back(file);
      else
        add(total, test_file(file, options));
    }
  if (!to_build.empty()) add(total, test_built_programs(to_build, program_options(options), options.jobs));
  fmt::print("{} passed, {} failed\n", total.passed, total.failed);
  return total.failed == 0 ? exit_ok : exit_difference;
}

}  // namespace battc
