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

bool calls(const ListedInstruction& listed, const Program& program, OpId op) {
  return listed.form == Form::Call && program.instructions[listed.place].op == static_cast<std::uint16_t>(op);
}

/// How often each slot is read, and whether it is a constant 1.
class Slots {
 public:
  explicit Slots(const Program& program) : uses_(program.slot_count, 0), is_one_(program.slot_count, false) {
    const auto use = [this](std::uint32_t slot) { ++uses_[slot]; };
    std::ranges::for_each(program.operands, use);
    std::ranges::for_each(program.conditions, use);
    for (const Handler& handler : program.handlers) use(handler.fallback);
    for (const PileCall& pile : program.piles) use(pile.callee);
    for (const OutputFields& output : program.outputs) std::ranges::for_each(output.slots, use);
    if (!program.collects) use(program.result);
    for (const auto& [slot, value] : program.constants) is_one_[slot] = value.is_exact_int() && value.as_int() == 1;
  }
  bool has_one_use(std::uint32_t slot) const { return uses_[slot] == 1; }
  bool is_one(std::uint32_t slot) const { return is_one_[slot]; }

 private:
  std::vector<std::uint32_t> uses_;
  std::vector<bool> is_one_;
};

/// Finds sizefilter(o_g(..), 1) in a list.
void find_single_cells(const Program& program, const Slots& slots, StageList& listed) {
  std::vector<ListedInstruction*> makers(program.slot_count, nullptr);
  for (ListedInstruction& each : listed) {
    if (calls(each, program, OpId::op_o_g)) makers[each.result] = &each;
    if (!calls(each, program, OpId::op_sizefilter)) continue;
    ListedInstruction* const maker = makers[each.operands[0]];
    if (maker == nullptr || !slots.has_one_use(maker->result) || !slots.is_one(each.operands[1])) continue;
    maker->form = Form::Objects;
    each.form = Form::SingleCells;
    std::copy_n(maker->operands, 2, each.operands + 2);
  }
}

}  // namespace

StageLists::StageLists(const Program& program, const Schedule& schedule) {
  const Slots slots(program);
  for (std::size_t stage = 0; stage < stage_count; ++stage)
    for (const auto& [made, places] : {std::pair{&o, &schedule.o}, std::pair{&s, &schedule.s}}) {
      (*made)[stage] = list(program, (*places)[stage]);
      find_single_cells(program, slots, (*made)[stage]);
    }
}

}  // namespace batt::exec
