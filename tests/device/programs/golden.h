// Golden programs on the stand-in device, through the launch code that battc uses.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runtime/device/device.h"
#include "runtime/task/task.h"

namespace batt::testing {

/// All samples in one block of the first device.
DeviceRun run(const DeviceProgram& program, ErrorMode mode, const std::vector<Inputs>& samples,
              const DeviceOptions& options);

struct Golden {
  std::string name;
  exec::Program program;
  Task task;
  ErrorMode mode;
  std::vector<Inputs> inputs;
  std::unique_ptr<DeviceProgram> device = {};

  DeviceRun run(const DeviceOptions& options) const { return testing::run(*device, mode, inputs, options); }
};

std::vector<std::filesystem::path> golden_programs();
std::unique_ptr<Golden> load(const std::filesystem::path& source);

/// So many inputs for a program, all different: its own samples, then those of other golden programs of the folder.
/// They live as long as the process.
std::vector<Inputs> different_inputs(const std::filesystem::path& source, std::size_t count);

/// A stand-in runtime as in a new process, with the device code of this build, and more of it if need be.
void set_up(std::uint64_t seed = 0, int devices = 1, const std::vector<std::string>& more_ptx = {});

/// The same with this text alone.
void set_up_with(const std::filesystem::path& ptx);

/// What came back, samples without an answer run on the host. Once for each run.
struct Finished {
  std::vector<nlohmann::json> answers;
  std::size_t fallen_back = 0;
  std::map<Reason, std::size_t> reasons;
};
Finished finish(const Golden& golden, DeviceRun& run);
/// The same for a program that is no data to the device.
Finished finish(const Golden& golden, const DeviceProgram& device, DeviceRun& run);

/// Whether all answers are the recorded ones; prints the first that is not.
bool as_recorded(const Golden& golden, const Finished& finished);

}  // namespace batt::testing
