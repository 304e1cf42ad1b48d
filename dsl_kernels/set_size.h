// The size of a difference or an intersection of which nothing else is asked: of sets with rows it is counted, without
// making the set, nor the first of the two if that one is shifted for this alone.
#pragma once

#include "dsl_kernels/op_table.h"
#include "runtime/value/context.h"

namespace batt {

/// size(made(shift(a, directions), b)) of sets with rows. Declined for anything else.
BATT_HD Value count_cells(Context& context, OpId made, const Value& a, const Value& b, const Value& directions);

/// size(made(a, b)), where `made` is difference or intersection, and `size` is size or size_f.
BATT_HD Value size_of(Context& context, OpId size, OpId made, Value a, Value b);

/// size(made(shift(a, directions), b)). References: more than two values would be copied from place to place.
BATT_HD Value size_of_shifted(Context& context, OpId size, OpId made, const Value& a, const Value& b,
                              const Value& directions);

}  // namespace batt
