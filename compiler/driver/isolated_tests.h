// Tests of golden files in a process of their own: one that dies is one failure, and the rest runs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>

#include "compiler/driver/test_counts.h"

namespace battc {

/// Tests one file after the other, in order. What `test` throws is one failure (count_failure), and so is a signal that
/// ends the process: a new one goes on with the next file. Throws CommandFailure if the rest cannot be tested either.
TestCounts run_isolated(std::span<const std::filesystem::path> files,
                        const std::function<TestCounts(std::size_t file)>& test);

}  // namespace battc
