// Stands in for the device runner in builds without CUDA.
#include "runtime/device/device.h"

namespace batt {

std::string device_unavailable() { return "this build has no device code: it was made without nvcc"; }

DeviceRun run_on_device(const exec::Program&, ErrorMode, const std::vector<Inputs>& samples, const DeviceOptions&) {
  DeviceRun run;
  run.status.assign(samples.size(), {0, Reason::Device, 0, no_op, 0});
  run.answers.resize(samples.size());
  run.trouble = device_unavailable();
  return run;
}

Outcome read_outcome(const exec::Program&, const DeviceRun&, std::size_t, Context&) { return {}; }

}  // namespace batt
