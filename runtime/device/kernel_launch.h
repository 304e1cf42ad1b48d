// What the launch code runs: kernels, and the programs and arguments that they read. Blocks, devices, transfers and
// faults are alike for all of them.
#pragma once

#include <cstdint>

#include "runtime/device/batch.h"
#include "runtime/device/device.h"
#include "runtime/device/shared_writer.h"

namespace batt::device {

class KernelLaunch {
 public:
  KernelLaunch();
  /// Devices no longer keep the program.
  virtual ~KernelLaunch();
  KernelLaunch(const KernelLaunch&) = delete;
  KernelLaunch& operator=(const KernelLaunch&) = delete;

  /// What the CUDA runtime knows the kernel by.
  virtual const void* kernel() const = 0;
  /// Writes what devices keep of the program between runs, and returns where the kernel finds it; null: the kernel is
  /// all of it.
  virtual const void* write_program(ValueWriter& writer) const = 0;
  /// Writes the arguments of one call, and returns where the kernel finds them. After those of a sample that is scored
  /// follows the expected output.
  virtual const void* write_arguments(SharedWriter& writer, ErrorMode mode, const Inputs& inputs,
                                      const Value* expected) const = 0;

  /// Whether calls, scored or not, read S.
  virtual bool reads_examples(ErrorMode mode, bool is_scored) const = 0;

  /// By which devices know the program.
  std::uint64_t id() const { return id_; }

 private:
  std::uint64_t id_;
};

/// One call of a program. Calls of one launch have one kernel.
struct DeviceSample {
  const KernelLaunch* work;
  const Inputs* inputs;
  const Value* expected;  ///< null if samples are not scored
};

// As promised by runtime/device/device.h.
bool is_started();
std::string why_unavailable(const KernelLaunch& work);
std::vector<DevicePlace> places(std::size_t samples, const DeviceOptions& options);
DeviceRun run_kernel(DevicePlace place, ErrorMode mode, std::span<const DeviceSample> samples, Candidates scored,
                     const DeviceOptions& options);

}  // namespace batt::device
