#include "runtime/python/function.h"

#include <algorithm>

#include "dsl_kernels/op_bodies.h"
#include "runtime/python/python.h"

namespace batt {

BATT_HD Value make_closure(Context& context, Closure::Kind kind, int arity, std::initializer_list<Value> parts) {
  Closure* closure = context.arena().make<Closure>(kind, static_cast<std::uint8_t>(arity), context.next_closure());
  std::copy(parts.begin(), parts.end(), closure->parts);
  return Value::closure(closure);
}

BATT_HD int argument_count(Value function) {
  if (!function.is_function()) return -1;
  return function.is_op() ? op_facts(static_cast<OpId>(function.op_id())).arity : function.closure()->arity;
}

}  // namespace batt
