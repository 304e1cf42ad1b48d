// Counts the ops that the fast path left to the checked one, by op and reason.
#pragma once

#include <array>
#include <cstdint>

#include "batt/status.h"
#include "dsl_kernels/op_table.h"

namespace batt {

class Fallbacks {
 public:
  static constexpr std::size_t reason_count = static_cast<std::size_t>(Reason::Order) + 1;

  void count(OpId op, Reason reason) { ++counts_[static_cast<std::size_t>(op)][static_cast<std::size_t>(reason)]; }
  std::uint64_t of(OpId op, Reason reason) const {
    return counts_[static_cast<std::size_t>(op)][static_cast<std::size_t>(reason)];
  }

  void add(const Fallbacks& other) {
    for (std::size_t op = 0; op < op_count; ++op)
      for (std::size_t reason = 0; reason < reason_count; ++reason) counts_[op][reason] += other.counts_[op][reason];
  }

 private:
  std::array<std::array<std::uint64_t, reason_count>, op_count> counts_{};
};

}  // namespace batt
