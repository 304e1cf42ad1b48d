#include <algorithm>
#include <cmath>

#include "runtime/python/python.h"

namespace batt {
namespace {

[[noreturn]] BATT_HD void integer_limit() { stop(Limit::Integer); }

// The compiler's own checks do not exist on the device.
BATT_HD bool add_overflows(std::int64_t a, std::int64_t b, std::int64_t& sum) {
  sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  return ((a ^ sum) & (b ^ sum)) < 0;
}
BATT_HD bool subtract_overflows(std::int64_t a, std::int64_t b, std::int64_t& difference) {
  difference = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
  return ((a ^ b) & (a ^ difference)) < 0;
}
BATT_HD bool multiply_overflows(std::int64_t a, std::int64_t b, std::int64_t& product) {
  product = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  constexpr std::int64_t half = std::int64_t{1} << 31;
  if (a >= -half && a < half && b >= -half && b < half) return false;
  if (a == 0 || b == 0) return false;
  if ((a == -1 && b == std::numeric_limits<std::int64_t>::min()) ||
      (b == -1 && a == std::numeric_limits<std::int64_t>::min()))
    return true;
  return product / b != a;
}

BATT_HD double to_real(Value number) {
  return number.is_float() ? number.as_real() : static_cast<double>(number.as_int());
}

BATT_HD bool both_int(Value a, Value b) { return a.is_int() && b.is_int(); }
BATT_HD bool both_numbers(Value a, Value b) { return a.is_number() && b.is_number(); }

/// a + b of two tuples, lists or texts.
BATT_HD Value concatenate(Context& context, Value a, Value b) {
  if (a.is_text()) {
    std::string_view x = a.text().view(), y = b.text().view();
    char* bytes = context.arena().allocate<char>(x.size() + y.size());
    std::copy(y.begin(), y.end(), std::copy(x.begin(), x.end(), bytes));
    return make_text(context, {bytes, x.size() + y.size()});
  }
  // Python gives back an exact tuple itself where the other one is empty.
  if (a.is_exact_tuple() && b.is_exact_tuple()) {
    if (b.tuple_size() == 0) return a;
    if (a.tuple_size() == 0) return b;
  }
  if (a.is_row() && b.is_row()) {
    const auto size_a = static_cast<std::size_t>(a.tuple_size()), size_b = static_cast<std::size_t>(b.tuple_size());
    auto* ints = context.arena().allocate<std::int8_t>(size_a + size_b);
    std::copy_n(b.bytes(), size_b, std::copy_n(a.bytes(), size_a, ints));
    const bool fits = size_a + size_b >= 4 && size_a + size_b <= most_packed_ints;
    return fits ? Value::row_of(ints, a.tuple_size() + b.tuple_size()) : make_row(context, ints, size_a + size_b);
  }
  ScratchVector items(context);
  for (std::int32_t k = 0; k < a.tuple_size(); ++k) items.push(a.item(k));
  for (std::int32_t k = 0; k < b.tuple_size(); ++k) items.push(b.item(k));
  return a.is_list() ? make_like(context, a, items) : make_tuple(context, items);
}

/// sequence * times.
BATT_HD Value repeat(Context& context, Value sequence, std::int64_t times) {
  const std::int64_t size = length(sequence).as_int();
  if (times <= 0 || size == 0) return sequence.is_okt() ? Value::empty_tuple() : empty_like(sequence);
  if (times == 1 && !sequence.is_okt() && !sequence.is_list()) return sequence;
  if (times > (std::int64_t{1} << 40) / size) stop(Limit::Memory);
  context.charge(static_cast<std::uint64_t>(size * times));
  if (sequence.is_text()) {
    const std::string_view bytes = sequence.text().view();
    char* repeated = context.arena().allocate<char>(bytes.size() * static_cast<std::size_t>(times));
    char* end = repeated;
    for (std::int64_t k = 0; k < times; ++k) end = std::copy(bytes.begin(), bytes.end(), end);
    return make_text(context, {repeated, end});
  }
  ScratchVector items(context);
  for (std::int64_t k = 0; k < times; ++k)
    for (std::int32_t part = 0; part < size; ++part) items.push(sequence.item(part));
  return sequence.is_list() ? make_like(context, sequence, items) : make_tuple(context, items);
}

BATT_HD bool is_sequence(Value v) { return v.is_tuple() || v.is_list() || v.is_text(); }

BATT_HD std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  if (a == std::numeric_limits<std::int64_t>::min() && b == -1) integer_limit();
  const std::int64_t quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

BATT_HD std::int64_t floor_remainder(std::int64_t a, std::int64_t b) {
  if (b == -1) return 0;
  const std::int64_t remainder = a % b;
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

struct FloatDivision {
  double floor;
  double remainder;
};

/// divmod() of floats as CPython computes it.
BATT_HD FloatDivision divide_floats(double a, double b) {
  double remainder = std::fmod(a, b);
  double quotient = (a - remainder) / b;
  if (remainder != 0) {
    if ((b < 0) != (remainder < 0)) {
      remainder += b;
      quotient -= 1.0;
    }
  } else {
    remainder = std::copysign(0.0, b);
  }
  if (quotient == 0) return {std::copysign(0.0, a / b), remainder};
  double floor = std::floor(quotient);
  if (quotient - floor > 0.5) floor += 1.0;
  return {floor, remainder};
}

}  // namespace

BATT_HD Value add(Context& context, Value a, Value b) {
  if (both_int(a, b)) {
    std::int64_t sum;
    if (add_overflows(a.as_int(), b.as_int(), sum)) integer_limit();
    return Value::integer(sum);
  }
  if (both_numbers(a, b)) return context.real(to_real(a) + to_real(b));
  if ((a.is_tuple() && b.is_tuple()) || (a.is_list() && b.is_list()) || (a.is_text() && b.is_text()))
    return concatenate(context, a, b);
  return type_error();
}

BATT_HD Value subtract(Context& context, Value a, Value b) {
  if (both_int(a, b)) {
    std::int64_t difference;
    if (subtract_overflows(a.as_int(), b.as_int(), difference)) integer_limit();
    return Value::integer(difference);
  }
  if (both_numbers(a, b)) return context.real(to_real(a) - to_real(b));
  if (a.is_set() && b.is_set()) return set_difference(context, a.set(), b.set());
  return type_error();
}

BATT_HD Value multiply(Context& context, Value a, Value b) {
  if (both_int(a, b)) {
    std::int64_t product;
    if (multiply_overflows(a.as_int(), b.as_int(), product)) integer_limit();
    return Value::integer(product);
  }
  if (both_numbers(a, b)) return context.real(to_real(a) * to_real(b));
  if (is_sequence(a) && b.is_int()) return repeat(context, a, b.as_int());
  if (a.is_int() && is_sequence(b)) return repeat(context, b, a.as_int());
  return type_error();
}

BATT_HD Value floor_divide(Context& context, Value a, Value b) {
  if (!both_numbers(a, b)) return type_error();
  if (to_real(b) == 0) return Value::error(Exception::ZeroDivisionError);
  if (both_int(a, b)) return Value::integer(floor_quotient(a.as_int(), b.as_int()));
  return context.real(divide_floats(to_real(a), to_real(b)).floor);
}

BATT_HD Value modulo(Context& context, Value a, Value b) {
  // 'text' % x formats. Without a conversion in the text that is a TypeError; with one it is not of the DSL.
  if (a.is_text()) {
    if (a.text().view().find('%') != std::string_view::npos) stop(Limit::Steps);
    return b.is_empty_tuple() ? a : type_error();
  }
  if (!both_numbers(a, b)) return type_error();
  if (to_real(b) == 0) return Value::error(Exception::ZeroDivisionError);
  if (both_int(a, b)) return Value::integer(floor_remainder(a.as_int(), b.as_int()));
  return context.real(divide_floats(to_real(a), to_real(b)).remainder);
}

BATT_HD Value negate(Context& context, Value a) {
  if (a.is_int()) return subtract(context, Value::integer(0), a);
  return a.is_float() ? context.real(-a.as_real()) : type_error();
}

BATT_HD Value absolute(Context& context, Value a) {
  if (a.is_int()) return a.as_int() < 0 ? negate(context, a) : Value::integer(a.as_int());
  return a.is_float() ? context.real(std::fabs(a.as_real())) : type_error();
}

BATT_HD Value bit_and(Context& context, Value a, Value b) {
  if (a.is_set() && b.is_set()) return set_intersection(context, a.set(), b.set());
  if (a.is_bool() && b.is_bool()) return Value::boolean(a.as_bool() && b.as_bool());
  return both_int(a, b) ? Value::integer(a.as_int() & b.as_int()) : type_error();
}

BATT_HD Value bit_or(Context& context, Value a, Value b) {
  if (a.is_set() && b.is_set()) return set_union(context, a.set(), b.set());
  if (a.is_bool() && b.is_bool()) return Value::boolean(a.as_bool() || b.as_bool());
  return both_int(a, b) ? Value::integer(a.as_int() | b.as_int()) : type_error();
}

}  // namespace batt
