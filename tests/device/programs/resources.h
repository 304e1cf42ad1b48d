// What linked device code needs of a multiprocessor: nvlink wrote it into the code, and ptxas into the logs of the
// build.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace batt::testing {

struct Resources {
  std::uint64_t registers = 0, stack_bytes = 0;
  std::uint64_t spill_bytes = 0;  // stored and loaded
};

/// Of every function, by its name without parameters; the most of each where several share the name. For a kernel,
/// registers are what it is launched with, so those of all that it calls. Throws std::runtime_error for files that are
/// not as expected.
std::map<std::string, Resources> resources(const std::filesystem::path& linked,
                                           const std::vector<std::filesystem::path>& assembler_logs);

/// The bytes that each function spills, stored and loaded, by symbol.
std::map<std::string, std::uint64_t> spilled_bytes(const std::vector<std::filesystem::path>& assembler_logs);

}  // namespace batt::testing
