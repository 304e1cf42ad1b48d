// A function that is a value returns the same whether its calls wait on the C++ stack or in frames.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dsl_kernels/calls/nested_call.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/task/codec.h"

using namespace batt;

namespace {

Value op_named(const char* name) { return Value::op(static_cast<std::uint16_t>(*find_op(name))); }

std::string text_of(Value value) {
  if (value.is_error()) return std::string(to_string(value.exception()));
  return value.is_function() ? "a function" : encode(value).dump();
}

Value tuple_of(Context& context, const std::vector<Value>& items) {
  return make_tuple(context, items.data(), items.size());
}

/// Both ways in one context; checks that they agree, and returns what they return.
std::string call_both_ways(Context& context, Value function, const std::vector<Value>& arguments) {
  const std::string nested = text_of(call_nested(context, function, arguments.data(), arguments.size()));
  CHECK(nested == text_of(call_by_frames(context, function, arguments.data(), arguments.size())));
  return nested;
}

}  // namespace

TEST_CASE("calls on the stack and in frames agree") {
  const ErrorMode mode = GENERATE(ErrorMode::Safe, ErrorMode::Raw);
  Context context(mode);
  const Value add = op_named("add"), size = op_named("size"), identity = op_named("identity");
  const Value number = Value::integer(3), pair = Value::pair(4, -7), none = Value::none();
  const Value row = tuple_of(context, {Value::integer(5), Value::integer(2), Value::integer(9), Value::integer(2)});
  const Value rows = tuple_of(context, {row, pair});
  const Value add_3 = op_rbind(context, add, number);
  const bool is_safe = mode == ErrorMode::Safe;

  SECTION("combinators") {
    CHECK(call_both_ways(context, add_3, {number}) == "6");
    CHECK(call_both_ways(context, op_lbind(context, op_named("subtract"), number), {pair}) == "[-1,10]");
    CHECK(call_both_ways(context, op_compose(context, add_3, size), {row}) == "7");
    CHECK(call_both_ways(context, op_chain(context, add_3, add_3, size), {row}) == "10");
    CHECK(call_both_ways(context, op_fork(context, add, size, op_named("maximum")), {row}) == "13");
    CHECK(call_both_ways(context, op_matcher(context, size, Value::integer(4)), {row}) == "true");
    const Value branch_if = op_lbind(context, op_named("branch"), Value::boolean(true));
    CHECK(call_both_ways(context, branch_if, {pair, row}) == "[4,-7]");
    CHECK(call_both_ways(context, op_rbind(context, branch_if, row), {number}) == "3");
  }
  SECTION("loops over functions, and functions over loops") {
    const Value apply_size = op_lbind(context, op_named("apply"), size);
    CHECK(call_both_ways(context, apply_size, {rows}) == "[4,2]");
    CHECK(call_both_ways(context, op_lbind(context, op_named("apply"), apply_size),
                         {tuple_of(context, {rows, rows})}) == "[[4,2],[4,2]]");
    CHECK(call_both_ways(context, op_named("papply"), {add, row, row}) == "[10,4,18,4]");
    CHECK(call_both_ways(context, op_named("rapply"), {tuple_of(context, {size, identity}), pair}) == "[2,[4,-7]]");
    CHECK(call_both_ways(context, op_named("order"), {row, none}) == "[2,2,5,9]");
    CHECK(call_both_ways(context, op_named("valmax"), {row, none}) == (is_safe ? "0" : "TypeError"));
    CHECK(call_both_ways(context, op_named("order"), {rows, size}) == "[[4,-7],[5,2,9,2]]");
  }
  SECTION("what is no function, and the wrong number of arguments") {
    CHECK(call_both_ways(context, number, {number}) == "TypeError");
    CHECK(call_both_ways(context, add_3, {number, number}) == "TypeError");
    CHECK(call_both_ways(context, size, {row, row}) == (is_safe ? "0" : "TypeError"));
    CHECK(call_both_ways(context, op_named("get_nth_by_key_t"), {row, Value::integer(0)}) == "2");
    CHECK(call_both_ways(context, op_compose(context, number, size), {row}) == "TypeError");
    CHECK(call_both_ways(context, op_compose(context, op_named("even"), identity), {row}) ==
          (is_safe ? "false" : "TypeError"));
  }
  SECTION("deep functions") {
    Value deep = add_3;
    for (int k = 0; k < 60; ++k)
      deep = k % 2 == 0 ? op_compose(context, deep, add_3) : op_compose(context, add_3, deep);
    CHECK(call_both_ways(context, deep, {number}) == "186");
  }
}
