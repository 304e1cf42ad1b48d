#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

BATT_HD Value zero() { return Value::integer(0); }
BATT_HD Value one() { return Value::integer(1); }
BATT_HD Value two() { return Value::integer(2); }

BATT_HD Value part(Context& context, Value v, int place) {
  return v.is_pair() ? v.item(place) : subscript(context, v, place);
}

BATT_HD bool fits_pair(Value v) { return v.is_exact_int() && v.as_int() == static_cast<std::int32_t>(v.as_int()); }

/// (a, b), quickly for a pair of ints.
BATT_HD Value pair_of(Context& context, Value a, Value b) {
  if (!fits_pair(a) || !fits_pair(b)) return make_pair(context, a, b);
  return Value::pair(static_cast<std::int32_t>(a.as_int()), static_cast<std::int32_t>(b.as_int()));
}

/// (f(x[0]), f(x[1])).
template <class Function>
BATT_HD Value on_parts(Context& context, Value x, Function f) {
  BATT_LET(first, part(context, x, 0));
  BATT_LET(new_first, f(first));
  BATT_LET(second, part(context, x, 1));
  BATT_LET(new_second, f(second));
  return pair_of(context, new_first, new_second);
}

/// f(n) of an int, or f of both parts of a pair.
template <class Function>
BATT_HD Value on_number(Context& context, Value n, Function f) {
  return n.is_int() ? f(n) : on_parts(context, n, f);
}

/// A pair's two numbers, or one that stands for both; false for what has more than 32 bits or is neither.
BATT_HD bool small_parts(Value v, std::int64_t& i, std::int64_t& j) {
  if (v.is_pair()) {
    i = v.i();
    j = v.j();
    return true;
  }
  i = j = v.as_int();
  return v.is_int() && i == static_cast<std::int32_t>(i);
}

/// The operator on small ints and pairs of them, where its results are small, too.
template <class Quick>
BATT_HD bool combine_small(Value a, Value b, Quick quick, Value& result) {
  std::int64_t ai, aj, bi, bj;
  if (!small_parts(a, ai, aj) || !small_parts(b, bi, bj)) return false;
  const std::int64_t i = quick(ai, bi), j = quick(aj, bj);
  if (i != static_cast<std::int32_t>(i) || j != static_cast<std::int32_t>(j)) return false;
  result = a.is_pair() || b.is_pair() ? Value::pair(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j))
                                      : Value::integer(i);
  return true;
}

/// An operator on two pairs, or on a pair and a number; () stands for the operator's neutral number.
template <class Operator>
BATT_HD Value combine_parts(Context& context, Value a, Value b, Operator apply, Value neutral) {
  if (b.is_empty_tuple()) b = neutral;
  if (a.is_empty_tuple()) a = neutral;
  if (a.is_int() && b.is_int()) return apply(a, b);
  if (a.is_int() && b.is_tuple()) return on_parts(context, b, [&](Value x) { return apply(a, x); });
  if (!a.is_tuple() || !b.is_tuple()) return on_parts(context, a, [&](Value x) { return apply(x, b); });
  Value parts[2];
  for (int place = 0; place < 2; ++place) {
    BATT_LET(x, part(context, a, place));
    BATT_LET(y, part(context, b, place));
    parts[place] = apply(x, y);
    BATT_TRY(parts[place]);
  }
  return pair_of(context, parts[0], parts[1]);
}

/// One of three, for a number that is zero, above zero, or anything else.
template <class Above, class Otherwise>
BATT_HD Value by_sign(Context& context, Value x, Above above, Otherwise otherwise) {
  if (x.is_int()) return x.as_int() == 0 ? zero() : x.as_int() > 0 ? above() : otherwise();
  if (equal(context, x, zero())) return zero();
  BATT_LET(is_above, greater(context, x, zero()));
  return is_above.as_bool() ? above() : otherwise();
}

}  // namespace

