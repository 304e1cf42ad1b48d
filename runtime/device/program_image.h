// A program as data on a device, as the kernel and the launch code see it. Pointers are the device's.
#pragma once

#include "runtime/device/batch.h"
#include "runtime/exec/interpreter.h"

namespace batt::device {

/// A program, which stays on the device between runs.
struct ResidentProgram {
  exec::ProgramView program;
  const std::uint32_t* answered;  ///< the slots whose values come back
  std::uint32_t parameter_count;
  std::uint32_t answered_count;
};

inline constexpr const char* kernel_name = "batt_run_programs";

}  // namespace batt::device
