#include "dsl_kernels/set_size.h"

#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value size_of_made(Context& context, OpId size, OpId made, Value a, Value b) {
  const Value set = made == OpId::op_difference ? op_difference(context, a, b) : op_intersection(context, a, b);
  if (set.is_error()) return set;
  return size == OpId::op_size ? op_size(context, set) : op_size_f(context, set);
}

BATT_HD Value size_of_made_of_shifted(Context& context, OpId size, OpId made, const Value* arguments) {
  const Value shifted = op_shift(context, arguments[0], arguments[2]);
  return shifted.is_error() ? shifted : size_of(context, size, made, shifted, arguments[1]);
}

}  // namespace batt
