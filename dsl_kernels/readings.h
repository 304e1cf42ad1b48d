// The ops on patches by the way in which they read one.
#pragma once

#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/patch.h"

namespace batt {

/// The op that reads a patch this way: op_toindices(context, patch, Reading::Object) is toindices_o(patch).
#define BATT_OP_BY_READING(op)                                              \
  BATT_HD inline Value op(Context& context, Value patch, Reading reading) { \
    return reading == Reading::Patch     ? op(context, patch)               \
           : reading == Reading::Indices ? op##_i(context, patch)           \
                                         : op##_o(context, patch);          \
  }
BATT_OP_BY_READING(op_toindices)
BATT_OP_BY_READING(op_lowermost)
BATT_OP_BY_READING(op_uppermost)
BATT_OP_BY_READING(op_leftmost)
BATT_OP_BY_READING(op_rightmost)
#undef BATT_OP_BY_READING

/// Whether `patch` holds packed cells of the other kind than it is read as: the first that is unpacked raises
/// ValueError.
BATT_HD inline bool is_misread(Value patch, Reading reading) {
  return patch.is_set() && patch.set().is_cells() && packed(patch, reading) == nullptr;
}

/// a * b, neither negative, as the size of something to be built; what cannot be counted cannot be held either.
BATT_HD inline std::size_t checked_product(std::int64_t a, std::int64_t b) {
  if (a > 0 && b > std::numeric_limits<std::int64_t>::max() / a) stop(Limit::Memory);
  return static_cast<std::size_t>(a * b);
}

}  // namespace batt
