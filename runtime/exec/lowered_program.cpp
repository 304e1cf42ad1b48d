#include "runtime/exec/lowered_program.h"

#include <algorithm>

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

void link(Program& program) {
  for (Instruction& instruction : program.instructions) {
    const auto op = static_cast<OpId>(instruction.op);
    if (instruction.kind == Instruction::Kind::CallOp) {
      instruction.entry = op_entry(op);
      instruction.quick = find_quick(op);
    } else if (instruction.kind == Instruction::Kind::Equal) {
      instruction.quick = Quick::op_equality;
    }
  }
}

}  // namespace batt::exec
