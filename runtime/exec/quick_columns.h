// Loops of steps that raise nothing, on the host: each step goes through many items before the next one begins, so that
// it is looked up once for all of them.
#pragma once

#include "dsl_kernels/calls/loop.h"
#include "runtime/exec/lowered_program.h"

namespace batt::exec {

/// So many steps are taken, quick ones and those that count cells.
inline constexpr std::size_t most_column_steps = 8;

/// Whether so many calls are left that columns are worth it.
inline bool has_many_calls(const Loop& loop) { return loop.size - loop.place >= 7; }

/// Makes calls that a loop asks for, of a function of such steps. Stops where few are left, where an item is not the
/// case of a step, and at once if the loop is of another kind: from there on, the caller goes item by item. False: the
/// loop asks for no more calls.
bool make_calls_by_columns(Context& context, Loop& loop, const Instruction& instruction, const std::uint32_t* operands,
                           const Value* slots);

}  // namespace batt::exec
