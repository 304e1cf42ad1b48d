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
// Slots 0, 1, ... are the parameters. An operand that may be an error ends in `!`. After `@` stand the line, and the
// span of the source. What follows a `;` is a remark, and is not read back.
#pragma once

#include <string>

#include "compiler/lower/lowered_function.h"

namespace battc {

std::string print_lowered(const LoweredFunction& function);

}  // namespace battc
