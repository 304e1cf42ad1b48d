// A program as data: what devices keep of it, and the arguments of its calls.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/device/kernel_launch.h"
#include "runtime/exec/fixed_values.h"

namespace batt::device {

struct ResidentMode;

class ProgramData : public KernelLaunch {
 public:
  explicit ProgramData(std::shared_ptr<const exec::Program> program);
  const void* kernel() const override;
  const void* write_program(ValueWriter& writer) const override;
  const void* write_arguments(SharedWriter& writer, ErrorMode mode, const Inputs& inputs,
                              const Value* expected) const override;
  bool reads_examples(ErrorMode mode, bool is_scored) const override;

  /// Where the value of a slot comes from: it is known, or lies at a place of the answer.
  struct Source {
    const Value* known = nullptr;
    std::size_t place = 0;
  };
  /// The program in one error mode.
  struct InMode {
    exec::Schedule schedule;
    exec::FixedValues fixed;
    std::vector<std::uint32_t> answered;  ///< the slots whose values a device sends back, in ascending order
    std::vector<bool> scored;             ///< by slot, whether it matters to a call that is scored
    std::vector<Source> sources;          ///< of the slots that are constants, fixed or results

    InMode(const exec::Program& program, ErrorMode mode);
  };

  const exec::Program& program() const { return *program_; }
  /// Made when first asked for, by any thread.
  const InMode& in_mode(ErrorMode mode) const;

 private:
  void write_mode(ValueWriter& writer, ErrorMode mode, ResidentMode& resident) const;

  std::shared_ptr<const exec::Program> program_;
  mutable std::array<std::once_flag, 2> made_;
  mutable std::array<std::unique_ptr<const InMode>, 2> modes_;
  std::vector<Value Inputs::*> parameters_;  ///< at least one; null: unused, or None
};

}  // namespace batt::device
