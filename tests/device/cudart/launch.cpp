// Kernels: how host programs compiled by nvcc register them, and how they are launched.
#include <chrono>
#include <cstdio>
#include <thread>

#include "tests/device/cudart/limits.h"
#include "tests/device/cudart/state.h"

namespace batt::fake_cuda {
namespace {

struct Consequence {
  ptx::Diagnosis::Kind kind;
  cudaError_t error;
};
constexpr Consequence consequences[] = {
    {ptx::Diagnosis::Kind::outside, cudaErrorIllegalAddress},
    {ptx::Diagnosis::Kind::misaligned, cudaErrorMisalignedAddress},
    {ptx::Diagnosis::Kind::foreign_mask, cudaErrorIllegalInstruction},
    {ptx::Diagnosis::Kind::undefined_lane, cudaErrorIllegalInstruction},
    {ptx::Diagnosis::Kind::deadlock, cudaErrorLaunchTimeout},
    {ptx::Diagnosis::Kind::unknown_instruction, cudaErrorIllegalInstruction},
    {ptx::Diagnosis::Kind::trap, cudaErrorLaunchFailure},
    {ptx::Diagnosis::Kind::bad_call, cudaErrorInvalidPc},
    {ptx::Diagnosis::Kind::step_budget, cudaErrorLaunchTimeout},
};

cudaError_t consequence(ptx::Diagnosis::Kind kind) {
  for (const Consequence& each : consequences)
    if (each.kind == kind) return each.error;
  return cudaErrorLaunchFailure;
}

/// What the runtime refuses before the device sees it.
cudaError_t refusal(const Device& device, const Kernel& kernel, const ptx::Launch& request) {
  const ptx::Function* function = device.module->function(kernel.name);
  if (!function || !function->entry) return cudaErrorInvalidDeviceFunction;
  std::uint64_t threads = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    threads *= request.block[axis];
    if (request.grid[axis] == 0 || request.grid[axis] > most_blocks[axis] || request.block[axis] == 0 ||
        request.block[axis] > most_threads_of_axis[axis])
      return cudaErrorInvalidConfiguration;
  }
  if (threads > most_threads_a_block) return cudaErrorInvalidConfiguration;
  const std::uint64_t shared = device.module->static_shared_bytes(*function) + request.dynamic_shared_bytes;
  const std::uint64_t limit = kernel.dynamic_shared_limit ? shared_opt_in_bytes : shared_bytes_a_block;
  return shared > limit ? cudaErrorInvalidValue : cudaSuccess;
}

std::vector<ptx::Buffer> buffers_of(const Device& device) {
  std::vector<ptx::Buffer> buffers;
  for (const auto& [begin, allocation] : device.allocations)
    buffers.push_back({allocation.memory.get(), allocation.bytes});
  return buffers;
}

struct Settings {
  std::vector<ptx::Buffer> buffers;
  ptx::Schedule schedule;
  ptx::Meter* meter;
  std::uint64_t step_budget;
};

/// Without the runtime's lock, so that several devices run at the same time.
void run(State& all, Device& device, const ptx::Launch& request, Settings settings) {
  const std::lock_guard one_at_a_time(device.running);
  device.machine->set_buffers(std::move(settings.buffers));
  device.machine->set_schedule(settings.schedule);
  device.machine->set_meter(settings.meter);
  device.machine->set_step_budget(settings.step_budget);
  const std::uint64_t before = device.machine->warp_instructions();
  const auto start = std::chrono::steady_clock::now();
  const auto found = device.machine->launch(request);
  if (device.slowness > 1)
    std::this_thread::sleep_for((device.slowness - 1) * (std::chrono::steady_clock::now() - start));
  const std::lock_guard lock(all.mutex);
  all.counters.warp_instructions += device.machine->warp_instructions() - before;
  device.instructions += device.machine->warp_instructions() - before;
  for (const auto& [function, cost] : device.machine->take_profile()) {
    all.profile[function].own.add(cost.own);
    all.profile[function].all.add(cost.all);
  }
  if (!found) return;
  device.failed = consequence(found->kind);
  all.diagnosis = found->text();
  std::fprintf(stderr, "fake cudart: kernel %s: %s\n", request.kernel.c_str(), all.diagnosis.c_str());
}

}  // namespace

