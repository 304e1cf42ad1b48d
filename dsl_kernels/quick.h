// Quick cases of ops, for each row of ops.def that says QuickAndGeneral: on small numbers, pairs and cells `quick_add`
// and its like take a few instructions, without memory and without an error, less than a call. They are compiled into
// loops. For other arguments they return not_this_case, and the op itself is called.
#pragma once

#include <algorithm>

#include "batt/value.h"
#include "dsl_kernels/op_table.h"
#include "runtime/value/set.h"

namespace batt {

/// BATT_IF_QUICK_##bodies(text): the text, if these bodies of a row of ops.def have a quick case among them.
#define BATT_IF_QUICK_General(...)
#define BATT_IF_QUICK_PackedAndGeneral(...)
#define BATT_IF_QUICK_QuickAndGeneral(...) __VA_ARGS__
#define BATT_IF_QUICK_Loop(...)

enum class Quick : std::uint8_t {
  None,
#define OP(name, arity, bodies, ...) BATT_IF_QUICK_##bodies(op_##name, )
#include "dsl_kernels/ops.def"
#undef OP
};

/// The quick case of an op, if it has one.
constexpr Quick find_quick(OpId op) {
  switch (op) {
#define OP(name, arity, bodies, ...) BATT_IF_QUICK_##bodies(case OpId::op_##name : return Quick::op_##name;)
#include "dsl_kernels/ops.def"
#undef OP
    default: return Quick::None;
  }
}

/// The value that a quick case returns, never an error, or that the arguments are not its case.
class QuickResult {
 public:
  BATT_HD QuickResult(Value value) : value_(value) {}
  BATT_HD static QuickResult not_this_case() { return Value::declined(); }

  BATT_HD bool applies() const { return !value_.is_declined(); }
  BATT_HD Value value() const { return value_; }

 private:
  Value value_;
};

/// They are worth it only where the compiler sees them: with a rank that is a constant little is left of them.
#define BATT_QUICK [[gnu::always_inline]] BATT_HD inline

namespace quick {

BATT_HD inline QuickResult not_this_case() { return QuickResult::not_this_case(); }

BATT_HD inline bool is_small(std::int64_t i) { return i == static_cast<std::int32_t>(i); }
/// An int, and no bool, that a pair can hold: two of them make no int beyond 64 bits.
BATT_HD inline bool is_small(Value v) { return v.is_exact_int() && is_small(v.as_int()); }

BATT_QUICK QuickResult pair(std::int64_t i, std::int64_t j) {
  return is_small(i) && is_small(j) ? Value::pair(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j))
                                    : not_this_case();
}

/// f of a small number, or of both parts of a pair.
template <class Function>
BATT_QUICK QuickResult on_number(Value n, Function f) {
  if (is_small(n)) return Value::integer(f(n.as_int()));
  return n.is_pair() ? pair(f(n.i()), f(n.j())) : not_this_case();
}

/// f of two small numbers, of two pairs part by part, or of a pair's parts and a small number.
template <class Function>
BATT_QUICK QuickResult on_numbers(Value a, Value b, Function f) {
  if (is_small(a)) {
    if (is_small(b)) return Value::integer(f(a.as_int(), b.as_int()));
    return b.is_pair() ? pair(f(a.as_int(), b.i()), f(a.as_int(), b.j())) : not_this_case();
  }
  if (!a.is_pair()) return not_this_case();
  if (b.is_pair()) return pair(f(a.i(), b.i()), f(a.j(), b.j()));
  return is_small(b) ? pair(f(a.i(), b.as_int()), f(a.j(), b.as_int())) : not_this_case();
}

BATT_HD inline bool is_scalar(Value v) { return v.is_exact_int() || v.is_pair() || v.is_cell(); }

/// Of a tuple: the item at a rank that is there. Most ranks are constants, most tuples pairs: little is left of that
/// case in a loop.
BATT_QUICK QuickResult item_at(Value container, Value rank) {
  if (!rank.is_exact_int() || !container.is_exact_tuple()) return not_this_case();
  if (container.is_pair() && (rank.as_int() == 0 || rank.as_int() == -1))
    return Value::integer(rank.as_int() == 0 ? container.i() : container.j());
  const std::int64_t size = container.tuple_size();
  const std::int64_t place = rank.as_int() < 0 ? rank.as_int() + size : rank.as_int();
  if (place < 0 || place >= size) return not_this_case();
  if (container.form() == Form::Plain) return container.items()[place];
  if (container.is_cell())
    return Value::integer(place == 0 ? container.i() : place == 1 ? container.j() : container.c());
  return container.item(static_cast<std::int32_t>(place));
}

BATT_QUICK QuickResult length(Value container) {
  if (container.is_set()) return Value::integer(container.set().size);
  return container.is_exact_tuple() ? Value::integer(container.tuple_size()) : not_this_case();
}

}  // namespace quick

BATT_QUICK QuickResult quick_add(Value a, Value b) {
  return quick::on_numbers(a, b, [](std::int64_t x, std::int64_t y) { return x + y; });
}
BATT_QUICK QuickResult quick_subtract(Value a, Value b) {
  return quick::on_numbers(a, b, [](std::int64_t x, std::int64_t y) { return x - y; });
}
BATT_QUICK QuickResult quick_multiply(Value a, Value b) {
  return quick::on_numbers(a, b, [](std::int64_t x, std::int64_t y) { return x * y; });
}
BATT_QUICK QuickResult quick_invert(Value n) {
  return quick::on_number(n, [](std::int64_t x) { return -x; });
}
BATT_QUICK QuickResult quick_double(Value n) {
  return quick::on_number(n, [](std::int64_t x) { return x * 2; });
}
BATT_QUICK QuickResult quick_increment(Value n) {
  return quick::on_number(n, [](std::int64_t x) { return x + 1; });
}
BATT_QUICK QuickResult quick_decrement(Value n) {
  return quick::on_number(n, [](std::int64_t x) { return x - 1; });
}
BATT_QUICK QuickResult quick_sign(Value n) {
  return quick::on_number(n, [](std::int64_t x) { return static_cast<std::int64_t>((x > 0) - (x < 0)); });
}

