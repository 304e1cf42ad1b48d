// What the C library has and the device lacks. Compiled for the device only.
#include <cstdint>

#include "batt/device_memory.h"

namespace {

/// Whether both lie at places where words of eight bytes can.
__device__ bool words_fit(const void* a, const void* b) {
  return ((reinterpret_cast<std::uintptr_t>(a) | reinterpret_cast<std::uintptr_t>(b)) & 7) == 0;
}

template <class T>
__device__ void move_forward(T* to, const T* from, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) to[k] = from[k];
}

}  // namespace

extern "C" __host__ __device__ void* memmove(void* to, const void* from, std::size_t size) noexcept(true) {
#ifdef __CUDA_ARCH__
  auto* out = static_cast<unsigned char*>(to);
  const auto* in = static_cast<const unsigned char*>(from);
  if (out > in && out < in + size) {
    for (std::size_t k = size; k > 0; --k) out[k - 1] = in[k - 1];
    return to;
  }
  const std::size_t whole = words_fit(to, from) ? size & ~std::size_t{7} : 0;
  move_forward(reinterpret_cast<std::uint64_t*>(out), reinterpret_cast<const std::uint64_t*>(in), whole / 8);
  move_forward(out + whole, in + whole, size - whole);
#endif
  return to;
}

extern "C" __host__ __device__ int memcmp(const void* a, const void* b, std::size_t size) noexcept(true) {
#ifdef __CUDA_ARCH__
  const auto* left = static_cast<const unsigned char*>(a);
  const auto* right = static_cast<const unsigned char*>(b);
  for (std::size_t k = 0; k < size; ++k)
    if (left[k] != right[k]) return left[k] < right[k] ? -1 : 1;
#endif
  return 0;
}
