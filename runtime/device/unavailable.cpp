// Stands in for the device in builds without device code: every run goes on on the host.
#include "batt/device.h"

namespace batt {

std::string device_unavailable() { return "this build has no device code"; }

DeviceRun run_on_device(const exec::Program&, ErrorMode, const std::vector<Inputs>& samples, const DeviceOptions&) {
  DeviceRun run;
  run.status.assign(samples.size(), SampleStatus{0, Reason::Device, 0, no_op, 0});
  run.answers.resize(samples.size());
  run.trouble = device_unavailable();
  return run;
}

Outcome read_outcome(const exec::Program&, const DeviceRun& run, std::size_t sample, Context&) {
  const SampleStatus& status = run.status[sample];
  return Outcome::not_answered({status.reason, status.op, status.statement});
}

}  // namespace batt
