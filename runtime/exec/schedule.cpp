#include "runtime/exec/schedule.h"

#include <algorithm>

namespace batt::exec {
namespace {

using Kind = Instruction::Kind;
using Guard = Instruction::Guard;

/// The inputs that the first call of a sample shares with the others.
bool is_same_for_all_calls(const std::string& parameter) { return parameter != "C" && parameter != "log_path"; }

class Scheduler {
 public:
  Scheduler(const Program& program, ErrorMode mode)
      : program_(program),
        is_safe_(mode == ErrorMode::Safe),
        constants_(program.slot_count),
        depends_on_call_(program.slot_count, false),
        may_be_error_(program.slot_count, false),
        facts_(program.instructions.size()) {
    for (std::size_t k = 0; k < program.parameters.size(); ++k)
      depends_on_call_[k] = !is_same_for_all_calls(program.parameters[k]);
    for (const auto& [slot, value] : program.constants) {
      constants_[slot] = value;
      may_be_error_[slot] = value.is_error();
    }
  }

  Schedule schedule() {
    for (std::uint32_t k = 0; k < program_.instructions.size(); k = after(k)) analyse(k);
    std::vector<bool> wanted(program_.slot_count, false);
    if (!program_.collects) wanted[program_.result] = true;
    Schedule schedule;
    want_outputs(wanted, false);
    schedule.o = take_needed(wanted);
    want_outputs(wanted, true);
    schedule.s = take_needed(wanted);
    for (const std::uint32_t k : schedule.o.per_call) schedule.call_may_end |= facts_[k].may_end;
    return schedule;
  }

 private:
  struct Facts {
    bool per_call = false;  ///< depends on C
    bool may_end = false;   ///< may end the program
    bool counts = false;    ///< may change what later piles do
    bool taken = false;     ///< is part of the schedule
  };

  std::uint32_t after(std::uint32_t k) const { return static_cast<std::uint32_t>(program_.last_of(k)) + 1; }

  // ---- forward: what depends on C, and what may raise ---------------------------------------------------------

  void analyse(std::uint32_t k) {
    const Instruction& instruction = program_.instructions[k];
    Facts& facts = facts_[k];
    for_each_read(k, [&](std::uint32_t slot) { facts.per_call |= depends_on_call_[slot]; });
    const bool raises = may_raise(k);
    switch (instruction.guard) {
      case Guard::Escape:
      case Guard::Catch: facts.may_end = raises; break;
      case Guard::Pile:
        // The first two exceptions give a default: a pile that may raise depends on all before it that may.
        if (!raises) break;
        facts.counts = true;
        facts.per_call |= pile_is_per_call_;
        pile_is_per_call_ = facts.per_call;
        break;
      case Guard::Propagate: may_be_error_[instruction.result] = raises; break;
      case Guard::Leave:
      case Guard::Answer: break;
    }
    depends_on_call_[instruction.result] = facts.per_call;
    if (instruction.guard == Guard::Pile) depends_on_call_[instruction.result + 1] = facts.per_call;
  }

  /// Whether the instruction, with the block that it begins, may give an error before its guard looks at it.
  bool may_raise(std::uint32_t k) const {
    const Instruction& instruction = program_.instructions[k];
    const std::uint32_t* operands = program_.operands.data() + instruction.first_operand;
    if (std::any_of(operands, operands + instruction.operand_count,
                    [&](std::uint32_t slot) { return bool{may_be_error_[slot]}; }))
      return true;
    switch (instruction.kind) {
      case Kind::CallOp: return !is_safe_ && op_info(static_cast<OpId>(instruction.op)).failure != Failure::Never;
      case Kind::CallValue: return !is_safe_ || !constants_[operands[0]].is_op();
      case Kind::Loop: return !is_safe_;  // in safe mode what its function raises becomes the op's default
      case Kind::Field: return true;
      case Kind::Block:
        for (std::uint32_t inner = k + 1; inner < after(k); inner = after(inner))
          if (may_raise(inner)) return true;
        return false;
      case Kind::MakeTuple:
      case Kind::Default:
      case Kind::MakeOkt:
      case Kind::OtherName:
      case Kind::Pass:
      case Kind::Equal: break;
    }
    return false;
  }

  // ---- backward: what is needed -------------------------------------------------------------------------------

  void want_outputs(std::vector<bool>& wanted, bool of_s) const {
    for (const OutputFields& output : program_.outputs)
      if (output.to_s == of_s)
        for (const std::uint32_t slot : output.slots) wanted[slot] = true;
  }

  /// The instructions that set wanted slots or act by themselves, and those that they need in turn; each is taken once.
  Schedule::Part take_needed(std::vector<bool>& wanted) {
    std::vector<std::uint32_t> starts;
    for (std::uint32_t k = 0; k < program_.instructions.size(); k = after(k)) starts.push_back(k);
    Schedule::Part part;
    for (auto start = starts.rbegin(); start != starts.rend(); ++start) {
      const std::uint32_t k = *start;
      const Instruction& instruction = program_.instructions[k];
      const bool is_pile = instruction.guard == Guard::Pile;
      const bool is_needed = wanted[instruction.result] || (is_pile && wanted[instruction.result + 1]) ||
                             facts_[k].may_end || facts_[k].counts;
      if (!is_needed || facts_[k].taken) continue;
      facts_[k].taken = true;
      for_each_read(k, [&](std::uint32_t slot) { wanted[slot] = true; });
      (facts_[k].per_call ? part.per_call : part.per_sample).push_back(k);
    }
    std::ranges::reverse(part.per_sample);
    std::ranges::reverse(part.per_call);
    return part;
  }

  /// The slots that an instruction reads, with its guard and all inside its block.
  template <class Function>
  void for_each_read(std::uint32_t k, Function function) const {
    for (std::uint32_t inner = k; inner < after(k); ++inner) {
      const Instruction& instruction = program_.instructions[inner];
      for (std::uint32_t operand = 0; operand < instruction.operand_count; ++operand)
        function(program_.operands[instruction.first_operand + operand]);
    }
    const Instruction& instruction = program_.instructions[k];
    if (instruction.guard == Guard::Catch) function(program_.handlers[instruction.guard_index].fallback);
    if (instruction.guard != Guard::Pile) return;
    const PileCall& pile = program_.piles[instruction.guard_index];
    function(pile.callee);
    for (std::uint32_t c = 0; c < pile.condition_count; ++c) function(program_.conditions[pile.first_condition + c]);
  }

  const Program& program_;
  const bool is_safe_;
  std::vector<Value> constants_;                      ///< by slot; None where there is none
  std::vector<bool> depends_on_call_, may_be_error_;  ///< by slot
  std::vector<Facts> facts_;                          ///< by instruction
  bool pile_is_per_call_ = false;
};

}  // namespace

Schedule make_schedule(const Program& program, ErrorMode mode) { return Scheduler(program, mode).schedule(); }

}  // namespace batt::exec
