// Quick steps for many items at once, on the host: each step goes through all items before the next one begins, so that
// it is looked up once for all of them.
#pragma once

#include "dsl_kernels/calls/loop.h"
#include "runtime/exec/lowered_program.h"

namespace batt::exec {

/// Whether so many calls are left, the one that the loop asks for included, that columns are worth it.
inline bool has_many_calls(const Loop& loop) { return loop.size - loop.place >= 7; }

/// Makes calls that a loop asks for, of a function that is quick steps alone. Stops where few are left, where an item
/// is not the case of a step, and at once if the loop or a step is of another kind: from there on, the caller goes item
/// by item. False: the loop asks for no more calls.
bool make_calls_by_columns(Context& context, Loop& loop, const Instruction& instruction, const Instruction* first_step,
                           const std::uint32_t* operands, const Value* slots);

}  // namespace batt::exec
