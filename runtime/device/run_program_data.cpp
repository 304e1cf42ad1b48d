// runtime/device/device.h for programs as data.
#include <algorithm>

#include "runtime/device/program_data.h"
#include "runtime/device/value_reader.h"

namespace batt {
namespace {

/// The one op that a statement calls; no_op if there are several, or none.
std::uint16_t op_of_statement(const exec::Program& program, std::uint32_t line) {
  std::uint16_t found = no_op;
  for (const exec::Instruction& instruction : program.instructions) {
    const bool calls_op =
        instruction.kind == exec::Instruction::Kind::CallOp || instruction.kind == exec::Instruction::Kind::Loop;
    if (!calls_op || instruction.line != line || instruction.op == found) continue;
    if (found != no_op) return no_op;
    found = instruction.op;
  }
  return found;
}

}  // namespace

std::string device_unavailable() { return device::why_unavailable(device::ProgramData({})); }

DeviceRun run_on_device(const exec::Program& program, ErrorMode mode, const std::vector<Inputs>& samples,
                        const DeviceOptions& options) {
  DeviceRun run = device::run_kernel(device::ProgramData(program), mode, samples, options);
  // Most of what ends a sample lies too deep to know the op: its statement tells.
  for (SampleStatus& status : run.status)
    if (status.answered == 0 && status.op == no_op && status.statement != 0 && status.reason != Reason::Result)
      status.op = op_of_statement(program, status.statement);
  return run;
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
    const auto constant = std::find_if(program.constants.begin(), program.constants.end(),
                                       [&](const auto& each) { return each.first == slot; });
    return constant->second;
  });
}

}  // namespace batt
