// Lines between pairs of locations without calls, against a set to which each pair's line is added.
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "dsl_kernels/connected_pairs.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/task/codec.h"
#include "runtime/value/set.h"

using namespace batt;

namespace {

Value random_cells(Context& context, std::mt19937& random, int side) {
  std::vector<Cell> cells(1 + random() % 40);
  for (Cell& cell : cells)
    cell = {static_cast<int>(random() % static_cast<unsigned>(side)) - 3,
            static_cast<int>(random() % static_cast<unsigned>(side)) - 2};
  return make_cell_set(context, Packing::Locations, cells.data(), cells.size());
}

Value lines_by_calls(Context& context, Value a, Value b) {
  std::vector<Value> lines;
  for (std::uint32_t other = 0; other < b.set().size; ++other)
    for (std::uint32_t k = 0; k < a.set().size; ++k)
      lines.push_back(connect_general(context, a.set().at(k), b.set().at(other)));
  return make_set(context, lines.data(), lines.size());
}

}  // namespace

TEST_CASE("lines of all pairs of two sets are those of connect, in its order") {
  std::mt19937 random(21);
  Context context(ErrorMode::Raw);
  int taken = 0;
  for (int round = 0; round < 300; ++round) {
    context.reset();
    const int side = 2 + round % 40;
    const Value a = random_cells(context, random, side);
    const Value others = random_cells(context, random, side);
    const Value b = round % 3 == 0 ? a : round % 3 == 1 ? others : set_union(context, others.set(), a.set());
    Value lines;
    if (!connect_pairs(context, a, b, lines)) continue;
    ++taken;
    INFO(encode(a).dump() << " " << encode(b).dump());
    const Value expected = lines_by_calls(context, a, b);
    REQUIRE(lines.set().get_hash() == expected.set().get_hash());
    REQUIRE(encode(lines) == encode(expected));
    for (std::uint32_t k = 0; k < lines.set().size; ++k) REQUIRE(lines.set().hashes()[k] == expected.set().hashes()[k]);
  }
  CHECK(taken > 150);
}

TEST_CASE("lines between the ends of pairs are those of connect, in the order of the pairs") {
  std::mt19937 random(22);
  Context context(ErrorMode::Raw);
  int taken = 0;
  for (int round = 0; round < 300; ++round) {
    context.reset();
    const Value a = random_cells(context, random, 2 + round % 40);
    const Value b = round % 2 == 0 ? a : random_cells(context, random, 2 + round % 40);
    const Value pairs = op_product(context, a, b);
    Value lines;
    if (!connect_ends(context, pairs, lines)) continue;
    ++taken;
    std::vector<Value> expected_lines;
    for (std::uint32_t k = 0; k < pairs.set().size; ++k) {
      const Value ends = pairs.set().at(k);
      expected_lines.push_back(connect_general(context, ends.item(0), ends.item(1)));
    }
    INFO(encode(a).dump() << " " << encode(b).dump());
    REQUIRE(encode(lines) == encode(make_set(context, expected_lines.data(), expected_lines.size())));
  }
  CHECK(taken > 150);
}