BATT_HD Value add_general(Context& context, Value a, Value b) {
  const auto quick = [](std::int64_t x, std::int64_t y) { return x + y; };
  if (Value result; combine_small(a, b, quick, result)) return result;
  return combine_parts(
      context, a, b, [&](Value x, Value y) { return add(context, x, y); }, zero());
}

BATT_HD Value subtract_general(Context& context, Value a, Value b) {
  const auto quick = [](std::int64_t x, std::int64_t y) { return x - y; };
  if (Value result; combine_small(a, b, quick, result)) return result;
  return combine_parts(
      context, a, b, [&](Value x, Value y) { return subtract(context, x, y); }, zero());
}

BATT_HD Value multiply_general(Context& context, Value a, Value b) {
  const auto quick = [](std::int64_t x, std::int64_t y) { return x * y; };
  if (Value result; combine_small(a, b, quick, result)) return result;
  return combine_parts(
      context, a, b, [&](Value x, Value y) { return multiply(context, x, y); }, one());
}

BATT_HD Value divide_general(Context& context, Value a, Value b) {
  return combine_parts(
      context, a, b, [&](Value x, Value y) { return floor_divide(context, x, y); }, one());
}

BATT_HD Value invert_general(Context& context, Value n) {
  return on_number(context, n, [&](Value x) { return negate(context, x); });
}

BATT_HD Value even_general(Context& context, Value n) {
  if (n.is_int()) return Value::boolean((n.as_int() & 1) == 0);
  BATT_LET(remainder, modulo(context, n, two()));
  return Value::boolean(equal(context, remainder, zero()));
}

BATT_HD Value double_general(Context& context, Value n) {
  return on_number(context, n, [&](Value x) { return multiply(context, x, two()); });
}

BATT_HD Value halve_general(Context& context, Value n) {
  return on_number(context, n, [&](Value x) { return floor_divide(context, x, two()); });
}

BATT_HD Value flip_general(Context&, Value b) { return Value::boolean(!truth(b)); }
BATT_HD Value equality_general(Context& context, Value a, Value b) { return Value::boolean(equal(context, a, b)); }
BATT_HD Value greater_general(Context& context, Value a, Value b) { return greater(context, a, b); }
BATT_HD Value both_general(Context&, Value a, Value b) { return truth(a) ? b : a; }
BATT_HD Value either_general(Context&, Value a, Value b) { return truth(a) ? a : b; }

BATT_HD Value increment_general(Context& context, Value x) {
  return on_number(context, x, [&](Value n) { return add(context, n, one()); });
}

BATT_HD Value decrement_general(Context& context, Value x) {
  return on_number(context, x, [&](Value n) { return subtract(context, n, one()); });
}

BATT_HD Value crement_general(Context& context, Value x) {
  return on_number(context, x, [&](Value n) {
    return by_sign(
        context, n, [&] { return add(context, n, one()); }, [&] { return subtract(context, n, one()); });
  });
}

BATT_HD Value sign_general(Context& context, Value x) {
  return on_number(context, x, [&](Value n) {
    return by_sign(
        context, n, [] { return one(); }, [] { return Value::integer(-1); });
  });
}

BATT_HD Value positive_general(Context& context, Value x) { return greater(context, x, zero()); }

BATT_HD Value toivec_general(Context& context, Value i) { return pair_of(context, i, zero()); }
BATT_HD Value tojvec_general(Context& context, Value j) { return pair_of(context, zero(), j); }

BATT_HD Value maximum_general(Context& context, Value container) { return maximum(context, container, zero()); }
BATT_HD Value minimum_general(Context& context, Value container) { return minimum(context, container, zero()); }

BATT_HD Value branch_general(Context&, Value condition, Value a, Value b) { return truth(condition) ? a : b; }
BATT_HD Value c_branch_general(Context&, Value condition, Value a, Value b) { return truth(condition) ? a : b; }

}  // namespace batt
