// Stands in for the device runner in builds without CUDA.
#include "runtime/device/device.h"

namespace batt {
namespace {

class NoDevice : public DeviceProgram {
 public:
  std::string unavailable() const override { return device_unavailable(); }
  DeviceRun run(ErrorMode, const std::vector<Inputs>& samples, const DeviceOptions&) const override {
    DeviceRun run;
    run.status.assign(samples.size(), {0, Reason::Device, 0, no_op, 0});
    run.answers.resize(samples.size());
    run.trouble = device_unavailable();
    return run;
  }
  std::optional<Outcome> read(const DeviceRun&, std::size_t, Context&) const override { return {}; }
};

}  // namespace

std::unique_ptr<DeviceProgram> make_device_program(std::shared_ptr<const exec::Program>) {
  return std::make_unique<NoDevice>();
}

std::string device_unavailable() { return "this build has no device code: it was made without nvcc"; }

void release_devices() {}

}  // namespace batt
