#include "tests/device/ptx/machine.h"

#include "tests/device/ptx/execution.h"

namespace batt::ptx {
namespace {

constexpr std::uint64_t most_threads = 1024;
constexpr std::array<std::uint32_t, 3> most_blocks{0x7fffffff, 65535, 65535};

/// What a device would refuse before running anything; empty when all is well.
std::string refusal(const Module& module, const Launch& launch) {
  const Function* kernel = module.function(launch.kernel);
  if (!kernel || !kernel->entry) return "no kernel is named " + launch.kernel;
  std::uint64_t threads = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (launch.grid[axis] == 0 || launch.grid[axis] > most_blocks[axis]) return "the grid has a size no device takes";
    if (launch.block[axis] == 0 || launch.block[axis] > most_threads) return "the block has a size no device takes";
    threads *= launch.block[axis];
  }
  return threads > most_threads ? "a block has more than 1024 threads" : "";
}

}  // namespace

std::optional<Diagnosis> Machine::launch(const Launch& launch) {
  if (const std::string why = refusal(module_, launch); !why.empty()) {
    Diagnosis diagnosis;
    diagnosis.kind = Diagnosis::Kind::bad_launch;
    diagnosis.what = why;
    return diagnosis;
  }
  Execution execution(module_, buffers_, launch, schedule_, step_budget_);
  execution.meter = meter_;
  std::optional<Diagnosis> found;
  try {
    execution.run();
  } catch (const Failure& failure) {
    found = failure.diagnosis;
  }
  warp_instructions_ += execution.steps;
  execution.add_costs(profile_);
  return found;
}

}  // namespace batt::ptx
