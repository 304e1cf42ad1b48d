#include "compiler/emit/cpp_parts.h"

namespace battc {

using batt::exec::Instruction;
using batt::exec::Program;
using batt::exec::Stage;

CppParts::CppParts(const Program& program, const CppStages& stages, std::size_t statements)
    : instructions_(program.instructions.size()), set_in_(program.slot_count, 0), uses_(program.slot_count, Use::None) {
  cut(program, stages, statements);
  find_uses(program);
}

void CppParts::cut(const Program& program, const CppStages& stages, std::size_t statements) {
  std::size_t length = 0;
  const auto add = [&](std::optional<Stage> stage, std::size_t weight) {
    if (stages_.empty() || stages_.back() != stage || (length > 0 && length + weight > statements)) {
      stages_.push_back(stage);
      length = 0;
    }
    length += weight;
    return stages_.size();
  };
  for (std::size_t k = 0; k < program.instructions.size(); k = program.last_of(k) + 1)
    instructions_[k] =
        add(stages.of_instruction(k), program.last_of(k) - k + 1 + program.instructions[k].operand_count / 8);
  const std::size_t outputs = program.collects ? program.outputs.size() : 1;
  for (std::size_t k = 0; k < outputs; ++k) outputs_.push_back(add(std::nullopt, 1));
  if (stages_.empty()) stages_.emplace_back();  // a batt that returns nothing
}

void CppParts::use(std::uint32_t slot, std::size_t part) {
  if (uses_[slot] != Use::Across) uses_[slot] = set_in_[slot] == part ? Use::Inside : Use::Across;
}

void CppParts::find_uses(const Program& program) {
  for (std::size_t first = 0; first < program.instructions.size(); first = program.last_of(first) + 1) {
    const std::size_t part = instructions_[first];
    for (std::size_t k = first; k <= program.last_of(first); ++k) {
      const Instruction& instruction = program.instructions[k];
      for (std::size_t o = 0; o < instruction.operand_count; ++o)
        use(program.operands[instruction.first_operand + o], part);
    }
    find_uses_of_guard(program, program.instructions[first], part);
  }
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    if (!program.collects) use(program.result, outputs_[k]);
    if (program.collects)
      for (const std::uint32_t slot : program.outputs[k].slots) use(slot, outputs_[k]);
  }
}

/// The guard looks at the result itself.
void CppParts::find_uses_of_guard(const Program& program, const Instruction& instruction, std::size_t part) {
  set_in_[instruction.result] = part;
  if (instruction.guard == Instruction::Guard::Propagate) return;
  use(instruction.result, part);
  if (instruction.guard == Instruction::Guard::Catch) use(program.handlers[instruction.guard_index].fallback, part);
  if (instruction.guard != Instruction::Guard::Pile) return;
  set_in_[instruction.result + 1] = part;
  const batt::exec::PileCall& pile = program.piles[instruction.guard_index];
  use(pile.callee, part);
  for (std::uint32_t k = 0; k < pile.condition_count; ++k) use(program.conditions[pile.first_condition + k], part);
}

}  // namespace battc
