// When the statements of a function run, as the schedules of its two error modes have it: emitted code is the same for
// both.
#pragma once

#include <string>
#include <vector>

#include "runtime/exec/schedule.h"

namespace battc {

class CppStages {
 public:
  explicit CppStages(const batt::exec::Program& program);

  /// Of an instruction outside of blocks.
  batt::exec::Stage of_instruction(std::size_t instruction) const { return safe_.stages[instruction]; }
  /// Whether a result needs it where ops do not raise. Whatever may raise there, and so end the program, is needed in
  /// any case.
  bool is_used(std::size_t instruction) const { return is_used_[instruction]; }

  /// batt::emitted::StageFacts of both modes.
  std::string facts() const;

 private:
  batt::exec::Schedule safe_, raw_;
  std::vector<bool> is_used_;
};

}  // namespace battc
