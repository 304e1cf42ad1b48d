// What the instructions of a program take, by their places in it.
#pragma once

#include <cstdint>
#include <vector>

namespace batt::exec {

struct Profile {
  /// An instruction that ran; times are in nanoseconds, `start` on the clock's own scale.
  struct Event {
    std::uint32_t instruction;
    std::uint64_t start, duration;
  };

  std::vector<std::uint64_t> calls, nanoseconds;  ///< by instruction outside of blocks
  std::vector<Event> events;
  std::size_t most_events = 0;  ///< no more are kept
};

}  // namespace batt::exec
