#include "compiler/lower/find_needs.h"

#include <algorithm>
#include <vector>

#include "dsl_kernels/calls/loop_table.h"
#include "dsl_kernels/op_table.h"

namespace battc {
namespace {

using batt::Need;
using batt::exec::Instruction;
using batt::exec::Program;
using Guard = Instruction::Guard;
using Kind = Instruction::Kind;

class Needs {
 public:
  explicit Needs(Program& program) : program_(program), of_slot_(program.slot_count, Need::Paint) {}

  /// Values are read after they are made, so the last instruction comes first.
  void find() {
    for (const batt::exec::OutputFields& output : program_.outputs)
      for (const std::uint32_t slot : output.slots) add(slot, Need::Value);
    add(program_.result, Need::Value);
    for (auto instruction = program_.instructions.rbegin(); instruction != program_.instructions.rend();
         ++instruction) {
      if (instruction->guard == Guard::Result) add(instruction->result, Need::Value);
      if (instruction->kind == Kind::Loop && merges(*instruction))
        instruction->field = static_cast<std::uint8_t>(of_slot_[instruction->result]);
      add_operands(*instruction);
      add_guard(*instruction);
    }
  }

 private:
  static bool merges(const Instruction& loop) {
    return batt::loop_info(static_cast<batt::OpId>(loop.op)).merge != batt::OpId::op_identity;
  }

  void add(std::uint32_t slot, Need need) { of_slot_[slot] = std::min(of_slot_[slot], need); }

  void add_operands(const Instruction& instruction) {
    for (std::uint32_t k = 0; k < instruction.operand_count; ++k)
      add(program_.operands[instruction.first_operand + k], need_of_operand(instruction, k));
  }

  Need need_of_operand(const Instruction& instruction, std::uint32_t k) const {
    if (instruction.kind != Kind::CallOp) return Need::Value;
    const batt::OpInfo& op = batt::op_info(static_cast<batt::OpId>(instruction.op));
    if (op.cells_of != k) return Need::Value;
    if (op.order != batt::Order::Carried) return Need::Paint;
    return std::min(of_slot_[instruction.result], Need::Cells);
  }

  void add_guard(const Instruction& instruction) {
    if (instruction.guard == Guard::Catch) add(program_.handlers[instruction.guard_index].fallback, Need::Value);
    if (instruction.guard != Guard::Pile) return;
    const batt::exec::PileCall& pile = program_.piles[instruction.guard_index];
    add(pile.callee, Need::Value);
    for (std::uint32_t c = 0; c < pile.condition_count; ++c)
      add(program_.conditions[pile.first_condition + c], Need::Value);
  }

  Program& program_;
  std::vector<Need> of_slot_;
};

}  // namespace

void find_needs(Program& program) { Needs(program).find(); }

}  // namespace battc
