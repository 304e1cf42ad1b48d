// batt/device.h for programs as data.
#include <algorithm>

#include "runtime/device/program_data.h"
#include "runtime/device/value_reader.h"

namespace batt {

std::string device_unavailable() { return device::why_unavailable(device::ProgramData({})); }

DeviceRun run_on_device(const exec::Program& program, ErrorMode mode, const std::vector<Inputs>& samples, const DeviceOptions& options) {
  return device::run_work(device::ProgramData(program), mode, samples, options);
}

Outcome read_outcome(const exec::Program& program, const DeviceRun& run, std::size_t sample, Context& context) {
  using namespace device;
  const Answer answer = answer_of(run, sample);
  if (answer.raised != 0) return Outcome::raised(answer.exception);
  const std::vector<std::uint32_t> slots = answered_slots(program);
  const Value* values = values_of(run, sample, slots.size(), context);
  return exec::outcome_of(program, [&](std::uint32_t slot) {
    const auto found = std::lower_bound(slots.begin(), slots.end(), slot);
    if (found != slots.end() && *found == slot) return values[found - slots.begin()];
    const auto constant = std::find_if(program.constants.begin(), program.constants.end(), [&](const auto& each) { return each.first == slot; });
    return constant->second;
  });
}

}  // namespace batt
