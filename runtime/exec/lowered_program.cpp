#include "runtime/exec/lowered_program.h"

#include <algorithm>

#include "dsl_kernels/calls/loop_table.h"
#include "dsl_kernels/op_bodies.h"

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

bool has_one_call(const Program& program, std::size_t loop) {
  const Instruction& step = program.instructions[std::min(loop + 1, program.instructions.size() - 1)];
  return program.instructions[loop].end == loop + 1 && step.kind == Instruction::Kind::CallOp &&
         step.guard == Instruction::Guard::Result && !step.operands_may_be_errors;
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
        instruction.has_quick_body = has_quick_body(program, k);
        instruction.has_one_call = has_one_call(program, k);
        instruction.is_pair_loop = instruction.has_quick_body && maps_items(op);
        break;
      default: break;
    }
  }
}

}  // namespace batt::exec
