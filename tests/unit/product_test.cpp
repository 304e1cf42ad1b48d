// product() tells pairs by their parts; the checked path makes all pairs and puts them into a set one by one.
#include <catch2/catch.hpp>

#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "dsl_kernels/op_bodies.h"
#include "runtime/task/codec.h"
#include "runtime/value/build.h"

namespace {

using namespace batt;

Value tuple_of(Context& context, const std::vector<Value>& items) {
  return make_tuple(context, items.data(), items.size());
}

/// Among them some that are equal and do not look alike, some whose hash CPython does not fix, and one that has none.
std::vector<Value> some_values(Context& context) {
  const Value inner[] = {Value::integer(1), Value::real(2.0)};
  std::vector<Value> values{Value::integer(1),
                            Value::boolean(true),
                            Value::real(1.0),
                            Value::integer(0),
                            Value::boolean(false),
                            Value::integer(1 << 20),
                            Value::pair(1, 2),
                            make_tuple(context, inner, 2),
                            Value::cell(1, 2, 3),
                            Value::none(),
                            Value::nan(),
                            context.real(Value::nan().as_real()),
                            Value::op(3),
                            Value::empty_set(),
                            make_set(context, inner, 2)};
  const std::int8_t numbers[] = {1, 2, 3, 4, 1, 2, 3, 4};
  const std::int8_t* const bytes = context.arena().copy(numbers, std::size(numbers));
  values.push_back(make_row(context, bytes, 4));
  values.push_back(make_row(context, bytes + 4, 4));
  values.push_back(make_grid(context, bytes, 2, 4));
  values.push_back(tuple_of(context, {values[9], values[10], values[12]}));
  values.push_back(Value::list(nullptr, 0));
  return values;
}

Value some_container(Context& context, const std::vector<Value>& values, std::mt19937_64& random) {
  std::vector<Value> items;
  // The last one, a list, only now and then: no pair with it has a hash.
  const std::size_t count = random() % 7, most = values.size() - (random() % 8 == 0 ? 0 : 1);
  for (std::size_t k = 0; k < count; ++k) items.push_back(values[random() % most]);
  const Value tuple = tuple_of(context, items);
  if (random() % 3 != 0) return tuple;
  const Value set = make_set(context, items.data(), items.size());
  return set.is_error() ? tuple : set;
}

std::string product(Context& context, BodyPolicy bodies, Value a, Value b) {
  context.set_body_policy(bodies);
  const Value made = op_product(context, a, b);
  return made.is_error() ? std::string(to_string(made.exception())) : encode(made).dump();
}

}  // namespace

TEST_CASE("products of containers that repeat items are those of CPython's sets") {
  std::mt19937_64 random(7);
  for (int round = 0; round < 3000; ++round) {
    Context context(ErrorMode::Raw);
    const std::vector<Value> values = some_values(context);
    const Value a = some_container(context, values, random), b = some_container(context, values, random);
    INFO(encode(a).dump() << " x " << encode(b).dump());
    REQUIRE(product(context, BodyPolicy::Fast, a, b) == product(context, BodyPolicy::Checked, a, b));
  }
}
