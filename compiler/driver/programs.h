// Golden programs: X.py with an X.json beside it that holds inputs and what CPython returned.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "compiler/driver/compile.h"
#include "compiler/driver/test_counts.h"
#include "compiler/passes/pipeline.h"
#include "runtime/task/path.h"
#include "runtime/task/task.h"
#include "runtime/value/context.h"

namespace battc {

struct ProgramTestOptions {
  std::optional<batt::ErrorMode> mode;  ///< none: from the golden file
  PipelineOptions pipeline;
  std::optional<int> cpp_level;  ///< how far the C++ compiler optimises what is built; none: as far as battc does
  bool trusts_emitted = false;   ///< builds without the sanitizers of this battc; the runtime has them still
  batt::Limits limits{.seconds = 20, .memory = std::size_t{1} << 30};
  batt::PathOptions paths;
  bool verify = false;
  int jobs = 1;  ///< threads over samples

  batt::ErrorMode mode_for(const batt::Task& task) const {
    return mode.value_or(task.mode().value_or(batt::ErrorMode::Safe));
  }
  /// Whether samples are counted, not programs: without fallback, each is answered or not by itself.
  bool counts_samples() const { return paths.fallback == batt::Fallback::Never; }
};

/// The inputs and the expected answers of a program, one for each input. Throws TaskError.
batt::Task load_golden(const std::filesystem::path& source);

/// The one function of a golden program. Throws TaskError, and what compile() throws.
CompiledSource compile_golden(const std::filesystem::path& source, const PipelineOptions& pipeline);

/// A program passes if all of its answers agree with the golden ones, and, if they are given, with those of the checked
/// path. Prints differences.
TestCounts compare_answers(const std::filesystem::path& source, const batt::Task& task,
                           const ProgramTestOptions& options, const std::vector<nlohmann::json>& got,
                           const std::vector<nlohmann::json>* checked = nullptr);

/// Runs every input of one program in-process and compares.
TestCounts test_program(const std::filesystem::path& source, const ProgramTestOptions& options);

}  // namespace battc
