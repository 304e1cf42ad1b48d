// Counting bits, on host and device.
#pragma once

#include <bit>
#include <cstdint>

#include "batt/target.h"

namespace batt::bits {

/// How many zeros stand below the lowest one; 64 (or 32) if there is none.
BATT_HD constexpr int trailing_zeros(std::uint64_t word) {
#ifdef BATT_ON_DEVICE
  return __clzll(static_cast<long long>(__brevll(word)));
#else
  return std::countr_zero(word);
#endif
}
BATT_HD constexpr int trailing_zeros(std::uint32_t word) {
#ifdef BATT_ON_DEVICE
  return __clz(static_cast<int>(__brev(word)));
#else
  return std::countr_zero(word);
#endif
}

BATT_HD constexpr int trailing_ones(std::uint64_t word) { return trailing_zeros(~word); }
BATT_HD constexpr int trailing_ones(std::uint32_t word) { return trailing_zeros(~word); }

BATT_HD constexpr int ones(std::uint64_t word) {
#ifdef BATT_ON_DEVICE
  return __popcll(word);
#else
  return std::popcount(word);
#endif
}
BATT_HD constexpr int ones(std::uint32_t word) {
#ifdef BATT_ON_DEVICE
  return __popc(word);
#else
  return std::popcount(word);
#endif
}

/// How many bits it takes to write the number: 0 for 0.
BATT_HD constexpr int width(std::uint64_t word) {
#ifdef BATT_ON_DEVICE
  return 64 - __clzll(static_cast<long long>(word));
#else
  return std::bit_width(word);
#endif
}

}  // namespace batt::bits
