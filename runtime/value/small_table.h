// CPython's set table where it is small.
#pragma once

#include <cstdint>

#include "runtime/value/bits.h"
#include "runtime/value/set_table.h"

namespace batt {

/// A table of at most 64 slots, for numbers below 256 that are known to differ: its occupancy is one register.
class SmallTable {
 public:
  BATT_HD explicit SmallTable(std::uint32_t mask) : mask_(mask) {}

  BATT_HD void insert(std::uint32_t key, std::uint64_t hash) {
    Probe probe(hash, mask_);
    while (true) {
      const auto skip = static_cast<std::uint32_t>(bits::trailing_ones(occupied_ >> probe.start));
      if (skip <= probe.extent()) {
        slots_[probe.start + skip] = static_cast<std::uint8_t>(key);
        occupied_ |= std::uint64_t{1} << (probe.start + skip);
        return;
      }
      probe.jump();
    }
  }

  BATT_HD void list(std::uint32_t* out) const {
    for (std::uint64_t bits = occupied_; bits != 0; bits &= bits - 1) *out++ = slots_[bits::trailing_zeros(bits)];
  }
  BATT_HD std::uint32_t mask() const { return mask_; }
  BATT_HD std::uint64_t occupied() const { return occupied_; }
  BATT_HD std::uint32_t slot(std::uint32_t k) const { return slots_[k]; }

 private:
  std::uint32_t mask_;
  std::uint64_t occupied_ = 0;
  std::uint8_t slots_[64];
};

}  // namespace batt
