#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "compiler/driver/commands.h"
#include "compiler/driver/failure.h"
#include "compiler/driver/programs.h"
#include "compiler/driver/vectors.h"

namespace battc {
namespace {

namespace fs = std::filesystem;

/// X.py with its answers in X.json.
bool is_program(const fs::path& file) {
  return file.extension() == ".py" && fs::exists(fs::path(file).replace_extension(".json"));
}

/// The golden files that a path stands for: itself, or what a folder holds, in the order of their names.
std::vector<fs::path> golden_files(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) throw io_failure(fmt::format("{}: no such file or folder", path));
  if (!fs::is_directory(path, error)) return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path))
    if (entry.path().extension() == ".jsonl" || is_program(entry.path())) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

batt::ErrorMode vector_mode(const fs::path& file, const std::string& errors) {
  if (!errors.empty()) return errors == "raw" ? batt::ErrorMode::Raw : batt::ErrorMode::Safe;
  if (const auto mode = mode_of_name(file)) return *mode;
  throw CommandFailure(exit_usage, fmt::format("{}: say --errors safe or --errors raw (the file's name has neither -safe nor -raw)",
                                               file.string()));
}

TestCounts test_file(const fs::path& file, const TestOptions& options) {
  if (file.extension() == ".jsonl") return test_vectors(file, vector_mode(file, options.errors), options.op);
  if (!is_program(file))
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
