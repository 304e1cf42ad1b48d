// A lowered function as text: one instruction a line, the same text for the same function, read back by parse_lowered.
//
//   batt batt(task_id, S, I, C, log_path):
//     slots 14
//     $5 = const 5
//     $6 t1 = call @o_g $2, $5 catch 0x1c else default $7 @ 4 20..44
//     $8 t2 = loop @apply $9, $6 items $10 { escape @ 5 50..71        ; loop
//       $11 = call @size $10 @ 5
//       $12 = pass $11 @ 5
//     }
//     o $13, $13, $13, $8
//     return o, s
//     dependences "4 ..."
//
// Slots 0, 1, ... are the parameters. `steady 2` after the items of a loop: its first two instructions compute the same
// for every item, so they run for the first one alone. `kept` after the operands of a call in a loop: with those of the
// turn before it need not run again. An operand that may be an error ends in `!`. After `@` stand the
// line, and the span of the source. What follows a `;` is a remark, and is not read back: the stage in which the
// instruction runs (runtime/exec/schedule.h), and what lowering made of the call. `raises never`, `raises raw` or
// `raises both` says in which error modes an instruction may raise, where that is not the usual: calls and loops of ops
// in raw mode, calls of values in both, others never.
#pragma once

#include <string>
#include <string_view>

#include "compiler/lower/lowered_function.h"

namespace battc {

std::string print_lowered(const LoweredFunction& function);

inline constexpr std::string_view raises_names[] = {"never", "raw", "both"};
/// What of a loop's result matters, by Need.
inline constexpr std::string_view need_names[] = {"value", "cells", "paint", "paint_on"};
constexpr batt::Raises usual_raises(batt::exec::Instruction::Kind kind) {
  using Kind = batt::exec::Instruction::Kind;
  if (names_op(kind)) return batt::Raises::InRawMode;
  return kind == Kind::CallValue ? batt::Raises::InBothModes : batt::Raises::Never;
}

}  // namespace battc
