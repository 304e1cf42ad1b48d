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

/// What runs where samples are scored: o alone is needed. What may end the program keeps its place among the others,
/// so programs with such statements share none.
struct ScoredStatements {
  Statements shared;  ///< by the calls of a sample: what does not depend on C
  Statements own;     ///< of each call
};

/// What stays on the device of a program in one error mode. The constants of `program` are those that the statements
/// read, with the values that depend on no input.
struct ResidentMode {
  exec::ProgramView program;
  Statements statements;  ///< what the results need, and what may end the program
  ScoredStatements scored;
  const std::uint32_t* answered;  ///< the slots whose values come back
  std::uint32_t answered_count;
};

/// A program, which stays on the device between runs.
struct ResidentProgram {
  ResidentMode modes[2];          ///< safe and raw
  const std::uint32_t* compared;  ///< the slots whose values are compared with the expected output
  std::uint32_t compared_count;
  std::uint32_t candidate;  ///< the slot of C; no_slot: the program does not read it
  std::uint32_t parameter_count;
  std::uint32_t expected;  ///< the place of the expected output among the arguments
};

inline constexpr std::uint32_t no_slot = 0xffffffff;

inline constexpr const char* kernel_name = "batt_run_programs";

}  // namespace batt::device
