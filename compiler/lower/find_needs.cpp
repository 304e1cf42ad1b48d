#include "compiler/lower/find_needs.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "dsl_kernels/calls/loop_table.h"
#include "dsl_kernels/op_table.h"
#include "runtime/exec/schedule.h"

namespace battc {
namespace {

using batt::Need;
using batt::exec::Instruction;
using batt::exec::Program;
using Guard = Instruction::Guard;
using Kind = Instruction::Kind;

constexpr std::uint32_t no_slot = std::numeric_limits<std::uint32_t>::max();

/// Which values a loop may read earlier than what reads the loop's result.
class Readiness {
 public:
  explicit Readiness(const Program& program) : program_(program), made_by_(program.slot_count, no_instruction) {
    for (std::uint32_t k = 0; k < program.instructions.size(); ++k) made_by_[program.instructions[k].result] = k;
  }

  /// Whether the value is there before the loop runs, and is no error.
  bool is_ready(std::uint32_t slot, std::uint32_t loop) {
    const std::uint32_t maker = made_by_[slot];
    if (maker == no_instruction) return slot < program_.parameters.size() && !is_later(slot, loop);
    const Instruction& made = program_.instructions[maker];
    const bool may_be_error = made.guard == Guard::Propagate && made.raises != batt::Raises::Never;
    return maker < loop && !may_be_error && !is_later(slot, loop);
  }

 private:
  static constexpr std::uint32_t no_instruction = std::numeric_limits<std::uint32_t>::max();

  /// Whether the value is made in a later stage, so that the loop would run more often. A block, with what is read
  /// inside it, is of one stage.
  bool is_later(std::uint32_t slot, std::uint32_t loop) {
    const Guard guard = program_.instructions[loop].guard;
    if (guard == Guard::Leave || guard == Guard::Result) return false;
    if (schedules_.empty())
      for (const batt::ErrorMode mode : {batt::ErrorMode::Safe, batt::ErrorMode::Raw})
        schedules_.push_back(make_schedule(program_, mode));
    return std::ranges::any_of(schedules_, [&](const batt::exec::Schedule& schedule) {
      return stage_of(slot, schedule) > schedule.stages[loop];
    });
  }

  batt::exec::Stage stage_of(std::uint32_t slot, const batt::exec::Schedule& schedule) const {
    return made_by_[slot] != no_instruction ? schedule.stages[made_by_[slot]]
                                            : batt::exec::stage_of_parameter(program_.parameters[slot]);
  }

  const Program& program_;
  std::vector<std::uint32_t> made_by_;           ///< by slot: an instruction
  std::vector<batt::exec::Schedule> schedules_;  ///< of each error mode, once they are needed
};

class Needs {
 public:
  explicit Needs(LoweredFunction& function)
      : program_(function.program),
        notes_(function.notes),
        readiness_(program_),
        of_slot_(program_.slot_count, Need::PaintOn),
        grids_(program_.slot_count, no_slot) {}

  /// Values are read after they are made, so the last instruction comes first.
  void find() {
    for (const batt::exec::OutputFields& output : program_.outputs)
      for (const std::uint32_t slot : output.slots) add(slot, Need::Value);
    add(program_.result, Need::Value);
    for (auto k = static_cast<std::uint32_t>(program_.instructions.size()); k-- > 0;) {
      const Instruction& instruction = program_.instructions[k];
      if (instruction.guard == Guard::Result) add(instruction.result, Need::Value);
      add_operands(instruction);
      add_guard(instruction);
      if (instruction.kind == Kind::Loop && merges(instruction)) note_need(k);
    }
  }

 private:
  static bool merges(const Instruction& loop) {
    return batt::loop_info(static_cast<batt::OpId>(loop.op)).merge != batt::OpId::op_identity;
  }

  void note_need(std::uint32_t place) {
    Instruction& loop = program_.instructions[place];
    const std::uint32_t grid = grids_[loop.result];
    Need need = of_slot_[loop.result];
    if (need == Need::PaintOn && (grid == no_slot || !readiness_.is_ready(grid, place))) need = Need::Paint;
    loop.field = static_cast<std::uint8_t>(need);
    if (need == Need::PaintOn) add_operand(loop, grid);
  }

  void add_operand(Instruction& instruction, std::uint32_t slot) {
    const std::uint32_t first = instruction.first_operand, count = instruction.operand_count;
    instruction.first_operand = static_cast<std::uint32_t>(program_.operands.size());
    for (std::uint32_t k = first; k < first + count; ++k) {
      program_.operands.push_back(program_.operands[k]);
      notes_.operand_may_be_error.push_back(notes_.operand_may_be_error[k]);
    }
    program_.operands.push_back(slot);
    notes_.operand_may_be_error.push_back(0);
    ++instruction.operand_count;
  }

  void add(std::uint32_t slot, Need need) { of_slot_[slot] = std::min(of_slot_[slot], need); }

  void add_painted(std::uint32_t slot, std::uint32_t grid) {
    if (grids_[slot] != no_slot && grids_[slot] != grid) add(slot, Need::Paint);
    grids_[slot] = grid;
  }

  void add_operands(const Instruction& instruction) {
    for (std::uint32_t k = 0; k < instruction.operand_count; ++k) {
      const std::uint32_t operand = program_.operands[instruction.first_operand + k];
      if (const batt::OpInfo* op = op_of_cells(instruction, k); op == nullptr)
        add(operand, Need::Value);
      else if (op->order == batt::Order::Carried)
        add(operand, std::min(of_slot_[instruction.result], Need::Cells));
      else
        add_painted(operand, program_.operands[instruction.first_operand + grid_of(*op)]);
    }
  }

  /// The op of which this operand gives cells; null if it is another operand.
  static const batt::OpInfo* op_of_cells(const Instruction& instruction, std::uint32_t operand) {
    if (instruction.kind != Kind::CallOp) return nullptr;
    const batt::OpInfo& op = batt::op_info(static_cast<batt::OpId>(instruction.op));
    return op.cells_of == operand ? &op : nullptr;
  }

  /// The place of the parameter that is painted on.
  static std::uint32_t grid_of(const batt::OpInfo& op) {
    const auto parameters = op.parameters();
    return static_cast<std::uint32_t>(
        std::ranges::find(parameters, batt::Annotation::Grid, &batt::Parameter::annotation) - parameters.begin());
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
  LoweringNotes& notes_;
  Readiness readiness_;
  std::vector<Need> of_slot_;
  std::vector<std::uint32_t> grids_;  ///< by slot: what its value is painted on; no_slot if nothing reads it
};

}  // namespace

void find_needs(LoweredFunction& function) { Needs(function).find(); }

}  // namespace battc
