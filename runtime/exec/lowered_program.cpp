#include "runtime/exec/lowered_program.h"

#include <algorithm>
#include <span>

#include "dsl_kernels/calls/loop_table.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/exec/quick_columns.h"

namespace batt::exec {

Value Program::text_constant(std::size_t number) {
  const std::string& content = texts[number];
  // Python counts code points: every byte but the continuations of UTF-8.
  const auto size =
      std::ranges::count_if(content, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; });
  text_reps.push_back({content.data(), static_cast<std::int32_t>(content.size()), static_cast<std::int32_t>(size)});
  return Value::text(&text_reps.back());
}

std::size_t Program::last_of(std::size_t instruction) const {
  return std::max<std::size_t>(instruction, instructions[instruction].end);
}

namespace {

/// Whether every instruction of a loop's function is a quick step.
bool has_quick_body(const Program& program, std::size_t loop) {
  const std::size_t end = program.instructions[loop].end;
  for (std::size_t k = loop + 1; k <= end; ++k) {
    const Instruction& step = program.instructions[k];
    if (step.quick == Quick::None && !step.is_pair_loop) return false;
  }
  return end > loop;
}

/// The same of a loop that maps items, if all it takes besides the item are constant numbers and each step goes part by
/// part.
bool is_partwise(const Program& program, const Instruction& loop) {
  const std::span steps(&loop + 1, program.instructions.data() + loop.end + 1);
  const auto goes_part_by_part = [&](std::uint32_t slot) {
    return slot == loop.items || std::ranges::find(steps, slot, &Instruction::result) != steps.end() ||
           std::ranges::any_of(program.constants, [slot](const auto& constant) {
             return constant.first == slot && quick::is_small(constant.second);
           });
  };
  return std::ranges::all_of(steps, [&](const Instruction& step) {
    const std::span operands(program.operands.data() + step.first_operand, step.operand_count);
    return is_partwise(step.quick) && std::ranges::all_of(operands, goes_part_by_part);
  });
}

bool has_columns(const Program& program, const Instruction& loop) {
  const std::span steps(&loop + 1, program.instructions.data() + loop.end + 1);
  return !steps.empty() && steps.size() <= most_column_steps && std::ranges::all_of(steps, [](const Instruction& step) {
    return step.quick != Quick::None || step.kind == Instruction::Kind::SizeOf;
  });
}

bool has_one_call(const Program& program, std::size_t loop) {
  const Instruction& step = program.instructions[std::min(loop + 1, program.instructions.size() - 1)];
  return program.instructions[loop].end == loop + 1 && step.kind == Instruction::Kind::CallOp &&
         step.guard == Instruction::Guard::Result && !step.operands_may_be_errors;
}

/// The place of a pair's item that a step reads, 0 or 1; -1 if it does something else.
int part_read(const Program& program, const Instruction& step) {
  const std::uint32_t* const operands = program.operands.data() + step.first_operand;
  switch (static_cast<OpId>(step.op)) {
    case OpId::op_first:
    case OpId::op_first_t: return 0;
    case OpId::op_last:
    case OpId::op_last_t: return 1;
    case OpId::op_get_nth_t:
    case OpId::op_get_nth_f: break;
    default: return -1;
  }
  const auto rank = std::ranges::find(program.constants, operands[1], [](const auto& each) { return each.first; });
  if (rank == program.constants.end() || !rank->second.is_exact_int()) return -1;
  const std::int64_t place = rank->second.as_int();
  return place < -2 || place > 1 ? -1 : static_cast<int>(place & 1);
}

/// Whether a loop's function connects the first item of its argument with the last one.
bool connects_ends(const Program& program, std::size_t loop) {
  const Instruction& instruction = program.instructions[loop];
  if (instruction.end != loop + 3) return false;
  const Instruction* const steps = &instruction + 1;
  const auto operand = [&](const Instruction& step, std::uint32_t k) {
    return program.operands[step.first_operand + k];
  };
  const auto reads = [&](const Instruction& step, int part) {
    return step.kind == Instruction::Kind::CallOp && operand(step, 0) == instruction.items &&
           part_read(program, step) == part;
  };
  return reads(steps[0], 0) && reads(steps[1], 1) && steps[2].kind == Instruction::Kind::CallOp &&
         static_cast<OpId>(steps[2].op) == OpId::op_connect && operand(steps[2], 0) == steps[0].result &&
         operand(steps[2], 1) == steps[1].result && steps[2].guard == Instruction::Guard::Result;
}

/// Numbers the calls of a loop's function that are kept.
void number_kept_calls(Program& program, std::size_t loop) {
  std::uint8_t count = 0;
  for (std::size_t k = loop + 1; k <= program.instructions[loop].end; k = program.last_of(k) + 1)
    if (is_kept(program.instructions[k]) && count < most_kept_calls) program.instructions[k].kept = ++count;
}

bool maps_items(OpId op) {
  const LoopInfo& info = loop_info(op);
  return info.shape == LoopShape::Map && info.merge == OpId::op_identity;
}

}  // namespace

void link(Program& program) {
  // Loops inside others come after them.
  for (std::size_t k = program.instructions.size(); k-- > 0;) {
    Instruction& instruction = program.instructions[k];
    const auto op = static_cast<OpId>(instruction.op);
    switch (instruction.kind) {
      case Instruction::Kind::CallOp:
        instruction.entry = op_entry(op);
        instruction.quick = find_quick(op);
        break;
      case Instruction::Kind::Equal: instruction.quick = Quick::op_equality; break;
      case Instruction::Kind::Pass: instruction.quick = Quick::op_identity; break;
      case Instruction::Kind::Loop:
        number_kept_calls(program, k);
        instruction.has_quick_body = has_quick_body(program, k);
        instruction.has_one_call = has_one_call(program, k);
        instruction.body = connects_ends(program, k) ? LoopBody::ConnectsEnds : LoopBody::Any;
        instruction.is_pair_loop = instruction.has_quick_body && maps_items(op);
        instruction.is_partwise = instruction.is_pair_loop && is_partwise(program, instruction);
        instruction.has_columns = has_columns(program, instruction);
        break;
      default: break;
    }
  }
}

}  // namespace batt::exec
