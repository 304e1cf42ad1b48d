// What travels to a device and back, as the kernel and the launch code see it. Pointers are the device's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "batt/context.h"
#include "dsl_kernels/fast/object_tables.h"
#include "runtime/exec/interpreter.h"

namespace batt::device {

/// Begins the block that goes in: the program, the samples, and where everything else lies.
struct Image {
  exec::ProgramView program;
  const ObjectTables* object_tables;
  const Value* parameters;        ///< of all samples, parameter_count each
  const std::uint32_t* answered;  ///< the slots whose values come back
  std::uint32_t parameter_count;
  std::uint32_t answered_count;
  std::uint32_t sample_count;
  ErrorMode mode;
  std::uint64_t steps;
  std::byte* slabs;
  std::size_t slab_bytes;
  SampleStatus* status;  ///< begins the block that goes out; the answers lie behind
  std::byte* answers;
  std::size_t answer_bytes;  ///< of one sample
};

/// Begins the answer of a sample. Behind it lie the values of the slots and what they point to; pointers are offsets
/// from here.
struct Answer {
  std::uint32_t bytes;
  std::uint8_t raised;
  Exception exception;
  std::uint16_t unused;
};
inline constexpr std::size_t answer_header_bytes = 16;
static_assert(sizeof(Answer) <= answer_header_bytes);

inline constexpr unsigned lanes_of_a_warp = 32, warps_of_a_block = 4;
inline constexpr const char* kernel_name = "batt_run_programs";

}  // namespace batt::device
