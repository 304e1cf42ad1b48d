#include "compiler/lower/find_single_cells.h"

#include <algorithm>
#include <vector>

#include "dsl_kernels/op_table.h"
#include "runtime/exec/reads.h"

namespace battc {
namespace {

using batt::OpId;
using batt::exec::Instruction;
using batt::exec::Program;
using Kind = Instruction::Kind;

class SingleCellFinder {
 public:
  explicit SingleCellFinder(LoweredFunction& function)
      : program_(function.program),
        notes_(function.notes),
        uses_(program_.slot_count, 0),
        is_one_(program_.slot_count, false),
        makers_(program_.slot_count, nullptr) {}

  void find() {
    count_uses();
    for (const auto& [slot, value] : program_.constants) is_one_[slot] = value.is_exact_int() && value.as_int() == 1;
    for (std::uint32_t k = 0; k < program_.instructions.size(); k = batt::exec::after(program_, k)) {
      Instruction& instruction = program_.instructions[k];
      if (calls(instruction, OpId::op_o_g)) makers_[instruction.result] = &instruction;
      if (calls(instruction, OpId::op_sizefilter)) replace(instruction);
    }
  }

 private:
  void count_uses() {
    const auto use = [this](std::uint32_t slot) { ++uses_[slot]; };
    for (std::uint32_t k = 0; k < program_.instructions.size(); k = batt::exec::after(program_, k))
      batt::exec::for_each_read(program_, k, use);
    for (const batt::exec::OutputFields& output : program_.outputs) std::ranges::for_each(output.slots, use);
    if (!program_.collects) use(program_.result);
  }

  /// Outside of blocks, with values that are no errors.
  static bool calls(const Instruction& instruction, OpId op) {
    return instruction.kind == Kind::CallOp && instruction.op == static_cast<std::uint16_t>(op) &&
           instruction.guard != Instruction::Guard::Pile && !instruction.operands_may_be_errors;
  }

  void replace(Instruction& filter) {
    const std::uint32_t objects = operand(filter, 0), size = operand(filter, 1);
    Instruction* const maker = makers_[objects];
    if (maker == nullptr || uses_[objects] != 1 || !is_one_[size]) return;
    const std::uint32_t operands[] = {objects, size, operand(*maker, 0), operand(*maker, 1)};
    maker->kind = Kind::Objects;
    filter.kind = Kind::SingleCells;
    filter.first_operand = static_cast<std::uint32_t>(program_.operands.size());
    filter.operand_count = 4;
    program_.operands.insert(program_.operands.end(), std::begin(operands), std::end(operands));
    notes_.operand_may_be_error.resize(program_.operands.size(), 0);
  }

  std::uint32_t operand(const Instruction& instruction, std::size_t k) const {
    return program_.operands[instruction.first_operand + k];
  }

  Program& program_;
  LoweringNotes& notes_;
  std::vector<std::uint32_t> uses_;   ///< by slot: how often it is read
  std::vector<bool> is_one_;          ///< by slot: whether it is a constant 1
  std::vector<Instruction*> makers_;  ///< by slot: the call of o_g that sets it
};

}  // namespace

void find_single_cells(LoweredFunction& function) { SingleCellFinder(function).find(); }

}  // namespace battc
