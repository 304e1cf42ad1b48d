#include "runtime/exec/stage_list.h"

#include <algorithm>
#include <utility>

namespace batt::exec {
namespace {

using Form = ListedInstruction::Form;

Form form_of(const Instruction& instruction) {
  const bool is_plain_call = instruction.kind == Instruction::Kind::CallOp &&
                             instruction.guard != Instruction::Guard::Pile && !instruction.operands_may_be_errors;
  if (!is_plain_call) return Form::Other;
  return instruction.quick == Quick::None ? Form::Call : Form::QuickCall;
}

StageList list(const Program& program, const std::vector<std::uint32_t>& places) {
  StageList listed;
  listed.reserve(places.size());
  for (const std::uint32_t place : places) {
    const Instruction& instruction = program.instructions[place];
    ListedInstruction& made = listed.emplace_back();
    made = {.entry = instruction.entry,
            .operands = {},
            .result = instruction.result,
            .line = instruction.line,
            .place = place,
            .form = form_of(instruction),
            .quick = instruction.quick,
            .operand_count = static_cast<std::uint8_t>(instruction.operand_count)};
    if (made.form != Form::Other)
      std::copy_n(program.operands.data() + instruction.first_operand, instruction.operand_count, made.operands);
  }
  return listed;
}

}  // namespace

StageLists::StageLists(const Program& program, const Schedule& schedule) {
  for (std::size_t stage = 0; stage < stage_count; ++stage)
    for (const auto& [made, places] : {std::pair{&o, &schedule.o}, std::pair{&s, &schedule.s}})
      (*made)[stage] = list(program, (*places)[stage]);
}

}  // namespace batt::exec
