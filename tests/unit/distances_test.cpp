// Distances of packed patches, sets and tuples, against the general way.
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "dsl_kernels/op_bodies.h"
#include "runtime/task/codec.h"
#include "runtime/value/build.h"
#include "runtime/value/set.h"

using namespace batt;

namespace {

Value random_patch(Context& context, std::mt19937& random, int most, int span, bool as_set) {
  const bool has_colors = random() % 2 == 0;
  std::vector<Value> cells;
  for (int left = 1 + static_cast<int>(random() % static_cast<unsigned>(most)); left != 0; --left) {
    const int i = static_cast<int>(random() % static_cast<unsigned>(span)) - 3;
    const int j = static_cast<int>(random() % static_cast<unsigned>(span)) - 5;
    cells.push_back(has_colors ? Value::cell(i, j, left % 9) : Value::pair(i, j));
  }
  return as_set ? make_set(context, cells.data(), cells.size()) : make_tuple(context, cells.data(), cells.size());
}

}  // namespace

TEST_CASE("distances of packed patches are those of the general way") {
  std::mt19937 random(17);
  Context context(ErrorMode::Raw);
  int sets = 0, tuples = 0;
  for (int round = 0; round < 1500; ++round) {
    context.reset();
    const int span = 8 + round % 60;
    const Value a = random_patch(context, random, round % 4 == 0 ? 4 : 60, span, round % 3 != 0);
    const Value b = random_patch(context, random, round % 5 == 0 ? 90 : 12, span, round % 3 != 1);
    INFO(encode(a).dump() << " " << encode(b).dump());
    const Value distance = manhattan_packed(context, a, b), adjacent = adjacent_packed(context, a, b);
    if (distance.is_declined()) continue;
    ++(a.is_set() && b.is_set() ? sets : tuples);
    REQUIRE(encode(distance) == encode(manhattan_general(context, a, b)));
    REQUIRE(encode(adjacent) == encode(adjacent_general(context, a, b)));
  }
  CHECK(sets > 300);
  CHECK(tuples > 300);
}
