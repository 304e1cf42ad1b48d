// memcpy and memset for pieces of any size. nvcc makes a loop over single bytes of those: on the device these move
// words, and large pieces by all lanes of a team.
#pragma once

#include <cstddef>
#include <cstring>

#include "batt/target.h"

namespace batt {

#ifdef __CUDACC__
__device__ void copy_bytes_on_device(void* to, const void* from, std::size_t size);
__device__ void fill_bytes_on_device(void* to, int byte, std::size_t size);
#endif

/// Pieces do not overlap.
BATT_HD inline void copy_bytes(void* to, const void* from, std::size_t size) {
#ifdef BATT_ON_DEVICE
  copy_bytes_on_device(to, from, size);
#else
  std::memcpy(to, from, size);
#endif
}

BATT_HD inline void fill_bytes(void* to, int byte, std::size_t size) {
#ifdef BATT_ON_DEVICE
  fill_bytes_on_device(to, byte, size);
#else
  std::memset(to, byte, size);
#endif
}

}  // namespace batt
