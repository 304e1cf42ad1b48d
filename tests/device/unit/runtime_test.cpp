// The stand-in runtime from within one process: kernels are registered the way nvcc's host code does it.
#include <cuda_runtime_api.h>
#include <catch2/catch.hpp>

#include <thread>

#include "tests/device/cudart/control.h"
#include "tests/device/unit/harness.h"

extern "C" void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*,
                                       int*);
extern "C" void __cudaRegisterVar(void**, char*, char*, const char*, int, std::size_t, int, int);

namespace {

using namespace batt;

char kernel_handle, variable_handle;

/// out[t] = in[0] + shift + t, with the variable `shift` in device memory.
void set_up() {
  fake_cuda::reset();
  fake_cuda::set_ptx({ptx::testing::kernel(
      std::string(
          "ld.global.u32 %r1, [%in]; ld.global.u32 %r2, [shift]; add.u32 %r0, %r1, %r2; add.u32 %r0, %r0, %t;") +
          ptx::testing::store_r0,
      ".visible .global .align 4 .u32 shift = 1000;\n")});
  __cudaRegisterFunction(nullptr, &kernel_handle, nullptr, "k", -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  __cudaRegisterVar(nullptr, &variable_handle, nullptr, "shift", 0, 4, 0, 0);
}

struct Round {
  cudaError_t error = cudaSuccess;
  std::string step;
  unsigned last = 0;
};

/// Copies in, launches, waits and copies out; stops at the first error.
Round round_trip(unsigned value, std::size_t out_bytes = 128) {
  Round result;
  void *in = nullptr, *out = nullptr;
  const auto failed = [&](const char* step, cudaError_t error) {
    if (error != cudaSuccess) result.error = error, result.step = step;
    return error != cudaSuccess;
  };
  void* arguments[] = {&in, &out};
  unsigned results[32] = {};
  if (failed("malloc", cudaMalloc(&in, 4)) || failed("malloc", cudaMalloc(&out, out_bytes)) ||
      failed("memcpy", cudaMemcpy(in, &value, 4, cudaMemcpyHostToDevice)) ||
      failed("launch", cudaLaunchKernel(&kernel_handle, dim3(1), dim3(32), arguments, 0, nullptr)) ||
      failed("sync", cudaDeviceSynchronize()) ||
      failed("memcpy", cudaMemcpy(results, out, out_bytes, cudaMemcpyDeviceToHost)) || failed("free", cudaFree(in)) ||
      failed("free", cudaFree(out)))
    return result;
  result.last = results[31];
  return result;
}

TEST_CASE("a kernel runs, and what happened is counted") {
  set_up();
  CHECK(round_trip(5).last == 1036);
  const fake_cuda::Counters counters = fake_cuda::counters();
  CHECK(counters.launches == 1);
  CHECK(counters.transfers_in == 1);
  CHECK(counters.bytes_in == 4);
  CHECK(counters.bytes_out == 128);
  CHECK(counters.peak_memory == std::vector<std::uint64_t>{132});
  CHECK(counters.warp_instructions > 5);
  fake_cuda::reset_counters();
  CHECK(fake_cuda::counters().launches == 0);
}

TEST_CASE("devices have their own memory and variables") {
  set_up();
  fake_cuda::set_devices(3);
  fake_cuda::set_memory(1000);
  int count = 0;
  REQUIRE(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(count == 3);
  CHECK(cudaSetDevice(3) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaSetDevice(2) == cudaSuccess);
  const unsigned shift = 7;
  REQUIRE(cudaMemcpyToSymbol(&variable_handle, &shift, 4, 0, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(round_trip(0).last == 38);
  void* block = nullptr;
  REQUIRE(cudaMalloc(&block, 900) == cudaSuccess);
  void* more = nullptr;
  CHECK(cudaMalloc(&more, 200) == cudaErrorMemoryAllocation);
  std::size_t free = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  CHECK(free == 100);
  CHECK(total == 1000);
  REQUIRE(cudaSetDevice(0) == cudaSuccess);
  CHECK(round_trip(0).last == 1031);
  CHECK(cudaFree(block) == cudaSuccess);
  CHECK(cudaFree(block) == cudaErrorInvalidValue);
}

TEST_CASE("several host threads drive several devices") {
  set_up();
  fake_cuda::set_devices(2);
  unsigned found[2] = {};
  std::vector<std::thread> threads;
  for (int device = 0; device < 2; ++device)
    threads.emplace_back([device, &found] {
      cudaSetDevice(device);
      for (int i = 0; i < 20; ++i) found[device] = round_trip(static_cast<unsigned>(device)).last;
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(found[0] == 1031);
  CHECK(found[1] == 1032);
  CHECK(fake_cuda::counters().launches == 40);
}

TEST_CASE("faults strike the call they name, once") {
  struct Case {
    const char *fault, *step;
    cudaError_t error;
  };
  const Case cases[] = {{"malloc:2", "malloc", cudaErrorMemoryAllocation},
                        {"launch:1", "launch", cudaErrorLaunchOutOfResources},
                        {"memcpy:2", "memcpy", cudaErrorUnknown},
                        {"sync:1", "sync", cudaErrorLaunchFailure}};
  for (const Case& each : cases) {
    INFO(each.fault);
    set_up();
    fake_cuda::set_fault(each.fault);
    const Round struck = round_trip(1);
    CHECK(struck.step == each.step);
    CHECK(struck.error == each.error);
    CHECK(round_trip(1).last == 1032);
  }
}

TEST_CASE("a dead context stays dead, other devices live") {
  set_up();
  fake_cuda::set_devices(2);
  fake_cuda::set_fault("dead:2@0");
  CHECK(round_trip(1).last == 1032);
  const Round second = round_trip(1);
  CHECK(second.step == "sync");
  CHECK(second.error == cudaErrorIllegalAddress);
  void* pointer = nullptr;
  CHECK(cudaMalloc(&pointer, 8) == cudaErrorIllegalAddress);
  CHECK(cudaDeviceReset() == cudaErrorIllegalAddress);
  CHECK(cudaSetDevice(1) == cudaSuccess);
  CHECK(round_trip(1).last == 1032);
  CHECK(cudaSetDevice(0) == cudaErrorIllegalAddress);
}

TEST_CASE("machines without device, driver or image") {
  set_up();
  int count = -1;
  fake_cuda::set_fault("nodevice");
  CHECK(cudaGetDeviceCount(&count) == cudaErrorNoDevice);
  CHECK(count == 0);
  fake_cuda::set_fault("nodriver");
  CHECK(cudaGetDeviceCount(&count) == cudaErrorInsufficientDriver);
  CHECK(round_trip(1).error == cudaErrorInsufficientDriver);
  fake_cuda::set_fault("noimage");
  CHECK(round_trip(1).step == "launch");
  CHECK(round_trip(1).error == cudaErrorNoKernelImageForDevice);
  CHECK_THROWS_AS(fake_cuda::set_fault("malloc"), std::invalid_argument);
  CHECK_THROWS_AS(fake_cuda::set_fault("rain:3"), std::invalid_argument);
}

TEST_CASE("a kernel that runs out of its buffer kills the context with a diagnosis") {
  set_up();
  const Round found = round_trip(1, 64);
  CHECK(found.step == "sync");
  CHECK(found.error == cudaErrorIllegalAddress);
  CHECK(fake_cuda::last_diagnosis().find("lane 16") != std::string::npos);
}

TEST_CASE("launches that the runtime refuses leave the device alive") {
  set_up();
  void* arguments[2] = {};
  CHECK(cudaLaunchKernel(&kernel_handle, dim3(1), dim3(2048), arguments, 0, nullptr) == cudaErrorInvalidConfiguration);
  CHECK(cudaLaunchKernel(&kernel_handle, dim3(1), dim3(32), arguments, 60000, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaLaunchKernel(&variable_handle, dim3(1), dim3(32), arguments, 0, nullptr) == cudaErrorInvalidDeviceFunction);
  CHECK(round_trip(2).last == 1033);
}

TEST_CASE("copies check both ends") {
  set_up();
  void* pointer = nullptr;
  char host[64];
  REQUIRE(cudaMalloc(&pointer, 32) == cudaSuccess);
  CHECK(cudaMemcpy(pointer, host, 64, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(host, pointer, 32, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemset(pointer, 0, 33) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(host, pointer, 32, cudaMemcpyDefault) == cudaSuccess);
  CHECK(static_cast<unsigned char>(host[0]) == 0xA5);
}

}  // namespace
