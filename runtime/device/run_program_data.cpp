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
    if (!names_op(instruction.kind) || instruction.line != line || instruction.op == found) continue;
    if (found != no_op) return no_op;
    found = instruction.op;
  }
  return found;
}

class ProgramOnDevice : public DeviceProgram {
 public:
  explicit ProgramOnDevice(std::shared_ptr<const exec::Program> program) : work_(std::move(program)) {}

  bool has_code() const override { return true; }
  bool is_started() const override { return device::is_started(); }
  std::string unavailable() const override { return device::why_unavailable(work_); }

  std::vector<DevicePlace> places(std::size_t samples, const DeviceOptions& options) const override {
    return device::places(samples, options);
  }

  bool joins(const DeviceProgram& other) const override {
    return dynamic_cast<const ProgramOnDevice*>(&other) != nullptr;
  }

  DeviceRun run(DevicePlace place, ErrorMode mode, std::span<const DeviceCall> calls,
                const DeviceOptions& options) const override {
    return run_calls(place, mode, calls, {false, false}, options);
  }

  bool can_score() const override { return true; }
  DeviceRun score(DevicePlace place, ErrorMode mode, std::span<const DeviceCall> calls, Candidates candidates,
                  const DeviceOptions& options) const override {
    return run_calls(place, mode, calls, candidates, options);
  }
  std::optional<Outcome> read(DeviceRun& run, std::size_t sample) const override {
    const device::AnswerHeader answer = device::answer_header_of(run, sample);
    if (answer.raised != 0) return Outcome::raised(answer.exception);
    const device::ProgramData::InMode& in_mode = work_.in_mode(run.mode);
    const Value* values = device::values_of(run, sample, in_mode.answered.size());
    if (values == nullptr) return {};
    return exec::outcome_of(work_.program(), [&](std::uint32_t slot) {
      const device::ProgramData::Source& source = in_mode.sources[slot];
      return source.known != nullptr ? *source.known : values[source.place];
    });
  }

 private:
  static DeviceRun run_calls(DevicePlace place, ErrorMode mode, std::span<const DeviceCall> calls, Candidates scored,
                             const DeviceOptions& options) {
    std::vector<device::DeviceSample> samples;
    samples.reserve(calls.size());
    for (const DeviceCall& call : calls) samples.push_back({&work_of(call), call.inputs, call.expected});
    DeviceRun run = device::run_kernel(place, mode, samples, scored, options);
    // Most of what ends a sample lies too deep to know the op: its statement tells.
    for (std::size_t k = 0; k < calls.size(); ++k) {
      SampleStatus& status = run.status[k];
      if (status.answered == 0 && status.op == no_op && status.statement != 0 && status.reason != Reason::Result)
        status.op = op_of_statement(work_of(calls[k]).program(), status.statement);
    }
    return run;
  }

  static const device::ProgramData& work_of(const DeviceCall& call) {
    return static_cast<const ProgramOnDevice*>(call.program)->work_;
  }

  device::ProgramData work_;
};

}  // namespace

std::string device_unavailable() {
  auto smallest = std::make_shared<exec::Program>();
  smallest->slot_count = 1;  // of its result
  return device::why_unavailable(device::ProgramData(std::move(smallest)));
}

std::unique_ptr<DeviceProgram> make_device_program(std::shared_ptr<const exec::Program> program) {
  return std::make_unique<ProgramOnDevice>(std::move(program));
}

}  // namespace batt
