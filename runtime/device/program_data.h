// A program as data: what devices keep of it, and the arguments of its calls.
#pragma once

#include <memory>
#include <vector>

#include "runtime/device/kernel_launch.h"

namespace batt::device {

class ProgramData : public KernelLaunch {
 public:
  explicit ProgramData(std::shared_ptr<const exec::Program> program);
  const void* kernel() const override;
  const void* write_program(ValueWriter& writer) const override;
  const void* write_arguments(SharedWriter& writer, const Inputs& inputs, const Value* expected) const override;

  const exec::Program& program() const { return *program_; }
  /// The slots whose values a device sends back, in ascending order; constants need no transfer.
  const std::vector<std::uint32_t>& answered() const { return answered_; }

 private:
  std::shared_ptr<const exec::Program> program_;
  std::vector<std::uint32_t> answered_;
  std::vector<Value Inputs::*> parameters_;  ///< at least one; null: unused, or None
};

}  // namespace batt::device