BATT_QUICK QuickResult quick_even(Value n) {
  return n.is_exact_int() ? Value::boolean((n.as_int() & 1) == 0) : quick::not_this_case();
}
BATT_QUICK QuickResult quick_positive(Value x) {
  return x.is_exact_int() ? Value::boolean(x.as_int() > 0) : quick::not_this_case();
}
BATT_QUICK QuickResult quick_greater(Value a, Value b) {
  return a.is_exact_int() && b.is_exact_int() ? Value::boolean(a.as_int() > b.as_int()) : quick::not_this_case();
}
BATT_QUICK QuickResult quick_equality(Value a, Value b) {
  const bool are_comparable = (quick::is_scalar(a) && quick::is_scalar(b)) || (a.is_bool() && b.is_bool());
  return are_comparable ? Value::boolean(a.same_as(b)) : quick::not_this_case();
}

BATT_QUICK QuickResult quick_flip(Value b) {
  return b.is_bool() ? Value::boolean(!b.as_bool()) : quick::not_this_case();
}
BATT_QUICK QuickResult quick_both(Value a, Value b) {
  return !a.is_bool() ? quick::not_this_case() : a.as_bool() ? b : a;
}
BATT_QUICK QuickResult quick_either(Value a, Value b) {
  return !a.is_bool() ? quick::not_this_case() : a.as_bool() ? a : b;
}
BATT_QUICK QuickResult quick_branch(Value condition, Value a, Value b) {
  return !condition.is_bool() ? quick::not_this_case() : condition.as_bool() ? a : b;
}
BATT_QUICK QuickResult quick_identity(Value x) { return x; }

BATT_QUICK QuickResult quick_toivec(Value i) {
  return i.is_exact_int() ? quick::pair(i.as_int(), 0) : quick::not_this_case();
}
BATT_QUICK QuickResult quick_tojvec(Value j) {
  return j.is_exact_int() ? quick::pair(0, j.as_int()) : quick::not_this_case();
}
BATT_QUICK QuickResult quick_astuple(Value a, Value b) {
  return a.is_exact_int() && b.is_exact_int() ? quick::pair(a.as_int(), b.as_int()) : quick::not_this_case();
}

BATT_QUICK QuickResult quick_size(Value container) { return quick::length(container); }
BATT_QUICK QuickResult quick_size_t(Value container) { return quick::length(container); }
BATT_QUICK QuickResult quick_size_f(Value container) { return quick::length(container); }

BATT_QUICK QuickResult quick_get_nth_t(Value container, Value rank) { return quick::item_at(container, rank); }
BATT_QUICK QuickResult quick_get_nth_f(Value container, Value rank) { return quick::item_at(container, rank); }
BATT_QUICK QuickResult quick_first_t(Value container) { return quick::item_at(container, Value::integer(0)); }
BATT_QUICK QuickResult quick_last_t(Value container) { return quick::item_at(container, Value::integer(-1)); }
BATT_QUICK QuickResult quick_toij(Value c) { return c.is_cell() ? Value::pair(c.i(), c.j()) : quick::not_this_case(); }

BATT_QUICK QuickResult quick_maximum(Value container) {
  return container.is_pair() ? Value::integer(std::max(container.i(), container.j())) : quick::not_this_case();
}
BATT_QUICK QuickResult quick_minimum(Value container) {
  return container.is_pair() ? Value::integer(std::min(container.i(), container.j())) : quick::not_this_case();
}
/// sorted(container, reverse=True)[rank].
BATT_QUICK QuickResult quick_get_rank(Value container, Value rank) {
  if (!container.is_pair() || !rank.is_exact_int()) return quick::not_this_case();
  if (rank.as_int() == 0 || rank.as_int() == -2) return quick_maximum(container);
  return rank.as_int() == 1 || rank.as_int() == -1 ? quick_minimum(container) : quick::not_this_case();
}

/// Whether the quick case of pairs, and of pairs and numbers, is that of their first parts and that of their second
/// parts.
constexpr bool is_partwise(Quick quick) {
  switch (quick) {
    case Quick::op_add:
    case Quick::op_subtract:
    case Quick::op_multiply:
    case Quick::op_invert:
    case Quick::op_double:
    case Quick::op_increment:
    case Quick::op_decrement:
    case Quick::op_sign:
    case Quick::op_identity: return true;
    default: return false;
  }
}

/// The quick case of arguments that a function gives by their place.
template <class Argument>
BATT_QUICK QuickResult call_quick(Quick which, Argument argument) {
  switch (which) {
    case Quick::None: break;
#define BATT_QUICK_1(name) quick_##name(argument(0))
#define BATT_QUICK_2(name) quick_##name(argument(0), argument(1))
#define BATT_QUICK_3(name) quick_##name(argument(0), argument(1), argument(2))
#define OP(name, arity, bodies, ...) BATT_IF_QUICK_##bodies(case Quick::op_##name : return BATT_QUICK_##arity(name);)
#include "dsl_kernels/ops.def"
#undef OP
#undef BATT_QUICK_1
#undef BATT_QUICK_2
#undef BATT_QUICK_3
  }
  return quick::not_this_case();
}

}  // namespace batt
