// Devices, their properties and limits, and the names of errors.
#include <cstdio>
#include <cstring>

#include "tests/device/cudart/limits.h"
#include "tests/device/cudart/state.h"

using namespace batt::fake_cuda;

namespace {

struct NamedError {
  cudaError_t error;
  const char *name, *text;
};
constexpr NamedError errors[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {cudaErrorInsufficientDriver, "cudaErrorInsufficientDriver",
     "CUDA driver version is insufficient for CUDA runtime version"},
    {cudaErrorMissingConfiguration, "cudaErrorMissingConfiguration", "__global__ function call is not configured"},
    {cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorInvalidKernelImage, "cudaErrorInvalidKernelImage", "device kernel image is invalid"},
    {cudaErrorNoKernelImageForDevice, "cudaErrorNoKernelImageForDevice",
     "no kernel image is available for execution on the device"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
    {cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {cudaErrorIllegalInstruction, "cudaErrorIllegalInstruction", "an illegal instruction was encountered"},
    {cudaErrorMisalignedAddress, "cudaErrorMisalignedAddress", "misaligned address"},
    {cudaErrorInvalidPc, "cudaErrorInvalidPc", "invalid program counter"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorUnknown, "cudaErrorUnknown", "unknown error"},
};

const NamedError& named(cudaError_t error) {
  static constexpr NamedError unnamed{cudaErrorUnknown, "unrecognized error code", "unrecognized error code"};
  for (const NamedError& each : errors)
    if (each.error == error) return each;
  return unnamed;
}

struct Attribute {
  cudaDeviceAttr name;
  int value;
};
constexpr Attribute attributes[] = {
    {cudaDevAttrMaxThreadsPerBlock, most_threads_a_block},
    {cudaDevAttrMaxBlockDimX, static_cast<int>(most_threads_of_axis[0])},
    {cudaDevAttrMaxBlockDimY, static_cast<int>(most_threads_of_axis[1])},
    {cudaDevAttrMaxBlockDimZ, static_cast<int>(most_threads_of_axis[2])},
    {cudaDevAttrMaxGridDimX, static_cast<int>(most_blocks[0])},
    {cudaDevAttrMaxGridDimY, static_cast<int>(most_blocks[1])},
    {cudaDevAttrMaxGridDimZ, static_cast<int>(most_blocks[2])},
    {cudaDevAttrMaxSharedMemoryPerBlock, shared_bytes_a_block},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, shared_opt_in_bytes},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, shared_bytes_a_multiprocessor},
    {cudaDevAttrTotalConstantMemory, 64 * 1024},
    {cudaDevAttrWarpSize, 32},
    {cudaDevAttrMaxRegistersPerBlock, registers_a_block},
    {cudaDevAttrMaxRegistersPerMultiprocessor, registers_a_block},
    {cudaDevAttrClockRate, 1'000'000},
    {cudaDevAttrMultiProcessorCount, multiprocessors},
    {cudaDevAttrMaxThreadsPerMultiProcessor, most_threads_a_multiprocessor},
    {cudaDevAttrMaxBlocksPerMultiprocessor, most_blocks_a_multiprocessor},
    {cudaDevAttrComputeCapabilityMajor, capability_major},
    {cudaDevAttrComputeCapabilityMinor, capability_minor},
    {cudaDevAttrAsyncEngineCount, 1},
    {cudaDevAttrConcurrentKernels, 1},
    {cudaDevAttrUnifiedAddressing, 1},
    {cudaDevAttrMemoryPoolsSupported, 1},
};

/// Properties need a driver and the device, but no working context.
template <class Body>
cudaError_t about_device(int device, Body body) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  cudaError_t error = availability(all);
  if (error == cudaSuccess && (device < 0 || static_cast<std::size_t>(device) >= all.devices.size()))
    error = cudaErrorInvalidDevice;
  if (error == cudaSuccess) error = body(all);
  return remember(error);
}

void describe(const State& all, int device, cudaDeviceProp& properties) {
  std::memset(&properties, 0, sizeof properties);
  std::snprintf(properties.name, sizeof properties.name, "PTX interpreter %d", device);
  properties.totalGlobalMem = all.devices[static_cast<std::size_t>(device)]->memory_limit;
  properties.sharedMemPerBlock = shared_bytes_a_block;
  properties.sharedMemPerBlockOptin = shared_opt_in_bytes;
  properties.sharedMemPerMultiprocessor = shared_bytes_a_multiprocessor;
  properties.regsPerBlock = properties.regsPerMultiprocessor = registers_a_block;
  properties.warpSize = 32;
  properties.maxThreadsPerBlock = most_threads_a_block;
  properties.maxThreadsPerMultiProcessor = most_threads_a_multiprocessor;
  properties.maxBlocksPerMultiProcessor = most_blocks_a_multiprocessor;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    properties.maxThreadsDim[axis] = static_cast<int>(most_threads_of_axis[axis]);
    properties.maxGridSize[axis] = static_cast<int>(most_blocks[axis]);
  }
  properties.totalConstMem = 64 * 1024;
  properties.major = capability_major;
  properties.minor = capability_minor;
  properties.multiProcessorCount = multiprocessors;
  properties.asyncEngineCount = properties.concurrentKernels = properties.unifiedAddressing = 1;
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  const cudaError_t error = availability(all);
  *count = error == cudaSuccess ? static_cast<int>(all.devices.size()) : 0;
  return remember(error);
}

/// Choosing a device touches its context, so a dead one says so.
cudaError_t cudaSetDevice(int device) {
  return about_device(device, [&](State& all) {
    current_device() = device;
    return all.devices[static_cast<std::size_t>(device)]->failed;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return about_device(0, [&](State&) {
    *device = current_device();
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return about_device(device, [&](State& all) {
    describe(all, device, *properties);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return about_device(device, [&](State&) {
    for (const Attribute& each : attributes)
      if (each.name == attribute) return *value = each.value, cudaSuccess;
    *value = 0;  // a feature this device does not have
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceReset() {
  return on_device([](State&, Device& device) {
    device.allocations.clear();
    device.used = 0;
    device.machine.reset();
    device.module.reset();
    return cudaSuccess;
  });
}

/// Only the stack is remembered; a new context begins with a kilobyte.
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  return on_device([&](State&, Device& device) {
    if (limit == cudaLimitStackSize) device.stack_bytes = value;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  return on_device([&](State&, Device& device) -> cudaError_t {
    if (limit != cudaLimitStackSize) return cudaErrorInvalidValue;
    *value = device.stack_bytes;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned) {
  return about_device(0, [](State&) { return cudaSuccess; });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return on_device([&](State&, Device& device) {
    *free = device.memory_limit - device.used;
    *total = device.memory_limit;
    return cudaSuccess;
  });
}

cudaError_t cudaDriverGetVersion(int* version) {
  const std::lock_guard lock(state().mutex);
  *version = state().faults.always(Faults::Kind::nodriver) ? 0 : CUDART_VERSION;
  for (const Faults::Kind kind : {Faults::Kind::olddriver, Faults::Kind::oldptx})
    if (state().faults.always(kind)) *version = 11040;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}

/// A sticky error is found again by the next call, so the thread may forget it here.
cudaError_t cudaGetLastError() {
  const cudaError_t error = last_error();
  last_error() = cudaSuccess;
  return error;
}
cudaError_t cudaPeekAtLastError() { return last_error(); }
const char* cudaGetErrorString(cudaError_t error) { return named(error).text; }
const char* cudaGetErrorName(cudaError_t error) { return named(error).name; }

}  // extern "C"
