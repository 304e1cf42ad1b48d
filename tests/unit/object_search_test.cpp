// The three ways to search a grid for objects find the same ones, with their cells in the same order.
#include <catch2/catch.hpp>
#include <random>

#include "batt/build.h"
#include "batt/python.h"
#include "dsl_kernels/checked/object_search.h"

namespace {

using namespace batt;

/// A grid of blobs: each cell likes the colour of the one before it or above it.
Value random_grid(Context& context, std::mt19937& random, int height, int width, int colors, int first_color) {
  auto* bytes = context.arena().allocate<std::int8_t>(static_cast<std::size_t>(height * width));
  for (int k = 0; k < height * width; ++k) {
    const unsigned choice = random() % 8;
    if (choice < 3 && k > 0)
      bytes[k] = bytes[k - 1];
    else if (choice < 6 && k >= width)
      bytes[k] = bytes[k - width];
    else
      bytes[k] = static_cast<std::int8_t>(first_color + static_cast<int>(random() % static_cast<unsigned>(colors)));
  }
  return make_grid(context, bytes, height, width);
}

bool same_order(Value a, Value b) {
  if (!a.is_set()) return equal(a, b);
  if (!b.is_set() || a.set().size != b.set().size || a.set().mask() != b.set().mask()) return false;
  for (std::uint32_t k = 0; k < a.set().size; ++k)
    if (!same_order(a.set().at(k), b.set().at(k))) return false;
  return true;
}

TEST_CASE("every search for objects finds the same") {
  std::mt19937 random(5);
  for (int round = 0; round < 600; ++round) {
    Context context;
    ArenaScope scope(context.scratch());
    const int side = round % 3 == 0 ? 45 : 30;
    const int height = 1 + static_cast<int>(random() % static_cast<unsigned>(side)),
              width = 1 + static_cast<int>(random() % static_cast<unsigned>(side));
    const int colors = 1 + static_cast<int>(random() % 4), first_color = round % 4 == 1 ? -2 : 0;
    const Value grid = random_grid(context, random, height, width, colors, first_color);
    const ObjectKind kind{(round & 1) != 0, (round & 2) != 0, (round & 4) != 0};
    const Value found = search_objects(context, grid, kind);
    CHECK(same_order(search_byte_objects(context, grid, kind), found));
    if (has_components(grid))
      CHECK(same_order(objects_from_components(context, find_components(context, grid, kind)), found));
  }
}

}  // namespace
