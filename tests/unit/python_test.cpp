// Python's operations on values where C++ would do something else.
#include <catch2/catch.hpp>
#include <cmath>

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/python/python.h"
#include "runtime/task/codec.h"

namespace {

using namespace batt;

Value integer(std::int64_t i) { return Value::integer(i); }

std::uint64_t hash(Value v) {
  Context context;
  std::uint64_t h = 0;
  REQUIRE(hash_of(context, v, h));
  return h;
}

TEST_CASE("numbers hash alike where they are equal", "[hash]") {
  CHECK(hash(integer(1)) == hash(Value::boolean(true)));
  CHECK(hash(integer(1)) == hash(Value::real(1.0)));
  CHECK(hash(integer(-1)) == hash(integer(-2)));
  CHECK(hash(Value::infinity()) == 314159);
  CHECK(hash(Value::real(0.5)) == (std::uint64_t{1} << 60));
  CHECK(hash(Value::real(-2.0)) == hash(integer(-2)));
  CHECK(hash(integer((std::int64_t{1} << 61) - 1)) == 0);
  CHECK(hash(integer(std::numeric_limits<std::int64_t>::min())) == static_cast<std::uint64_t>(-4));
}

TEST_CASE("tuples and frozensets hash as CPython hashes them", "[hash]") {
  Context context;
  CHECK(hash(Value::empty_tuple()) == 5740354900026072187ull);
  CHECK(hash(Value::pair(0, 1)) == 16496245626129029056ull);
  CHECK(hash(Value::empty_set()) == 133146708735736ull);
}

TEST_CASE("division rounds down and the remainder takes the divisor's sign", "[arithmetic]") {
  Context context;
  CHECK(floor_divide(context, integer(-7), integer(2)).as_int() == -4);
  CHECK(modulo(context, integer(-7), integer(2)).as_int() == 1);
  CHECK(modulo(context, integer(7), integer(-2)).as_int() == -1);
  CHECK(floor_divide(context, integer(1), integer(0)).exception() == Exception::ZeroDivisionError);
  CHECK(floor_divide(context, Value::real(-7.5), integer(2)).as_real() == -4.0);
  CHECK(modulo(context, Value::real(-7.5), integer(2)).as_real() == 0.5);
}

TEST_CASE("an int past 64 bits is a limit and never wraps", "[arithmetic]") {
  Context context;
  const Value big = integer(std::numeric_limits<std::int64_t>::max());
  const Value small = integer(std::numeric_limits<std::int64_t>::min());
  CHECK_THROWS_AS(add(context, big, integer(1)), LimitExceeded);
  CHECK_THROWS_AS(multiply(context, big, integer(2)), LimitExceeded);
  CHECK_THROWS_AS(negate(context, small), LimitExceeded);
  CHECK_THROWS_AS(floor_divide(context, small, integer(-1)), LimitExceeded);
}

TEST_CASE("nan is itself, and equal to nothing", "[compare]") {
  Context context;
  const Value nan = Value::nan();
  CHECK_FALSE(equal(context, nan, nan));
  CHECK(same_or_equal(context, nan, nan));
  const Value other = subtract(context, Value::infinity(), Value::infinity());
  CHECK(std::isnan(other.as_real()));
  CHECK_FALSE(same_or_equal(context, nan, other));
  CHECK(equal(context, make_pair(context, nan, nan), make_pair(context, nan, nan)));
}

TEST_CASE("sets compare by inclusion and different kinds not at all", "[compare]") {
  Context context;
  const Value one = make_singleton(context, integer(1)), two = make_singleton(context, integer(2));
  CHECK_FALSE(less(context, one, two).as_bool());
  CHECK_FALSE(greater(context, one, two).as_bool());
  CHECK(less(context, Value::empty_set(), one).as_bool());
  CHECK(less(context, one, integer(1)).is_error());
  CHECK(less(context, Value::pair(1, 2), Value::pair(1, 3)).as_bool());
  CHECK(less(context, Value::pair(1, 2), Value::cell(1, 2, 0)).as_bool());
}

TEST_CASE("tuples are packed, and cannot be told from plain ones", "[value]") {
  Context context;
  const Value items[] = {integer(3), integer(1), integer(2), integer(7)};
  const Value row = make_tuple(context, items, 4);
  CHECK(row.is_row());
  const Value rows[] = {row, row};
  const Value grid = make_tuple(context, rows, 2);
  REQUIRE(grid.is_grid());
  const Value plain = Value::plain_tuple(context.arena().copy(rows, 2), 2);
  CHECK(equal(context, grid, plain));
  CHECK(hash(grid) == hash(plain));
  CHECK(equal(context, grid.item(1), row));
  const Value mixed[] = {Value::boolean(true), integer(2)};
  CHECK(equal(context, make_tuple(context, mixed, 2), Value::pair(1, 2)));
}

TEST_CASE("slices clamp and go backwards", "[subscript]") {
  Context context;
  const Value items[] = {integer(10), integer(11), integer(12), integer(13)};
  const Value row = make_tuple(context, items, 4);
  CHECK(slice(context, row, integer(1), integer(-1)).same_as(Value::pair(11, 12)));
  CHECK(slice(context, row, integer(-99), integer(99)).tuple_size() == 4);
  CHECK(slice(context, row, integer(3), integer(1)).is_empty_tuple());
  CHECK(reversed_slice(context, row).item(0).as_int() == 13);
  CHECK(subscript(context, row, -1).as_int() == 13);
  CHECK(subscript(context, row, 4).exception() == Exception::IndexError);
}

TEST_CASE("floats are spelled as repr spells them", "[codec]") {
  CHECK(repr(2.0) == "2.0");
  CHECK(repr(-0.5) == "-0.5");
  CHECK(repr(1e16) == "1e+16");
  CHECK(repr(1e-5) == "1e-05");
  CHECK(repr(1e15) == "1000000000000000.0");
  CHECK(repr(0.0001) == "0.0001");
}

TEST_CASE("runaway programs end at a limit of their own", "[limits]") {
  Context context(ErrorMode::Raw, {.seconds = 0, .memory = std::size_t{1} << 20});
  const Value huge = integer(1'000'000'000);
  CHECK_THROWS_AS(op_canvas(context, integer(0), Value::pair(1'000'000'000, 1'000'000'000)), LimitExceeded);
  CHECK_THROWS_AS(op_repeat(context, integer(0), huge), LimitExceeded);
  CHECK_THROWS_AS(op_interval(context, integer(0), huge, integer(1)), LimitExceeded);
  context.set_limits({.seconds = 0, .memory = std::size_t{1} << 30, .steps = 1000});
  CHECK_THROWS_AS(op_interval(context, integer(0), integer(100'000), integer(1)), LimitExceeded);
}

}  // namespace
