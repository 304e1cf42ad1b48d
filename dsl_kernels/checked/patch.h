// What the ops on patches share. A patch is read in one of three ways (`_f` ops take either kind of set, `_i` ops
// indices, `_o` ops objects); where a set is packed the way it is read, no Value is made for a cell.
#pragma once

#include <cstdint>

#include "batt/python.h"
#include "dsl_kernels/fast/members.h"
#include "dsl_kernels/fast/patch.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {

/// The op that reads a patch this way: op_toindices(context, patch, Reading::Object) is toindices_o(patch).
#define BATT_OP_BY_READING(op)                                      \
  inline Value op(Context& context, Value patch, Reading reading) { \
    return reading == Reading::Patch     ? op(context, patch)       \
           : reading == Reading::Indices ? op##_i(context, patch)   \
                                         : op##_o(context, patch);  \
  }
BATT_OP_BY_READING(op_toindices)
BATT_OP_BY_READING(op_lowermost)
BATT_OP_BY_READING(op_uppermost)
BATT_OP_BY_READING(op_leftmost)
BATT_OP_BY_READING(op_rightmost)
#undef BATT_OP_BY_READING

/// a * b as the size of something to be built; what cannot be counted cannot be held either.
inline std::size_t room_for(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw LimitExceeded{Limit::Memory};
  return static_cast<std::size_t>(product);
}

}  // namespace batt
