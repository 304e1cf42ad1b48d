// What becomes of an op whose body gave no value, on host and device.
#include "batt/failure_log.h"
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

#ifndef BATT_ON_DEVICE
namespace {

void tell_of_fallback(Context& context, OpId id, Reason reason, const Value* arguments) {
  if (context.fallbacks() != nullptr) context.fallbacks()->count(id, reason);
  if (context.log() != nullptr) context.log()->op_fell_back(context.line(), id, {arguments, op_facts(id).arity}, reason);
}

}  // namespace
#endif

BATT_HD Value settle_op(Context& context, OpId id, Value answer, const Value* arguments) {
#ifdef BATT_ON_DEVICE
  if (answer.is_unanswered()) context.give_up(static_cast<std::uint16_t>(id), answer.reason());
  return context.mode() == ErrorMode::Raw ? answer : default_value(context, op_facts(id).safe_default);
#else
  if (answer.is_unanswered()) {
    if (context.bodies() == Bodies::Strict) context.give_up(static_cast<std::uint16_t>(id), answer.reason());
    if (context.is_fast()) tell_of_fallback(context, id, answer.reason(), arguments);
    answer = checked_entry(id)(context, arguments);
    if (!answer.is_error()) return answer;
  }
  return op_failed(context, id, answer, {arguments, op_facts(id).arity});
#endif
}

}  // namespace batt
