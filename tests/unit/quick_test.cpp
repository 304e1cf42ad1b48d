// The quick cases of ops return what the ops' bodies do, for whatever is their case.
#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/quick.h"
#include "runtime/task/codec.h"
#include "runtime/value/build.h"

using namespace batt;

namespace {

constexpr std::int32_t small_max = std::numeric_limits<std::int32_t>::max(),
                       small_min = std::numeric_limits<std::int32_t>::min();

/// Values of every kind, with ints at the ends of what pairs hold.
std::vector<Value> make_pool(Context& context) {
  std::vector<Value> pool;
  for (const std::int64_t i : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{2}, std::int64_t{-2},
                               std::int64_t{3}, std::int64_t{-3}, std::int64_t{small_max}, std::int64_t{small_min},
                               std::int64_t{small_max} + 1, std::int64_t{1} << 40})
    pool.push_back(Value::integer(i));
  const std::int32_t parts[] = {0, 1, -1, 7, small_max, small_min};
  for (const std::int32_t i : parts)
    for (const std::int32_t j : parts) pool.push_back(Value::pair(i, j));
  const Value ints[] = {Value::integer(4), Value::integer(5), Value::integer(6), Value::integer(7)};
  const Value mixed[] = {Value::pair(1, 2), Value::boolean(true), Value::empty_tuple()};
  const Value cells[] = {Value::cell(0, 1, 2), Value::cell(1, 1, 3)};
  pool.insert(pool.end(), {Value::cell(1, 2, 3), Value::cell(small_min, small_max, -1), Value::empty_tuple(),
                           Value::empty_set(), Value::none(), Value::boolean(true), Value::boolean(false),
                           Value::real(0.5), Value::nan(), Value::op(0)});
  pool.push_back(make_tuple(context, ints, 1));
  pool.push_back(make_tuple(context, ints, 4));
  pool.push_back(make_tuple(context, mixed, 3));
  pool.push_back(make_set(context, ints, 3));
  pool.push_back(make_set(context, cells, 2));
  pool.push_back(Value::list(pool.data(), 2));
  return pool;
}

}  // namespace

TEST_CASE("quick cases answer what the bodies do", "[quick]") {
  Context context(ErrorMode::Raw);
  const std::vector<Value> pool = make_pool(context);
  const auto check = [&](OpId op, const std::vector<Value>& arguments, int& answered) {
    const QuickResult quick = call_quick(find_quick(op), [&](std::size_t k) { return arguments[k]; });
    if (!quick.applies()) return;
    const Value answer = quick.value();
    ++answered;
    const Value expected = dispatch_general(context, op, arguments.data());
    if (answer.same_as(expected)) return;
    INFO(op_info(op).name);
    for (const Value argument : arguments) UNSCOPED_INFO(encode(argument).dump());
    CHECK(encode(answer) == encode(expected));
    CHECK(answer.kind() == expected.kind());
  };
  const auto check_all = [&](OpId op, int arity) {
    int answered = 0;
    for (const Value a : pool) {
      if (arity == 1) check(op, {a}, answered);
      for (const Value b : pool) {
        if (arity == 2) check(op, {a, b}, answered);
        if (arity == 3) check(op, {a, b, Value::integer(9)}, answered);
        if (arity < 2) break;
      }
    }
    INFO(op_info(op).name);
    CHECK(answered > 0);
  };
  for (std::size_t k = 0; k < op_count; ++k)
    if (op_info(static_cast<OpId>(k)).bodies == Bodies::QuickAndGeneral)
      check_all(static_cast<OpId>(k), op_info(static_cast<OpId>(k)).arity);
}

TEST_CASE("quick cases that go part by part make of pairs what they make of the parts", "[quick]") {
  Context context(ErrorMode::Raw);
  const std::vector<Value> pool = make_pool(context);
  const auto part_of = [](Value value, bool first) {
    return value.is_pair() ? Value::integer(first ? value.i() : value.j()) : value;
  };
  const auto check = [&](Quick quick, Value a, Value b) {
    if (!a.is_pair() || !(b.is_pair() || quick::is_small(b))) return;
    const auto made_of = [quick](Value x, Value y) {
      return call_quick(quick, [x, y](std::size_t k) { return k == 0 ? x : y; });
    };
    const QuickResult whole = made_of(a, b);
    if (!whole.applies()) return;
    REQUIRE(whole.value().is_pair());
    CHECK(made_of(part_of(a, true), part_of(b, true)).value().as_int() == whole.value().i());
    CHECK(made_of(part_of(a, false), part_of(b, false)).value().as_int() == whole.value().j());
  };
  for (std::size_t k = 0; k < op_count; ++k) {
    const Quick quick = find_quick(static_cast<OpId>(k));
    if (!is_partwise(quick)) continue;
    INFO(op_info(static_cast<OpId>(k)).name);
    for (const Value a : pool)
      for (const Value b : pool) {
        check(quick, a, b);
        if (op_info(static_cast<OpId>(k)).arity == 2 && quick::is_small(a) && b.is_pair())
          CHECK(call_quick(quick, [&](std::size_t n) { return n == 0 ? a : part_of(b, true); }).applies());
      }
  }
}
