// What becomes of an op whose body gave no value, on host and device.
#include "batt/fallbacks.h"
#include "batt/function.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value default_value(Context& context, Default which) {
  switch (which) {
    case Default::None: return Value::none();
    case Default::EmptyTuple: return Value::empty_tuple();
    case Default::EmptySet: return Value::empty_set();
    case Default::Zero: return Value::integer(0);
    case Default::False: return Value::boolean(false);
    case Default::Callable: return make_closure(context, Closure::Kind::SafeDefault, 0, {});
  }
  return {};
}

BATT_HD Value settle_op(Context& context, OpId id, Value answer, const Value* arguments) {
#ifdef BATT_ON_DEVICE
  if (answer.is_unanswered()) context.give_up(static_cast<std::uint16_t>(id), answer.reason());
  return context.mode() == ErrorMode::Raw ? answer : default_value(context, op_facts(id).safe_default);
#else
  if (answer.is_unanswered()) {
    if (context.bodies() == Bodies::Strict) context.give_up(static_cast<std::uint16_t>(id), answer.reason());
    if (context.fallbacks() != nullptr && context.is_fast()) context.fallbacks()->count(id, answer.reason());
    answer = checked_entry(id)(context, arguments);
    if (!answer.is_error()) return answer;
  }
  return op_failed(context, id, answer, {arguments, op_facts(id).arity});
#endif
}

}  // namespace batt