cudaError_t launch(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes) {
  ptx::Launch request;
  request.grid = {grid.x, grid.y, grid.z};
  request.block = {block.x, block.y, block.z};
  request.dynamic_shared_bytes = static_cast<std::uint32_t>(shared_bytes);
  request.arguments = arguments;
  Device* to_run = nullptr;
  Settings settings{};
  const cudaError_t error = on_device([&](State& all, Device& device) -> cudaError_t {
    const int number = current_device();
    if (all.faults.always(Faults::Kind::noimage)) return cudaErrorNoKernelImageForDevice;
    if (all.faults.always(Faults::Kind::oldptx)) return cudaErrorUnsupportedPtxVersion;
    if (all.faults.strikes(Faults::Kind::launch, number)) return cudaErrorLaunchOutOfResources;
    const auto kernel = all.kernels.find(function);
    if (kernel == all.kernels.end()) return cudaErrorInvalidDeviceFunction;
    if (const cudaError_t loading = all.load(device)) return loading;
    request.kernel = kernel->second.name;
    if (const cudaError_t refused = refusal(device, kernel->second, request)) return refused;
    ++all.counters.launches;
    if (all.faults.strikes(Faults::Kind::hang, number)) device.is_hung = true;
    if (device.is_hung) return cudaSuccess;
    if (all.faults.strikes(Faults::Kind::dead, number)) {
      device.failed = cudaErrorIllegalAddress;
      return cudaSuccess;
    }
    settings = {buffers_of(device), all.schedule, all.meter, all.step_budget};
    to_run = &device;
    return cudaSuccess;
  });
  if (to_run) run(state(), *to_run, request, std::move(settings));
  return error;
}

}  // namespace batt::fake_cuda

using namespace batt::fake_cuda;

namespace {

struct Configuration {
  dim3 grid, block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};
thread_local std::vector<Configuration> configurations;

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(void*) {
  const std::lock_guard lock(state().mutex);
  ++state().counters.modules;
  return new void*(nullptr);
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void** module) {
  const std::lock_guard lock(state().mutex);
  --state().counters.modules;
  std::erase_if(state().kernels, [&](const auto& kernel) { return kernel.second.module == module; });
  delete module;
}
char __cudaInitModule(void**) { return 1; }

void __cudaRegisterFunction(void** module, const char* host, char*, const char* name, int, uint3*, uint3*, dim3*, dim3*,
                            int*) {
  state().kernels[host] = {name, 0, module};
}
void __cudaRegisterVar(void**, char* host, char*, const char* name, int, std::size_t, int, int) {
  state().variables[host] = name;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes, struct CUstream_st* stream) {
  configurations.push_back({grid, block, shared_bytes, stream});
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes, void* stream) {
  if (configurations.empty()) return remember(cudaErrorMissingConfiguration);
  const Configuration last = configurations.back();
  configurations.pop_back();
  *grid = last.grid;
  *block = last.block;
  *shared_bytes = last.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = last.stream;
  return cudaSuccess;
}

/// The host function itself serves as the handle of a kernel.
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  *kernel = static_cast<cudaKernel_t>(const_cast<void*>(function));
  return cudaSuccess;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                               cudaStream_t) {
  return launch(kernel, grid, block, arguments, shared_bytes);
}
cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                    std::size_t shared_bytes, cudaStream_t) {
  return launch(kernel, grid, block, arguments, shared_bytes);
}
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                             cudaStream_t) {
  return launch(function, grid, block, arguments, shared_bytes);
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* function, void** arguments) {
  return launch(function, configuration->gridDim, configuration->blockDim, arguments, configuration->dynamicSmemBytes);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return on_device([&](State& all, Device& device) -> cudaError_t {
    const auto kernel = all.kernels.find(function);
    if (kernel == all.kernels.end()) return cudaErrorInvalidDeviceFunction;
    if (all.faults.always(Faults::Kind::noimage)) return cudaErrorNoKernelImageForDevice;
    if (all.faults.always(Faults::Kind::oldptx)) return cudaErrorUnsupportedPtxVersion;
    if (const cudaError_t loading = all.load(device)) return loading;
    const batt::ptx::Function* code = device.module->function(kernel->second.name);
    if (!code) return cudaErrorInvalidDeviceFunction;
    *attributes = {};
    attributes->sharedSizeBytes = device.module->static_shared_bytes(*code);
    attributes->localSizeBytes = code->local_bytes;
    attributes->maxThreadsPerBlock = most_threads_a_block;
    attributes->numRegs = 32;
    attributes->ptxVersion = attributes->binaryVersion = 10 * capability_major + capability_minor;
    attributes->maxDynamicSharedSizeBytes =
        kernel->second.dynamic_shared_limit ? kernel->second.dynamic_shared_limit : shared_bytes_a_block;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  return on_device([&](State& all, Device&) -> cudaError_t {
    const auto kernel = all.kernels.find(function);
    if (kernel == all.kernels.end()) return cudaErrorInvalidDeviceFunction;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
    if (value < 0 || value > shared_opt_in_bytes) return cudaErrorInvalidValue;
    kernel->second.dynamic_shared_limit = value;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function, int threads,
                                                                   std::size_t dynamic_shared, unsigned) {
  cudaFuncAttributes attributes;
  if (const cudaError_t error = cudaFuncGetAttributes(&attributes, function)) return error;
  if (!blocks || threads <= 0) return remember(cudaErrorInvalidValue);
  const auto shared = static_cast<int>(attributes.sharedSizeBytes + dynamic_shared);
  *blocks = std::min(most_blocks_a_multiprocessor, most_threads_a_multiprocessor / threads);
  if (shared > 0) *blocks = std::min(*blocks, shared_bytes_a_multiprocessor / shared);
  return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int threads,
                                                          std::size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, dynamic_shared, 0);
}

}  // extern "C"
