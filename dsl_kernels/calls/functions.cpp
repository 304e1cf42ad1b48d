#include "dsl_kernels/calls/function.h"

#include <algorithm>
#include <cmath>

#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// Python's stack ends deeper compositions, at a depth that is not fixed.
constexpr std::int64_t max_power = 300;

BATT_HD Value combine(Context& context, Closure::Kind kind, std::initializer_list<Value> parts) {
  const Combinator& combinator = *find_combinator(kind);
  const int count = argument_count(*parts.begin());
  if (combinator.arity_rule == Combinator::Arity::OneLess && count < 0) return attribute_error();
  return make_closure(context, kind, combinator.arity(count), parts);
}

/// The int that a number equals; false for nan, infinities and fractions.
BATT_HD bool whole(Value number, std::int64_t& n) {
  if (number.is_int()) {
    n = number.as_int();
    return true;
  }
  const double d = number.as_real();
  if (!(std::fabs(d) < 1e15) || d != std::floor(d)) return false;
  n = static_cast<std::int64_t>(d);
  return true;
}

}  // namespace

BATT_HD Value make_closure(Context& context, Closure::Kind kind, int arity, std::initializer_list<Value> parts) {
  Closure* closure = context.arena().make<Closure>(kind, static_cast<std::uint8_t>(arity), context.next_closure());
  std::copy(parts.begin(), parts.end(), closure->parts);
  return Value::closure(closure);
}

BATT_HD int argument_count(Value function) {
  if (!function.is_function()) return -1;
  return function.is_op() ? op_facts(static_cast<OpId>(function.op_id())).arity : function.closure()->arity;
}

BATT_HD Value identity_general(Context&, Value x) { return x; }

BATT_HD Value compose_general(Context& context, Value outer, Value inner) {
  return combine(context, Closure::Kind::compose, {outer, inner});
}

BATT_HD Value chain_general(Context& context, Value h, Value g, Value f) {
  return combine(context, Closure::Kind::chain, {h, g, f});
}

BATT_HD Value matcher_general(Context& context, Value function, Value target) {
  return combine(context, Closure::Kind::matcher, {function, target});
}

BATT_HD Value rbind_general(Context& context, Value function, Value fixed) {
  return combine(context, Closure::Kind::rbind, {function, fixed});
}

BATT_HD Value lbind_general(Context& context, Value function, Value fixed) {
  return combine(context, Closure::Kind::lbind, {function, fixed});
}

BATT_HD Value power_general(Context& context, Value function, Value n) {
  if (!n.is_number()) return type_error();
  std::int64_t times;
  if (!whole(n, times) || times < 1) {
    // The recursion never ends; in safe mode its innermost call returns a default.
    if (context.mode() == ErrorMode::Raw) return Value::error(Exception::RecursionError);
    return make_closure(context, Closure::Kind::Bottomless, 1, {});
  }
  if (times > max_power) return make_closure(context, Closure::Kind::TooDeep, 1, {});
  Value result = function;
  for (std::int64_t k = 1; k < times; ++k) {
    result = op_compose(context, function, result);
    BATT_TRY(result);
  }
  return result;
}

BATT_HD Value fork_general(Context& context, Value outer, Value a, Value b) {
  return combine(context, Closure::Kind::fork, {outer, a, b});
}

}  // namespace batt
