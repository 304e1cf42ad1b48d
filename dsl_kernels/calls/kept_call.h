// Calls in loops that are not made again while their operands are those of the turn before.
#pragma once

#include "dsl_kernels/op_table.h"
#include "runtime/value/set.h"

namespace batt {

/// Whether an equal call would give a value that Python cannot tell from this one: a nan would be another object.
inline bool may_keep(OpId op, Value result) {
  const bool is_of_ints = result.form() != Form::Plain || result.is_int() || result.is_empty_tuple() ||
                          (result.is_set() && (result.set().is_cells() || result.set().size == 0));
  return is_of_ints || op_info(op).fresh == Fresh::Nothing;
}

}  // namespace batt
