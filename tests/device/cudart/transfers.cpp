// Memory, copies, streams and events. Everything is done at once, so a stream or an event is never behind.
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "tests/device/cudart/state.h"

struct CUstream_st {
  unsigned flags;
};
struct CUevent_st {
  std::chrono::steady_clock::time_point time;
  bool recorded;
};

using namespace batt::fake_cuda;

namespace {

bool on_any_device(const State& all, const void* pointer, std::size_t bytes) {
  for (const auto& device : all.devices)
    if (device->contains(pointer, bytes)) return true;
  return false;
}

cudaMemcpyKind inferred(const State& all, const void* to, const void* from, std::size_t bytes) {
  const bool to_device = on_any_device(all, to, bytes), from_device = on_any_device(all, from, bytes);
  if (to_device) return from_device ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice;
  return from_device ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost;
}

/// The kind must say where the pointers really point: a device would otherwise read some other memory.
cudaError_t copy(State& all, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (all.faults.strikes(Faults::Kind::memcpy, current_device())) return cudaErrorUnknown;
  if (bytes == 0) return cudaSuccess;
  if (!to || !from) return cudaErrorInvalidValue;
  if (kind == cudaMemcpyDefault) kind = inferred(all, to, from, bytes);
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (on_any_device(all, to, bytes) != to_device || on_any_device(all, from, bytes) != from_device)
    return cudaErrorInvalidValue;
  if (kind == cudaMemcpyHostToDevice) ++all.counters.transfers_in, all.counters.bytes_in += bytes;
  if (kind == cudaMemcpyDeviceToHost) ++all.counters.transfers_out, all.counters.bytes_out += bytes;
  if (kind == cudaMemcpyDeviceToHost && all.faults.strikes(Faults::Kind::lie, current_device()))
    std::memset(to, 0xff, bytes);
  else
    std::memmove(to, from, bytes);
  return cudaSuccess;
}

cudaError_t fill(State& all, void* to, int value, std::size_t bytes) {
  if (!on_any_device(all, to, bytes)) return cudaErrorInvalidValue;
  std::memset(to, value, bytes);
  return cudaSuccess;
}

cudaError_t synchronize() {
  return after_waiting([](State& all, Device&) {
    return all.faults.strikes(Faults::Kind::sync, current_device()) ? cudaErrorLaunchFailure : cudaSuccess;
  });
}

cudaError_t nothing_to_do() {
  return on_device([](State&, Device&) { return cudaSuccess; });
}

/// The variable behind a host symbol, in the current device's copy of the code.
cudaError_t find_variable(State& all, Device& device, const void* host, const batt::ptx::Symbol*& found) {
  const auto name = all.variables.find(host);
  if (name == all.variables.end()) return cudaErrorInvalidSymbol;
  if (const cudaError_t loading = all.load(device)) return loading;
  found = device.module->symbol(name->second);
  return found ? cudaSuccess : cudaErrorInvalidSymbol;
}

cudaError_t with_variable(const void* host, std::size_t bytes, std::size_t offset, auto use) {
  return on_device([&](State& all, Device& device) -> cudaError_t {
    const batt::ptx::Symbol* symbol = nullptr;
    if (const cudaError_t error = find_variable(all, device, host, symbol)) return error;
    if (offset > symbol->bytes || bytes > symbol->bytes - offset) return cudaErrorInvalidValue;
    return use(all, reinterpret_cast<std::byte*>(symbol->address) + offset, symbol->bytes);
  });
}

cudaError_t new_stream(cudaStream_t* stream, unsigned flags) {
  return on_device([&](State& all, Device&) {
    ++all.counters.streams;
    return *stream = new CUstream_st{flags}, cudaSuccess;
  });
}
cudaError_t new_event(cudaEvent_t* event) {
  return on_device([&](State& all, Device&) {
    ++all.counters.events;
    return *event = new CUevent_st{{}, false}, cudaSuccess;
  });
}

cudaError_t new_host_memory(void** pointer, std::size_t bytes) {
  return on_device([&](State& all, Device&) {
    if (all.faults.strikes(Faults::Kind::hostmalloc, current_device())) return cudaErrorMemoryAllocation;
    *pointer = std::malloc(bytes ? bytes : 1);
    if (*pointer) all.host_memory[*pointer] = bytes;
    return *pointer ? cudaSuccess : cudaErrorMemoryAllocation;
  });
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return on_device([&](State& all, Device&) { return all.allocate(current_device(), pointer, bytes); });
}
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t) { return cudaMalloc(pointer, bytes); }
cudaError_t cudaFree(void* pointer) {
  return after_waiting([&](State& all, Device&) { return all.release(pointer); });
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) { return cudaFree(pointer); }

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) { return new_host_memory(pointer, bytes); }
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned) { return new_host_memory(pointer, bytes); }
cudaError_t cudaFreeHost(void* pointer) {
  return after_waiting([&](State& all, Device&) {
    all.host_memory.erase(pointer);
    std::free(pointer);
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return after_waiting([&](State& all, Device&) { return copy(all, to, from, bytes, kind); });
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  return on_device(
      [&](State& all, Device& device) { return device.is_hung ? cudaSuccess : copy(all, to, from, bytes, kind); });
}

cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
  return on_device([&](State& all, Device&) { return fill(all, to, value, bytes); });
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t) {
  return cudaMemset(to, value, bytes);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind) {
  return with_variable(symbol, bytes, offset, [&](State& all, std::byte* variable, std::size_t) {
    return copy(all, variable, from, bytes, kind);
  });
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                 cudaMemcpyKind kind) {
  return with_variable(symbol, bytes, offset, [&](State& all, std::byte* variable, std::size_t) {
    return copy(all, to, variable, bytes, kind);
  });
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return with_variable(symbol, 0, 0,
                       [&](State&, std::byte* variable, std::size_t) { return *pointer = variable, cudaSuccess; });
}
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return with_variable(symbol, 0, 0, [&](State&, std::byte*, std::size_t size) { return *bytes = size, cudaSuccess; });
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return new_stream(stream, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) { return new_stream(stream, flags); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return new_stream(stream, flags);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return after_waiting([&](State& all, Device&) {
    --all.counters.streams;
    delete stream;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return synchronize(); }
cudaError_t cudaStreamQuery(cudaStream_t) { return nothing_to_do(); }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return nothing_to_do(); }
cudaError_t cudaDeviceSynchronize() { return synchronize(); }

cudaError_t cudaEventCreate(cudaEvent_t* event) { return new_event(event); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) { return new_event(event); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return on_device([&](State& all, Device&) {
    --all.counters.events;
    delete event;
    return cudaSuccess;
  });
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  *event = {std::chrono::steady_clock::now(), true};
  return nothing_to_do();
}
cudaError_t cudaEventSynchronize(cudaEvent_t) { return synchronize(); }
cudaError_t cudaEventQuery(cudaEvent_t) {
  return on_device([](State& all, Device& device) {
    if (device.is_hung) return cudaErrorNotReady;
    return all.faults.strikes(Faults::Kind::sync, current_device()) ? cudaErrorLaunchFailure : cudaSuccess;
  });
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  if (!milliseconds || !begin || !end || !begin->recorded || !end->recorded)
    return remember(cudaErrorInvalidResourceHandle);
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - begin->time).count();
  return nothing_to_do();
}

}  // extern "C"

