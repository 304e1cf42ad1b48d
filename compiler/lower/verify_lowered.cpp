#include "compiler/lower/verify_lowered.h"

#include <fmt/format.h>

#include "compiler/lower/inline_calls.h"
#include "dsl_kernels/calls/loop_table.h"

namespace battc {
namespace {

using batt::exec::Instruction;
using Kind = Instruction::Kind;
using Guard = Instruction::Guard;

class LoweredVerifier {
 public:
  explicit LoweredVerifier(const LoweredFunction& function)
      : program_(function.program), notes_(function.notes), set_(program_.slot_count, false) {}

  std::vector<std::string> verify() {
    if (program_.parameters.size() > program_.slot_count) report("fewer slots than parameters");
    if (notes_.slot_names.size() != program_.slot_count || notes_.instructions.size() != program_.instructions.size() ||
        notes_.operand_may_be_error.size() != program_.operands.size())
      report("notes that do not fit the program");
    if (!broken_.empty()) return std::move(broken_);
    for (std::uint32_t k = 0; k < program_.parameters.size(); ++k) set_[k] = true;
    for (const auto& constant : program_.constants) define(constant.first);
    check_block(0, program_.instructions.size(), 0);
    for (const batt::exec::OutputFields& output : program_.outputs)
      for (const std::uint32_t slot : output.slots) read(slot);
    if (!program_.collects) read(program_.result);
    return std::move(broken_);
  }

 private:
  template <typename... Arguments>
  void report(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    broken_.push_back(fmt::format("{}{}", where_, fmt::format(format, std::forward<Arguments>(arguments)...)));
  }

  void define(std::uint32_t slot) {
    if (slot >= program_.slot_count) return report("slot ${} is beyond the last", slot);
    if (set_[slot]) report("slot ${} is set twice", slot);
    set_[slot] = true;
  }
  void read(std::uint32_t slot) {
    if (slot >= program_.slot_count) return report("slot ${} is beyond the last", slot);
    if (!set_[slot]) report("slot ${} is read before it is set", slot);
  }

  /// The instructions from `first` to before `end`, at a depth of blocks; 0: outside of all.
  void check_block(std::size_t first, std::size_t end, std::uint32_t depth) {
    for (std::size_t k = first; k < end;) {
      const std::size_t last = program_.last_of(k);
      where_ = fmt::format("instruction {}: ", k);
      if (last >= end) return report("its block ends beyond the block around it");
      check_instruction(k, depth, last + 1 == end);
      k = last + 1;
    }
  }

  void check_instruction(std::size_t k, std::uint32_t depth, bool is_last) {
    const Instruction& instruction = program_.instructions[k];
    const bool is_block = instruction.kind == Kind::Block || instruction.kind == Kind::Loop;
    if (instruction.first_operand + std::size_t{instruction.operand_count} > program_.operands.size())
      return report("operands beyond the last");
    for (std::size_t o = 0; o < instruction.operand_count; ++o) read(program_.operands[instruction.first_operand + o]);
    check_guard(instruction, depth, is_last);
    check_operands(instruction);
    if (is_block) {
      if (depth + 1 > program_.loop_depth) report("deeper than the program says");
      if (instruction.kind == Kind::Block && program_.last_of(k) == k) report("a block without instructions");
      if (instruction.kind == Kind::Loop) check_loop(instruction);
      check_block(k + 1, program_.last_of(k) + 1, depth + 1);
      where_ = fmt::format("instruction {}: ", k);
    } else if (instruction.end != 0) {
      report("an end, but no block");
    }
    if (instruction.steady != 0) check_steady(k);
    if (is_kept(instruction) && depth == 0) report("a kept call outside of a loop");
    if (instruction.guard == Guard::Result && instruction.kind == Kind::Pass) return;  // sets nothing
    define(instruction.result);
    if (instruction.guard == Guard::Pile) define(instruction.result + 1);
  }

  /// They are whole instructions, and not all of the loop's function.
  void check_steady(std::size_t loop) {
    if (program_.instructions[loop].kind != Kind::Loop) return report("steady instructions, but no loop");
    const std::size_t begin = loop + 1 + program_.instructions[loop].steady;
    std::size_t k = loop + 1;
    while (k < begin && k <= program_.last_of(loop)) k = program_.last_of(k) + 1;
    if (k != begin || begin > program_.last_of(loop)) report("steady instructions that do not end inside its function");
  }

