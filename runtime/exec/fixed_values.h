// What a program computes of no input, whatever runs it. Computed once, such values are constants to a device.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/exec/schedule.h"

namespace batt::exec {

class FixedValues {
 public:
  /// Runs the instructions of a schedule that depend on no input and end without an exception. Values of which CPython
  /// does not fix the order, if that has been looked at, are not among them; neither are those past a limit.
  FixedValues(const Program& program, const Schedule& schedule, ErrorMode mode);

  /// By slots. They never change, and live as long as this.
  const std::vector<std::pair<std::uint32_t, Value>>& values() const { return values_; }
  /// The other instructions of a list.
  std::vector<std::uint32_t> without_fixed(const std::vector<std::uint32_t>& places) const;

 private:
  Context context_;
  std::vector<std::pair<std::uint32_t, Value>> values_;
  std::vector<bool> is_done_;  ///< by place of an instruction outside of blocks
};

}  // namespace batt::exec
