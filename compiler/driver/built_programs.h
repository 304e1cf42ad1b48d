// Golden programs as emitted C++: built into shared objects, loaded, and run through their C interface.
#pragma once

#include <filesystem>
#include <functional>
#include <span>

#include "compiler/driver/programs.h"

namespace battc {

/// Builds the programs in groups, `jobs` C++ compilers at a time, and compares the answers to all inputs. Throws
/// CommandFailure for what cannot be read, compiled or loaded; so does what follows.
TestCounts test_built_programs(std::span<const std::filesystem::path> sources, const ProgramTestOptions& options,
                               int jobs);

struct BuiltTimeOptions {
  PipelineOptions pipeline;
  batt::PathOptions paths;
  int repeat;
};

/// The seconds that one run of every input takes in each of the programs, best of the repeats.
std::vector<double> time_built_programs(std::span<const std::filesystem::path> sources, const BuiltTimeOptions& options);

}  // namespace battc