  void check_guard(const Instruction& instruction, std::uint32_t depth, bool is_last) {
    const bool is_inner = instruction.guard == Guard::Leave || instruction.guard == Guard::Result;
    if (is_inner != (depth > 0))
      return report("{}", is_inner ? "no guard outside of a block" : "a guard inside a block");
    if (is_inner && (instruction.guard == Guard::Result) != is_last) report("the result of a block is its last value");
    if (instruction.guard == Guard::Catch) {
      if (instruction.guard_index >= program_.handlers.size()) return report("no such handler");
      read(program_.handlers[instruction.guard_index].fallback);
    }
    if (instruction.guard == Guard::Pile) {
      if (instruction.guard_index >= program_.piles.size()) return report("no such pile");
      const batt::exec::PileCall& pile = program_.piles[instruction.guard_index];
      if (pile.first_condition + std::size_t{pile.condition_count} > program_.conditions.size())
        return report("conditions beyond the last");
      read(pile.callee);
      for (std::uint32_t c = 0; c < pile.condition_count; ++c) read(program_.conditions[pile.first_condition + c]);
    }
  }

  void check_operands(const Instruction& instruction) {
    const std::size_t count = instruction.operand_count;
    switch (instruction.kind) {
      case Kind::SizeOf:
        if (!makes_sized_set(static_cast<batt::OpId>(instruction.op))) return report("no op whose set can be counted");
        if (instruction.field > 1) report("no such op of a size");
        if (count != 2 && count != 3) report("neither two nor three operands");
        break;
      case Kind::Objects:
        if (instruction.op != static_cast<std::uint16_t>(batt::OpId::op_o_g)) report("no o_g");
        if (count != 2) report("not two operands");
        break;
      case Kind::SingleCells:
        if (instruction.op != static_cast<std::uint16_t>(batt::OpId::op_sizefilter)) report("no sizefilter");
        if (count != 4) report("not four operands");
        break;
      case Kind::CallOp:
      case Kind::Loop:
        if (instruction.op >= batt::op_count) return report("no such op");
        if (count != batt::op_info(static_cast<batt::OpId>(instruction.op)).arity + (has_grid(instruction) ? 1u : 0u))
          report("a wrong number of operands");
        break;
      case Kind::FailedCall:
        if (instruction.op >= batt::op_count) return report("no such op");
        if (batt::op_info(static_cast<batt::OpId>(instruction.op)).takes(count)) report("operands that the op takes");
        break;
      case Kind::CallValue:
        if (count == 0) report("a call of nothing");
        break;
      case Kind::MakeOkt:
      case Kind::Equal:
        if (count != 2) report("not two operands");
        break;
      case Kind::Part:
        if (instruction.field > 2) report("no such part");
        if (count != 1) report("not one operand");
        break;
      case Kind::Default:
      case Kind::Field:
      case Kind::OtherName:
      case Kind::Pass:
        if (count != 1) report("not one operand");
        break;
      case Kind::MakeTuple:
      case Kind::Block: break;
    }
  }

  static bool has_grid(const Instruction& instruction) {
    return instruction.kind == Kind::Loop && need(instruction) == batt::Need::PaintOn;
  }

  void check_loop(const Instruction& instruction) {
    if (instruction.op >= batt::op_count) return;
    const batt::LoopInfo& info = batt::loop_info(static_cast<batt::OpId>(instruction.op));
    if (info.shape == batt::LoopShape::None) return report("a loop over an op that has none");
    define(instruction.items);
    if (info.call_arity() == 2) define(instruction.items + 1);
    if (instruction.field > static_cast<std::uint8_t>(batt::Need::PaintOn)) report("no such need");
    if (need(instruction) != batt::Need::Value && info.merge == batt::OpId::op_identity) report("a need, but no merge");
  }

  const batt::exec::Program& program_;
  const LoweringNotes& notes_;
  std::vector<bool> set_;  ///< by slot
  std::string where_;
  std::vector<std::string> broken_;
};

}  // namespace

std::vector<std::string> verify_lowered(const LoweredFunction& function) { return LoweredVerifier(function).verify(); }

}  // namespace battc
