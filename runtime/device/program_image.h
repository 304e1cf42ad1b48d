// What travels to a device that runs a program as data, as the kernel and the launch code see it. Pointers are the
// device's.
#pragma once

#include "runtime/device/batch.h"
#include "runtime/exec/interpreter.h"

namespace batt::device {

/// Begins the block that goes in: the program, the samples, and where everything else lies.
struct ProgramImage {
  exec::ProgramView program;
  const Value* parameters;        ///< of all samples, parameter_count each
  const std::uint32_t* answered;  ///< the slots whose values come back
  std::uint32_t parameter_count;
  std::uint32_t answered_count;
  Batch batch;
};

inline constexpr const char* kernel_name = "batt_run_programs";

}  // namespace batt::device
