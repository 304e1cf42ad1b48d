#include <fmt/core.h>

#include <filesystem>
#include <vector>

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
  throw CommandFailure(exit_usage, fmt::format("{}: say --errors safe or --errors raw (the file's name has neither -safe nor -raw)",
                                               file.string()));
}

TestCounts test_file(const fs::path& file, const TestOptions& options) {
  if (file.extension() == ".jsonl") return test_vectors(file, vector_mode(file, options.errors), options.op);
  if (!is_golden_program(file))
    throw io_failure(fmt::format("{}: neither a file of vectors (.jsonl) nor a program with its answers (X.py and X.json)", file.string()));
  ProgramTestOptions program;
  program.pipeline.level = options.level;
  if (!options.errors.empty()) program.mode = vector_mode(file, options.errors);
  return test_program(file, program);
}

}  // namespace

int run_test(const TestOptions& options) {
  TestCounts total;
  for (const std::string& path : options.paths)
    for (const fs::path& file : golden_files(path)) {
      const TestCounts counts = test_file(file, options);
      total.passed += counts.passed;
      total.failed += counts.failed;
    }
  fmt::print("{} passed, {} failed\n", total.passed, total.failed);
  return total.failed == 0 ? exit_ok : exit_difference;
}

}  // namespace battc
