// Included before everything else where nvcc compiles for the device (nvcc -include runtime/device/device_memory.h).
//
// std::copy, copy_n, move, copy_backward and equal end in memmove and memcmp, which the device does not have: without a
// word nvcc then compiles them to nothing at all. Declared here for both, they are functions of
// runtime/device/memory.cpp.
#pragma once

#ifdef __CUDACC__
#include <cstddef>
#include <cstring>

#pragma nv_diag_suppress 20040
extern "C" {
extern __host__ __device__ void* memmove(void* to, const void* from, std::size_t size) noexcept(true);
extern __host__ __device__ int memcmp(const void* a, const void* b, std::size_t size) noexcept(true);
extern __host__ __device__ void* __builtin_memmove(void* to, const void* from, std::size_t size) noexcept(true);
extern __host__ __device__ int __builtin_memcmp(const void* a, const void* b, std::size_t size) noexcept(true);
}
#pragma nv_diag_default 20040
#endif
