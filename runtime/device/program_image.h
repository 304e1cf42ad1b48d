// A program as data on a device, as the kernel and the launch code see it. Pointers are the device's.
#pragma once

#include "runtime/device/batch.h"
#include "runtime/exec/interpreter.h"

namespace batt::device {

/// Instructions outside of blocks, by their places in the program, in program order.
struct Statements {
  const std::uint32_t* places;
  std::uint32_t count;
};

/// A program, which stays on the device between runs.
struct ResidentProgram {
  exec::ProgramView program;
  Statements statements[2];       ///< that run in safe and in raw mode: what the results need, and what may end it
  const std::uint32_t* answered;  ///< the slots whose values come back
  std::uint32_t parameter_count;
  std::uint32_t answered_count;
};

inline constexpr const char* kernel_name = "batt_run_programs";

}  // namespace batt::device
