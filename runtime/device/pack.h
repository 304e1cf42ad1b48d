// Puts a program and samples into the block that goes to a device.
#pragma once

#include <span>
#include <vector>

#include "runtime/device/image.h"

namespace batt::device {

/// The slots whose values a device sends back; constants need no transfer.
std::vector<std::uint32_t> answered_slots(const exec::Program& program);

/// What one launch runs, and where its other memory lies.
struct Request {
  const exec::Program& program;
  ErrorMode mode;
  std::span<const Inputs> samples;
  std::uint64_t steps;
  std::byte* slabs;
  std::size_t slab_bytes;
  std::byte* results;  ///< the statuses, then the answers
  std::size_t answer_bytes;
};

/// The bytes of the block that goes out.
std::size_t results_bytes(std::size_t samples, std::size_t answer_bytes);
/// Where in it the first answer lies.
std::size_t answers_offset(std::size_t samples);

/// The bytes that the block takes.
std::size_t packed_bytes(const Request& request);
/// Writes it, for a device that will read it at `base`.
void pack(const Request& request, std::byte* block, std::size_t bytes, std::uint64_t base);

}  // namespace batt::device