// The names that --default-stream per-thread asks for.
#define BATT_SAME_AS(name, original) extern "C" __attribute__((alias(#original))) decltype(original) name
BATT_SAME_AS(cudaMemcpy_ptds, cudaMemcpy);
BATT_SAME_AS(cudaMemset_ptds, cudaMemset);
BATT_SAME_AS(cudaMemcpyToSymbol_ptds, cudaMemcpyToSymbol);
BATT_SAME_AS(cudaMemcpyFromSymbol_ptds, cudaMemcpyFromSymbol);
BATT_SAME_AS(cudaMemcpyAsync_ptsz, cudaMemcpyAsync);
BATT_SAME_AS(cudaMemsetAsync_ptsz, cudaMemsetAsync);
BATT_SAME_AS(cudaMallocAsync_ptsz, cudaMallocAsync);
BATT_SAME_AS(cudaFreeAsync_ptsz, cudaFreeAsync);
BATT_SAME_AS(cudaStreamSynchronize_ptsz, cudaStreamSynchronize);
BATT_SAME_AS(cudaStreamQuery_ptsz, cudaStreamQuery);
BATT_SAME_AS(cudaStreamWaitEvent_ptsz, cudaStreamWaitEvent);
BATT_SAME_AS(cudaEventRecord_ptsz, cudaEventRecord);
#undef BATT_SAME_AS
