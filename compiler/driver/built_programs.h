// Golden programs as emitted C++: built into shared objects, loaded, and run through their C interface.
#pragma once

#include <filesystem>
#include <span>

#include "compiler/driver/programs.h"

namespace battc {

/// Builds the programs in groups, `jobs` C++ compilers at a time, and compares the answers to all inputs. Throws
/// CommandFailure for what cannot be read, compiled or loaded.
TestCounts test_built_programs(std::span<const std::filesystem::path> sources, const ProgramTestOptions& options,
                               int jobs);

}  // namespace battc
