// Shares the samples of a run among devices.
#include <algorithm>
#include <system_error>
#include <thread>

#include "runtime/device/device_state.h"
#include "runtime/device/kernel_launch.h"

namespace batt::device {
namespace {

/// Samples that one device runs, and what becomes of them.
class Part {
 public:
  Part(int device, ErrorMode mode, std::span<const DeviceSample> samples, const DeviceOptions& options)
      : device_(device), mode_(mode), samples_(samples), options_(options) {
    run_.status.assign(samples.size(), failed_status);
    run_.answers.resize(samples.size());
  }

  /// Never fails.
  void run() {
    try {
      const std::shared_ptr<DeviceState> state = state_of(device_);
      state->check_usable();
      const DeviceUse use(*state);
      cudaFuncAttributes attributes;
      check(cudaFuncGetAttributes(&attributes, samples_[0].work->kernel()), "the device code cannot be used");
      DeviceStream& stream = *state->streams[0];
      const std::lock_guard lock(stream.mutex);
      stream.run({mode_, options_, samples_, run_.status, run_.answers, run_.kept, run_.stats});
    } catch (const Trouble& trouble) {
      run_.trouble = "device " + std::to_string(device_) + ": " + trouble.text;
    } catch (const std::bad_alloc&) {
      run_.trouble = "device " + std::to_string(device_) + ": no memory on the host for the transfer";
    }
    if (run_.stats.launches > 0) run_.stats.devices = 1;
  }

  DeviceRun& result() { return run_; }

 private:
  int device_;
  ErrorMode mode_;
  std::span<const DeviceSample> samples_;
  const DeviceOptions& options_;
  DeviceRun run_;
};

void add(DeviceStats& sum, const DeviceStats& more) {
  sum.launches += more.launches;
  sum.transfers_in += more.transfers_in;
  sum.bytes_in += more.bytes_in;
  sum.transfers_out += more.transfers_out;
  sum.bytes_out += more.bytes_out;
  sum.memory = std::max(sum.memory, more.memory);
  sum.devices += more.devices;
}

void append(DeviceRun& run, DeviceRun&& part) {
  run.status.insert(run.status.end(), part.status.begin(), part.status.end());
  run.answers.insert(run.answers.end(), part.answers.begin(), part.answers.end());
  for (auto& kept : part.kept) run.kept.push_back(std::move(kept));
  add(run.stats, part.stats);
  if (part.trouble.empty()) return;
  if (!run.trouble.empty()) run.trouble += "; ";
  run.trouble += part.trouble;
}

/// Even parts of the samples, one for each device, on threads of their own.
DeviceRun run_parts(const std::vector<DeviceSample>& samples, ErrorMode mode, const DeviceOptions& options,
                    std::size_t devices) {
  std::vector<Part> parts;
  for (std::size_t k = 0; k < devices; ++k) {
    const std::size_t begin = samples.size() * k / devices, end = samples.size() * (k + 1) / devices;
    parts.emplace_back(static_cast<int>(k), mode, std::span(samples).subspan(begin, end - begin), options);
  }
  std::vector<std::thread> threads;
  for (std::size_t part = 1; part < parts.size(); ++part) {
    try {
      threads.emplace_back([&, part] { parts[part].run(); });
    } catch (const std::system_error&) {
      parts[part].run();  // no thread to be had: one device after the other
    }
  }
  parts[0].run();
  for (std::thread& thread : threads) thread.join();
  DeviceRun run;
  for (Part& part : parts) append(run, std::move(part.result()));
  return run;
}

}  // namespace

KernelLaunch::KernelLaunch() {
  static std::atomic<std::uint64_t> programs = 0;
  keep_states();
  id_ = ++programs;
}

KernelLaunch::~KernelLaunch() { forget_program(id_); }

std::string why_unavailable(const KernelLaunch& work) {
  std::string why;
  if (count_devices(why) == 0) return why;
  cudaFuncAttributes attributes;
  const cudaError_t error = cudaFuncGetAttributes(&attributes, work.kernel());
  if (error == cudaSuccess) return "";
  cudaGetLastError();
  return "the device code cannot be used: " + describe(error);
}

DeviceRun run_kernel(const KernelLaunch& work, ErrorMode mode, const std::vector<Inputs>& samples,
                     const DeviceOptions& options) {
  std::vector<DeviceSample> calls;
  calls.reserve(samples.size());
  for (const Inputs& inputs : samples) calls.push_back({&work, &inputs});
  return run_kernel(calls, mode, options);
}

DeviceRun run_kernel(const std::vector<DeviceSample>& samples, ErrorMode mode, const DeviceOptions& options) {
  std::string trouble;
  auto devices = static_cast<std::size_t>(samples.empty() ? 0 : count_devices(trouble));
  if (options.devices > 0) devices = std::min(devices, static_cast<std::size_t>(options.devices));
  if (samples.size() < options.split_from) devices = std::min<std::size_t>(devices, 1);
  if (devices > 0) return run_parts(samples, mode, options, std::min(devices, samples.size()));
  DeviceRun run;
  run.status.assign(samples.size(), failed_status);
  run.answers.resize(samples.size());
  run.trouble = trouble;
  return run;
}

}  // namespace batt::device
