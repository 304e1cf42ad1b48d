// Golden programs as emitted C++: built into shared objects, loaded, and run through their C interface.
#pragma once

#include <filesystem>
#include <functional>
#include <span>

#include "compiler/driver/programs.h"

namespace battc {

/// Builds the programs in groups, `jobs` C++ compilers at a time, and compares the answers to all inputs. What is wrong
/// with one golden file is one failure, also if the process dies that emits or runs it. Throws CommandFailure if the
/// C++ compiler fails, or cannot be run.
TestCounts test_built_programs(std::span<const std::filesystem::path> sources, const ProgramTestOptions& options,
                               int jobs);

struct BuiltTimeOptions {
  PipelineOptions pipeline;
  batt::PathOptions paths;
  int repeat;
};

/// Builds all programs, then visits one after the other. `built_seconds` returns the time that one run of every input
/// takes, best of the repeats, and throws what is wrong with the file.
void time_built_programs(std::span<const std::filesystem::path> sources, const BuiltTimeOptions& options,
                         const std::function<void(const std::filesystem::path& source,
                                                  const std::function<double()>& built_seconds)>& visit);

}  // namespace battc
