// What the launch code runs: a kernel, and the block of memory that it reads. Chunks, devices, transfers and faults are
// alike for all of them.
#pragma once

#include <span>

#include "runtime/device/batch.h"
#include "runtime/device/device.h"
#include "runtime/device/value_writer.h"

namespace batt::device {

/// The samples of one launch, and where its other memory lies.
struct LaunchParameters {
  ErrorMode mode;
  std::span<const Inputs> samples;
  std::uint64_t steps;
  std::byte* slabs;
  std::size_t slab_bytes;
  std::byte* results;  ///< the statuses, then the answers
  std::size_t answer_bytes;
  unsigned samples_per_warp;
};

class KernelLaunch {
 public:
  virtual ~KernelLaunch() = default;
  /// What the CUDA runtime knows the kernel by.
  virtual const void* kernel() const = 0;
  /// Writes the block, for a device that will read it at `base`, and answers its size. Without memory it is only
  /// measured.
  virtual std::size_t write(const LaunchParameters& request, std::byte* block, std::size_t capacity,
                            std::uint64_t base) const = 0;

  std::size_t bytes(const LaunchParameters& request) const { return write(request, nullptr, 0, 0); }
};

/// The part of the block that is alike for all kernels, with what it points to.
Batch write_batch(ValueWriter& writer, const LaunchParameters& request);

/// The bytes of the block that goes out.
std::size_t results_bytes(std::size_t samples, std::size_t answer_bytes);
/// Where in it the first answer lies.
std::size_t answers_offset(std::size_t samples);

/// As promised by runtime/device/device.h.
std::string why_unavailable(const KernelLaunch& work);
DeviceRun run_kernel(const KernelLaunch& work, ErrorMode mode, const std::vector<Inputs>& samples,
                     const DeviceOptions& options);

}  // namespace batt::device
