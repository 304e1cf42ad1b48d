// An op by its number. The device has no table of function pointers: a switch tells nvlink who calls whom, and so how
// much stack the deepest call takes.
#include "dsl_kernels/op_bodies.h"

namespace batt {

#define BATT_FROM_1 arguments[0]
#define BATT_FROM_2 arguments[0], arguments[1]
#define BATT_FROM_3 arguments[0], arguments[1], arguments[2]
#define BATT_FROM_4 arguments[0], arguments[1], arguments[2], arguments[3]

BATT_HD Value enter_op(Context& context, OpId id, const Value* arguments) {
#ifdef BATT_ON_DEVICE
  switch (id) {
#define OP(name, arity, ...) \
  case OpId::op_##name:      \
    return op_##name(context, BATT_FROM_##arity);
#include "dsl_kernels/ops.def"
#undef OP
  }
  return {};
#else
  return op_entry(id)(context, arguments);
#endif
}

}  // namespace batt
