// A program as data, and the samples that it runs over, for the kernel that interprets it.
#pragma once

#include <vector>

#include "runtime/device/kernel_launch.h"

namespace batt::device {

class ProgramData : public KernelLaunch {
 public:
  explicit ProgramData(const exec::Program& program) : program_(program) {}
  const void* kernel() const override;
  std::size_t write(const LaunchParameters& request, std::byte* block, std::size_t capacity,
                    std::uint64_t base) const override;

 private:
  const exec::Program& program_;
};

/// The slots whose values a device sends back; constants need no transfer.
std::vector<std::uint32_t> answered_slots(const exec::Program& program);

}  // namespace batt::device
