#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

using Operator = Value (*)(Context&, Value, Value);

const Value zero = Value::integer(0), one = Value::integer(1), two = Value::integer(2);

Value part(Context& context, Value v, int place) { return v.is_pair() ? v.item(place) : subscript(context, v, place); }

/// (f(x[0]), f(x[1])).
template <class Function>
Value on_parts(Context& context, Value x, Function f) {
  BATT_LET(first, part(context, x, 0));
  BATT_LET(new_first, f(first));
  BATT_LET(second, part(context, x, 1));
  BATT_LET(new_second, f(second));
  return make_pair(context, new_first, new_second);
}

/// f(n) of an int, or f of both parts of a pair.
template <class Function>
Value on_number(Context& context, Value n, Function f) {
  return n.is_int() ? f(n) : on_parts(context, n, f);
}

/// An operator on two pairs, or on a pair and a number; () stands for the operator's neutral number.
Value combine_parts(Context& context, Value a, Value b, Operator apply, Value neutral) {
  if (b.is_empty_tuple()) b = neutral;
  if (a.is_empty_tuple()) a = neutral;
  if (a.is_int() && b.is_int()) return apply(context, a, b);
  if (a.is_int() && b.is_tuple()) return on_parts(context, b, [&](Value x) { return apply(context, a, x); });
  if (!a.is_tuple() || !b.is_tuple()) return on_parts(context, a, [&](Value x) { return apply(context, x, b); });
  Value parts[2];
  for (int place = 0; place < 2; ++place) {
    BATT_LET(x, part(context, a, place));
    BATT_LET(y, part(context, b, place));
    parts[place] = apply(context, x, y);
    BATT_TRY(parts[place]);
  }
  return make_pair(context, parts[0], parts[1]);
}

/// One of three, for a number that is zero, above zero, or anything else.
template <class Above, class Otherwise>
Value by_sign(Value x, Above above, Otherwise otherwise) {
  if (equal(x, zero)) return zero;
  BATT_LET(is_above, greater(x, zero));
  return is_above.as_bool() ? above() : otherwise();
}

}  // namespace

Value add_body(Context& context, Value a, Value b) { return combine_parts(context, a, b, add, zero); }
Value subtract_body(Context& context, Value a, Value b) { return combine_parts(context, a, b, subtract, zero); }
Value multiply_body(Context& context, Value a, Value b) { return combine_parts(context, a, b, multiply, one); }
Value divide_body(Context& context, Value a, Value b) { return combine_parts(context, a, b, floor_divide, one); }

Value invert_body(Context& context, Value n) {
  return on_number(context, n, [&](Value x) { return negate(context, x); });
}

Value even_body(Context& context, Value n) {
  BATT_LET(remainder, modulo(context, n, two));
  return Value::boolean(equal(remainder, zero));
}

Value double_body(Context& context, Value n) {
  return on_number(context, n, [&](Value x) { return multiply(context, x, two); });
}

Value halve_body(Context& context, Value n) {
  return on_number(context, n, [&](Value x) { return floor_divide(context, x, two); });
}

Value flip_body(Context&, Value b) { return Value::boolean(!truth(b)); }
Value equality_body(Context&, Value a, Value b) { return Value::boolean(equal(a, b)); }
Value greater_body(Context&, Value a, Value b) { return greater(a, b); }
Value both_body(Context&, Value a, Value b) { return truth(a) ? b : a; }
Value either_body(Context&, Value a, Value b) { return truth(a) ? a : b; }

Value increment_body(Context& context, Value x) {
  return on_number(context, x, [&](Value n) { return add(context, n, one); });
}

Value decrement_body(Context& context, Value x) {
  return on_number(context, x, [&](Value n) { return subtract(context, n, one); });
}

Value crement_body(Context& context, Value x) {
  return on_number(context, x, [&](Value n) {
    return by_sign(
        n, [&] { return add(context, n, one); }, [&] { return subtract(context, n, one); });
  });
}

Value sign_body(Context& context, Value x) {
  return on_number(context, x, [](Value n) {
    return by_sign(
        n, [] { return one; }, [] { return Value::integer(-1); });
  });
}

Value positive_body(Context&, Value x) { return greater(x, zero); }

Value toivec_body(Context& context, Value i) { return make_pair(context, i, zero); }
Value tojvec_body(Context& context, Value j) { return make_pair(context, zero, j); }

Value maximum_body(Context& context, Value container) { return maximum(context, container, Value::none(), zero); }
Value minimum_body(Context& context, Value container) { return minimum(context, container, Value::none(), zero); }

Value branch_body(Context&, Value condition, Value a, Value b) { return truth(condition) ? a : b; }
Value c_branch_body(Context&, Value condition, Value a, Value b) { return truth(condition) ? a : b; }

}  // namespace batt
