// Ops for values of any type, on host and device, as the reference's text reads: Value fill_general(Context&, Value,
// Value, Value). Where an op has one, it is the checked body, and what its fast body does with values that are not
// packed.
#pragma once

#include "dsl_kernels/op_bodies.h"

namespace batt {

#define OP(name, arity, parameters, result, yields, safe_default, pile_default, order, failure, fresh, has_fast) \
  BATT_HD Value name##_general(Context& context, BATT_PARAMETERS_##arity);
#include "dsl_kernels/ops.def"
#undef OP

}  // namespace batt
