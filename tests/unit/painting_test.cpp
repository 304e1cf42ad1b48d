// Grids painted on by tuples of cells that are no rows of bytes, against the general way.
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "dsl_kernels/op_bodies.h"
#include "runtime/task/codec.h"
#include "runtime/value/build.h"

using namespace batt;

namespace {

Value random_grid(Context& context, std::mt19937& random, int height, int width) {
  auto* bytes = context.arena().allocate<std::int8_t>(static_cast<std::size_t>(height * width));
  for (int k = 0; k < height * width; ++k) bytes[k] = static_cast<std::int8_t>(random() % 4);
  return make_grid(context, bytes, height, width);
}

/// Among them one that is far away, so that they are no rows of a grid.
Value random_list(Context& context, std::mt19937& random, bool has_colors) {
  std::vector<Value> items;
  for (std::size_t k = 0; k < 1 + random() % 60; ++k) {
    const int i = static_cast<int>(random() % 14) - 2, j = static_cast<int>(random() % 14) - 2;
    items.push_back(has_colors ? Value::cell(i, j, static_cast<int>(random() % 6)) : Value::pair(i, j));
  }
  items[random() % items.size()] = has_colors ? Value::cell(3, 1 << 20, 1) : Value::pair(-500, 3);
  return make_tuple(context, items.data(), items.size());
}

}  // namespace

TEST_CASE("tuples of cells that lie far off paint as in the general way") {
  std::mt19937 random(3);
  Context context(ErrorMode::Raw);
  for (int round = 0; round < 200; ++round) {
    context.reset();
    const Value grid = random_grid(context, random, 1 + round % 12, 1 + round % 11), color = Value::integer(7);
    const Value cells = random_list(context, random, true), patch = random_list(context, random, round % 2 == 0);
    const auto same = [](Value a, Value b) {
      REQUIRE(!a.is_declined());
      REQUIRE(encode(a) == encode(b));
    };
    INFO(encode(grid).dump() << " " << encode(cells).dump() << " " << encode(patch).dump());
    same(paint_packed(context, grid, cells), paint_general(context, grid, cells));
    same(underpaint_packed(context, grid, cells), underpaint_general(context, grid, cells));
    same(fill_packed(context, grid, color, patch), fill_general(context, grid, color, patch));
    same(underfill_packed(context, grid, color, patch), underfill_general(context, grid, color, patch));
    same(cover_packed(context, grid, patch), cover_general(context, grid, patch));
  }
}
