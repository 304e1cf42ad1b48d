// What the stand-in runtime knows: devices with their memory and code, and the names that host programs have
// registered.
#pragma once

#include <cuda_runtime_api.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/device/cudart/control.h"
#include "tests/device/cudart/faults.h"
#include "tests/device/ptx/machine.h"

namespace batt::fake_cuda {

struct FreeAligned {
  void operator()(std::byte* memory) const;
};
using Memory = std::unique_ptr<std::byte[], FreeAligned>;

struct Allocation {
  Memory memory;
  std::size_t bytes = 0;
};

/// One device with its own copy of the code's variables. A device that failed stays failed.
struct Device {
  std::map<std::uintptr_t, Allocation> allocations;
  std::uint64_t used = 0, peak = 0, instructions = 0;
  std::uint64_t memory_limit = 0;
  double slowness = 1;
  bool is_hung = false;  ///< a kernel does not end
  std::size_t stack_bytes = 1024;
  cudaError_t failed = cudaSuccess;
  std::unique_ptr<ptx::Module> module;
  std::unique_ptr<ptx::Machine> machine;
  std::mutex running;

  /// Whether the bytes lie in one allocation or one variable of the code.
  bool contains(const void* pointer, std::size_t bytes) const;
};

struct Kernel {
  std::string name;
  int dynamic_shared_limit = 0;  // 0: the default
  void** module = nullptr;
};

struct State {
  State();

  std::mutex mutex;
  std::vector<std::unique_ptr<Device>> devices;
  std::uint64_t memory_limit = 0;  ///< of new devices
  std::unordered_map<void*, std::size_t> host_memory;
  Faults faults;
  std::uint64_t seed = 0, step_budget = 0;
  std::vector<std::string> ptx;
  Counters counters;
  ptx::Profile profile;  // of the whole process
  std::string diagnosis;
  // Registered before main begins, so no reset forgets them.
  std::unordered_map<const void*, Kernel> kernels;
  std::unordered_map<const void*, std::string> variables;

  void read_environment();
  void set_device_count(int count);
  void reset_counters();
  /// Loads the code of a device at its first use.
  cudaError_t load(Device& device);
  cudaError_t allocate(int device, void** pointer, std::size_t bytes);
  cudaError_t release(void* pointer);
};

/// Lives until the process ends: registrations are withdrawn later than static objects.
State& state();

/// The device of the calling thread, and the error its last call left.
int& current_device();
cudaError_t& last_error();
cudaError_t remember(cudaError_t error);

/// Whether there is a driver and a device at all; then whether the current device still works.
cudaError_t availability(State& state);
cudaError_t health(const State& state);

/// Every entry point that needs a working device runs inside.
template <class Body>
cudaError_t on_device(Body body) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  cudaError_t error = availability(all);
  if (error == cudaSuccess) error = health(all);
  if (error == cudaSuccess) error = body(all, *all.devices[static_cast<std::size_t>(current_device())]);
  return remember(error);
}

/// Every call that waits for the device runs inside: if that does not end, it is counted and fails.
template <class Body>
cudaError_t after_waiting(Body body) {
  return on_device([&](State& all, Device& device) -> cudaError_t {
    if (!device.is_hung) return body(all, device);
    ++all.counters.endless_waits;
    return cudaErrorLaunchTimeout;
  });
}

/// Runs a kernel to its end. Failures of the kernel itself show in the next call, as on a real device.
cudaError_t launch(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes);

}  // namespace batt::fake_cuda
