// Stands in for the device runner in builds without CUDA.
#include "runtime/device/device.h"

namespace batt {
namespace {

class NoDevice : public DeviceProgram {
 public:
  bool has_code() const override { return false; }
  bool is_started() const override { return false; }
  std::string unavailable() const override { return device_unavailable(); }
  std::vector<DevicePlace> places(std::size_t, const DeviceOptions&) const override { return {}; }
  bool joins(const DeviceProgram&) const override { return false; }
  DeviceRun run(DevicePlace, ErrorMode, std::span<const DeviceCall> calls, const DeviceOptions&) const override {
    DeviceRun run;
    run.status.assign(calls.size(), {0, Reason::Device, 0, no_op, 0});
    run.answers.resize(calls.size());
    run.trouble = device_unavailable();
    return run;
  }
  std::optional<Outcome> read(DeviceRun&, std::size_t) const override { return {}; }
};

}  // namespace

// NOLINTNEXTLINE(performance-unnecessary-value-param): run_program_data.cpp keeps it.
std::unique_ptr<DeviceProgram> make_device_program(std::shared_ptr<const exec::Program>) {
  return std::make_unique<NoDevice>();
}

std::string device_unavailable() { return "this build has no device code: it was made without nvcc"; }

void release_devices() {}

}  // namespace batt
