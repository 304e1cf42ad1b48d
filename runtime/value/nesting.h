// Functions that can come to call themselves through others. The stack of a device's lane is made for this depth
// (runtime/device/stack.h): a sample that goes deeper ends there, and the host runs it, whose stack is large.
#pragma once

#include "runtime/value/context.h"

namespace batt {

inline constexpr unsigned most_nested_orders = 2;  ///< finding a set's order asks for the order of another

/// Lives as long as such a function runs; `depth` counts those that do.
class Nested {
 public:
  BATT_HD Nested([[maybe_unused]] Context& context, std::uint8_t& depth, [[maybe_unused]] unsigned most)
      : depth_(depth) {
#ifdef BATT_ON_DEVICE
    if (depth == most) context.give_up(no_op, Reason::Nesting);
#endif
    ++depth_;
  }
  BATT_HD ~Nested() { --depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  std::uint8_t& depth_;
};

}  // namespace batt
