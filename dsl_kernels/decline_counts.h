// Counts the calls that packed bodies declined, by op.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>

#include "dsl_kernels/op_table.h"

namespace batt {

class DeclineCounts {
 public:
  void count(OpId op) { ++counts_[static_cast<std::size_t>(op)]; }
  std::uint64_t of(OpId op) const { return counts_[static_cast<std::size_t>(op)]; }
  std::uint64_t total() const { return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}); }

  void add(const DeclineCounts& other) {
    for (std::size_t op = 0; op < op_count; ++op) counts_[op] += other.counts_[op];
  }

 private:
  std::array<std::uint64_t, op_count> counts_{};
};

}  // namespace batt
