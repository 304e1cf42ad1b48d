// The instructions of a stage, as the interpreter runs through them on the host.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/exec/lowered_program.h"
#include "runtime/exec/schedule.h"

namespace batt::exec {

/// An instruction outside of blocks. Nearly all of them call an op, and what such a call needs lies here side by side:
/// batts are long, and each instruction runs once.
struct ListedInstruction {
  enum class Form : std::uint8_t {
    Call,       ///< of an op
    QuickCall,  ///< the same; `quick` is tried first
    Other,      ///< runs from where it stands in the program
  };
  OpEntry entry;
  std::uint32_t operands[max_arity];  ///< their slots
  std::uint32_t result;
  std::uint32_t line;
  std::uint32_t place;  ///< in the program
  Form form;
  Quick quick;
  std::uint8_t operand_count;
};

using StageList = std::vector<ListedInstruction>;

/// A schedule as such lists.
struct StageLists {
  StageLists() = default;
  StageLists(const Program& program, const Schedule& schedule);

  std::array<StageList, stage_count> o, s;
};

}  // namespace batt::exec
