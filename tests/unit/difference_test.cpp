// type(a)(e for e in a if e not in b), for long sequences: they are looked up by hash, short ones compared.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "dsl_kernels/op_bodies.h"
#include "runtime/python/python.h"
#include "runtime/task/codec.h"

namespace {

using namespace batt;

/// Values of which some equal others in another form, nan among them, which equals itself alone.
std::vector<Value> pool(Context& context) {
  const Value mixed[] = {Value::boolean(true), Value::integer(2)};
  const Value row[] = {Value::integer(1), Value::integer(2), Value::integer(3), Value::integer(4)};
  std::vector<Value> values = {Value::none(),
                               Value::boolean(true),
                               Value::real(1.0),
                               Value::real(0.5),
                               Value::nan(),
                               subtract(context, Value::infinity(), Value::infinity()),
                               Value::pair(1, 2),
                               make_tuple(context, mixed, 2),
                               Value::cell(1, 2, 3),
                               make_tuple(context, row, 4),
                               Value::plain_tuple(context.arena().copy(row, 4), 4),
                               make_singleton(context, Value::pair(1, 2)),
                               make_singleton(context, make_tuple(context, mixed, 2)),
                               make_text(context, "ab")};
  for (int k = 0; k < 12; ++k) values.push_back(Value::integer(k));
  for (int k = 0; k < 12; ++k) values.push_back(Value::pair(k, k + 1));
  return values;
}

Value draw(Context& context, std::mt19937& generator, const std::vector<Value>& values) {
  std::vector<Value> items(generator() % 60);
  for (Value& item : items) item = values[generator() % values.size()];
  return make_tuple(context, items.data(), items.size());
}

TEST_CASE("differences of long sequences are those of their comparisons") {
  std::mt19937 generator(7);
  Context context;
  std::vector<Value> values = pool(context);
  for (int round = 0; round < 400; ++round) {
    // A list has no hash.
    if (round == 200) {
      const Value one[] = {Value::integer(1)};
      values.push_back(Value::list(context.arena().copy(one, 1), 1));
    }
    const Value a = draw(context, generator, values), b = draw(context, generator, values);
    std::vector<Value> expected;
    for (std::int32_t k = 0; k < a.tuple_size(); ++k)
      if (!contains(context, b, a.item(k)).as_bool()) expected.push_back(a.item(k));
    const Value result = difference_tuple_general(context, a, b);
    REQUIRE(encode(context, result) == encode(context, make_tuple(context, expected.data(), expected.size())));
  }
}

}  // namespace
