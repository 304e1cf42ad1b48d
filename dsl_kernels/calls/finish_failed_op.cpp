// What becomes of an op whose body returned no value, on host and device.
#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/decline_counts.h"
#include "dsl_kernels/failure_log.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value default_value(Context& context, Default which) {
  switch (which) {
    case Default::None: return Value::none();
    case Default::EmptyTuple: return Value::empty_tuple();
    case Default::EmptySet: return Value::empty_set();
    case Default::Zero: return Value::integer(0);
    case Default::False: return Value::boolean(false);
    case Default::Function: return make_closure(context, Closure::Kind::SafeDefault, 0, {});
  }
  return {};
}

BATT_HD Value fail_op(Context& context, OpId id, Value error, [[maybe_unused]] const Value* arguments,
                      [[maybe_unused]] std::size_t count) {
#ifndef BATT_ON_DEVICE
  if (context.log() != nullptr) context.log()->op_failed(context.line(), id, {arguments, count}, error.exception());
#endif
  return context.mode() == ErrorMode::Raw ? error : default_value(context, op_facts(id).safe_default);
}

#ifndef BATT_ON_DEVICE
void report_decline(Context& context, OpId id, const Value* arguments) {
  if (context.declines() != nullptr) context.declines()->count(id);
  if (context.log() != nullptr) context.log()->op_declined(context.line(), id, {arguments, op_facts(id).arity});
}
#endif

}  // namespace batt
