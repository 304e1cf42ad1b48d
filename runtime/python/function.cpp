#include "batt/function.h"

#include <algorithm>

#include "batt/python.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
#ifndef BATT_ON_DEVICE
namespace {

/// The function of a bound closure with the fixed argument put in its place.
Value call_bound(Context& context, const Closure& closure, const Value* arguments) {
  const std::size_t given = closure.arity;
  const bool fixed_first = closure.kind == Closure::Kind::LeftBind;
  if (given == 1)
    return fixed_first ? call(context, closure.parts[0], closure.parts[1], arguments[0])
                       : call(context, closure.parts[0], arguments[0], closure.parts[1]);
  Value all[4];
  std::copy(arguments, arguments + given, all + (fixed_first ? 1 : 0));
  all[fixed_first ? 0 : given] = closure.parts[1];
  return call(context, closure.parts[0], all, given + 1);
}

Value call_closure(Context& context, const Closure& closure, const Value* arguments, std::size_t count) {
  if (closure.kind == Closure::Kind::SafeDefault) return Value::empty_tuple();
  if (closure.kind == Closure::Kind::TooDeep) stop(Limit::Steps);
  if (count != closure.arity) return type_error();
  const Value* parts = closure.parts;
  switch (closure.kind) {
    case Closure::Kind::RightBind:
    case Closure::Kind::LeftBind: return call_bound(context, closure, arguments);
    case Closure::Kind::Compose: {
      BATT_LET(inner, call(context, parts[1], arguments[0]));
      return call(context, parts[0], inner);
    }
    case Closure::Kind::Chain: {
      BATT_LET(first, call(context, parts[2], arguments[0]));
      BATT_LET(second, call(context, parts[1], first));
      return call(context, parts[0], second);
    }
    case Closure::Kind::Matcher: {
      BATT_LET(answer, call(context, parts[0], arguments[0]));
      return Value::boolean(equal(answer, parts[1]));
    }
    case Closure::Kind::Fork: {
      BATT_LET(a, call(context, parts[1], arguments[0]));
      BATT_LET(b, call(context, parts[2], arguments[0]));
      return call(context, parts[0], a, b);
    }
    case Closure::Kind::SafeDefault:
    case Closure::Kind::Bottomless:
    case Closure::Kind::TooDeep: break;
  }
  return type_error();
}

}  // namespace
#endif

BATT_HD Value make_closure(Context& context, Closure::Kind kind, int arity, std::initializer_list<Value> parts) {
  Closure* closure = context.arena().make<Closure>(kind, static_cast<std::uint8_t>(arity), context.next_closure());
  std::copy(parts.begin(), parts.end(), closure->parts);
  return Value::closure(closure);
}

BATT_HD Value call(Context& context, Value function, const Value* arguments, std::size_t count) {
#ifdef BATT_ON_DEVICE
  context.give_up(no_op, Reason::Function);
#else
  // Only closures can nest without end: an op's own calls are those of the closures it is given.
  if (function.is_op()) return call_op(context, static_cast<OpId>(function.op_id()), arguments, count);
  if (!function.is_function()) return type_error();
  Context::CallDepth depth(context);
  context.charge();
  return call_closure(context, *function.closure(), arguments, count);
#endif
}

BATT_HD int argument_count(Value function) {
  if (!function.is_function()) return -1;
  return function.is_op() ? op_facts(static_cast<OpId>(function.op_id())).arity : function.closure()->arity;
}

}  // namespace batt
