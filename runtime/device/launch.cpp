// Runs samples at one place, whatever goes wrong.
#include <algorithm>

#include "runtime/device/device_state.h"
#include "runtime/device/kernel_launch.h"

namespace batt::device {

KernelLaunch::KernelLaunch() {
  static std::atomic<std::uint64_t> programs = 0;
  keep_states();
  id_ = ++programs;
}

KernelLaunch::~KernelLaunch() { forget_program(id_); }

std::string why_unavailable(const KernelLaunch& work) {
  std::string why;
  if (count_devices(why) == 0) return why;
  try {
    check_code(work.kernel());
    return "";
  } catch (const Trouble& trouble) {
    return trouble.text;
  }
}

std::vector<DevicePlace> places(std::size_t samples, const DeviceOptions& options) {
  std::string why;
  int devices = count_devices(why);
  if (options.devices > 0) devices = std::min(devices, options.devices);
  if (samples < options.split_from) devices = std::min(devices, 1);
  std::vector<DevicePlace> found;
  for (int stream = 0; stream < streams_of_a_device; ++stream)
    for (int device = 0; device < devices; ++device) found.push_back({device, stream});
  return found;
}

DeviceRun run_kernel(DevicePlace place, ErrorMode mode, std::span<const DeviceSample> samples, Candidates scored,
                     const DeviceOptions& options) {
  DeviceRun run;
  run.mode = mode;
  run.status.assign(samples.size(), failed_status);
  run.answers.resize(samples.size());
  if (samples.empty()) return run;
  const std::string device = "device " + std::to_string(place.device) + ": ";
  if (count_devices(run.trouble) == 0) return run;
  try {
    const std::shared_ptr<DeviceState> state = state_of(place.device);
    state->check_usable();
    const DeviceUse use(*state);
    check_code(samples[0].work->kernel());
    DeviceStream& stream = *state->streams.at(static_cast<std::size_t>(place.stream));
    const std::lock_guard lock(stream.mutex);
    stream.run({mode, scored, options, samples, run.status, run.answers, run.kept, run.stats});
  } catch (const Trouble& trouble) {
    run.trouble = device + trouble.text;
  } catch (const std::bad_alloc&) {
    run.trouble = device + "no memory on the host for the transfer";
  }
  if (run.stats.launches > 0) run.stats.devices = 1;
  return run;
}

}  // namespace batt::device
