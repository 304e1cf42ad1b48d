// Golden programs: X.py with an X.json beside it that holds inputs and what CPython answered.
#pragma once

#include <filesystem>
#include <optional>

#include "batt/context.h"
#include "compiler/driver/vectors.h"
#include "compiler/passes/pipeline.h"

namespace battc {

struct ProgramTestOptions {
  std::optional<batt::ErrorMode> mode;  ///< none: from the golden file
  PipelineOptions pipeline;
  batt::Limits limits{.seconds = 20, .memory = std::size_t{1} << 30};
};

/// Runs every input of one program in-process; a program passes if all of its answers agree. Prints differences.
TestCounts test_program(const std::filesystem::path& source, const ProgramTestOptions& options);

}  // namespace battc
