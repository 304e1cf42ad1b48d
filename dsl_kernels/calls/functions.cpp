#include "runtime/python/function.h"

#include <cmath>

#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// Python's stack ends deeper compositions, at a depth that is not fixed.
constexpr std::int64_t max_power = 300;

/// A bound function takes what is left of two, three or four arguments: rbind and lbind take every other count for
/// four.
BATT_HD Value bind(Context& context, Closure::Kind kind, Value function, Value fixed) {
  const int count = argument_count(function);
  if (count < 0) return attribute_error();
  return make_closure(context, kind, count == 2 || count == 3 ? count - 1 : 3, {function, fixed});
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

BATT_HD Value identity_general(Context&, Value x) { return x; }

BATT_HD Value compose_general(Context& context, Value outer, Value inner) {
  return make_closure(context, Closure::Kind::Compose, 1, {outer, inner});
}

BATT_HD Value chain_general(Context& context, Value h, Value g, Value f) {
  return make_closure(context, Closure::Kind::Chain, 1, {h, g, f});
}

BATT_HD Value matcher_general(Context& context, Value function, Value target) {
  return make_closure(context, Closure::Kind::Matcher, 1, {function, target});
}

BATT_HD Value rbind_general(Context& context, Value function, Value fixed) {
  return bind(context, Closure::Kind::RightBind, function, fixed);
}

BATT_HD Value lbind_general(Context& context, Value function, Value fixed) {
  return bind(context, Closure::Kind::LeftBind, function, fixed);
}

BATT_HD Value power_general(Context& context, Value function, Value n) {
  if (!n.is_number()) return type_error();
  std::int64_t times;
  if (!whole(n, times) || times < 1) {
    // The recursion never ends; in safe mode its innermost call answers a default.
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
  return make_closure(context, Closure::Kind::Fork, 1, {outer, a, b});
}

}  // namespace batt
