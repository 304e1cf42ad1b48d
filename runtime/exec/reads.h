// Which slots an instruction outside of blocks reads.
#pragma once

#include "runtime/exec/lowered_program.h"

namespace batt::exec {

/// The instruction outside of blocks that comes after this one.
inline std::uint32_t after(const Program& program, std::uint32_t k) {
  return static_cast<std::uint32_t>(program.last_of(k)) + 1;
}

/// Calls function(slot) for those that it reads, with all inside its block, and with their guards.
template <class Function>
void for_each_read(const Program& program, std::uint32_t k, Function function) {
  for (std::uint32_t inner = k; inner < after(program, k); ++inner) {
    const Instruction& instruction = program.instructions[inner];
    for (std::uint32_t operand = 0; operand < instruction.operand_count; ++operand)
      function(program.operands[instruction.first_operand + operand]);
    if (instruction.guard == Instruction::Guard::Catch) function(program.handlers[instruction.guard_index].fallback);
    if (instruction.guard != Instruction::Guard::Pile) continue;
    const PileCall& pile = program.piles[instruction.guard_index];
    function(pile.callee);
    for (std::uint32_t c = 0; c < pile.condition_count; ++c) function(program.conditions[pile.first_condition + c]);
  }
}

}  // namespace batt::exec
