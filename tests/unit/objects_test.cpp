// objects() on grids of bytes: the quick search by runs, its orders on demand and its tables against the general
// search, which goes level by level as the reference does. Small and large grids, few and many colours, all eight
// kinds.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>
#include <vector>

#include "dsl_kernels/object_search/object_tables.h"
#include "dsl_kernels/object_search/single_cells.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/task/codec.h"
#include "runtime/value/late_sets.h"

using namespace batt;

namespace {

/// Boxes of colours on a noisy ground.
Value random_grid(Context& context, std::mt19937& random, int height, int width, int colors, int first_color) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto color = [&] { return static_cast<std::int8_t>(first_color + below(colors)); };
  auto* bytes = context.arena().allocate<std::int8_t>(static_cast<std::size_t>(height * width));
  const int noise = below(4);
  for (int k = 0; k < height * width; ++k)
    bytes[k] = below(4) < noise ? color() : static_cast<std::int8_t>(first_color);
  for (int box = below(6); box > 0; --box) {
    const int top = below(height), left = below(width), bottom = top + below(height - top),
              right = left + below(width - left);
    const std::int8_t fill = color();
    for (int i = top; i <= bottom; ++i)
      for (int j = left; j <= right; ++j) bytes[i * width + j] = fill;
  }
  return make_grid(context, bytes, height, width);
}

void check_kinds(Context& context, Value grid) {
  for (int kind = 0; kind < 8; ++kind) {
    const Value univalued = Value::boolean(kind & 4), diagonal = Value::boolean(kind & 2),
                without_bg = Value::boolean(kind & 1);
    const Value general = objects_general(context, grid, univalued, diagonal, without_bg);
    INFO(encode(grid).dump() << " kind " << kind);
    REQUIRE(encode(o_g_packed(context, grid, Value::integer(kind))) == encode(general));
    REQUIRE(encode(o_g_t_packed(context, grid, Value::integer(kind))) ==
            encode(objects_t_general(context, grid, univalued, diagonal, without_bg)));
  }
}

void check_shape(int height, int width, int colors, int first_color) {
  std::mt19937 random(static_cast<unsigned>(height + width));
  for (int round = 0; round < 3; ++round) {
    Context context(ErrorMode::Raw);
    check_kinds(context, random_grid(context, random, height, width, colors, first_color));
  }
}

void check_all_kinds(int rounds, int side, int colors, int first_color) {
  std::mt19937 random(static_cast<unsigned>(side + colors + first_color + 1000));
  Context context(ErrorMode::Raw);
  for (int round = 0; round < rounds; ++round) {
    context.reset();
    const int height = 1 + static_cast<int>(random() % static_cast<unsigned>(side));
    const int width = 1 + static_cast<int>(random() % static_cast<unsigned>(side));
    const Value grid = random_grid(context, random, height, width, colors, first_color);
    check_kinds(context, grid);
  }
}

}  // namespace

TEST_CASE("objects by runs are those of the general search, in its order") {
  check_all_kinds(60, 10, 3, 0);
  check_all_kinds(30, 20, 10, 0);
  check_all_kinds(20, 12, 20, -7);
  check_all_kinds(10, 64, 4, 0);
}

TEST_CASE("objects of grids whose first row is the shortest are those of the general search") {
  std::mt19937 random(7);
  Context context(ErrorMode::Raw);
  for (int round = 0; round < 60; ++round) {
    context.reset();
    const int width = 1 + static_cast<int>(random() % 40);
    std::vector<Value> rows;
    for (int k = 0; k < 2; ++k) {
      const Value part = random_grid(context, random, 2 + round % 12, width + k * (round % 5 + 1), 4, -1);
      for (int i = 0; i < part.height(); ++i) rows.push_back(part.grid_row(i));
    }
    check_kinds(context, make_tuple(context, rows.data(), rows.size()));
  }
}

TEST_CASE("single cells found without the objects are those that sizefilter keeps of them") {
  std::mt19937 random(8);
  Context context(ErrorMode::Raw);
  int found = 0, large = 0, told = 0;
  for (int round = 0; round < 600; ++round) {
    context.reset();
    const int most = round % 5 == 4 ? 70 : 32;
    const int height = 1 + static_cast<int>(random() % most), width = 1 + static_cast<int>(random() % most);
    const Value grid = random_grid(context, random, height, width, 2 + round % 9, round % 3 - 1);
    const Value kind = Value::integer(round % 8);
    REQUIRE(may_have_single_cells(context, grid, kind));
    const Value cells = single_cells(context, grid, kind);
    INFO(encode(grid).dump() << " kind " << kind.as_int());
    const Value kept = op_sizefilter(context, op_o_g(context, grid, kind), Value::integer(1));
    const Value fewer =
        op_sizefilter(context, op_o_g(context, grid, Value::integer((round + 2) % 8)), Value::integer(1));
    const Value also = single_cells(context, grid, Value::integer((round + 2) % 8));
    // Before anyone has asked for an order.
    if (Value first; has_pending_order(cells.set()) && find_first(cells.set(), first)) {
      REQUIRE(encode(first) == encode(kept.set().at(0)));
      ++told;
    }
    const Value left = op_difference(context, cells, also), other_left = op_difference(context, kept, also);
    const Value missing = op_difference(context, also, cells);
    REQUIRE(encode(left) == encode(op_difference(context, kept, fewer)));
    REQUIRE(encode(other_left) == encode(left));
    REQUIRE(encode(missing) == encode(op_difference(context, fewer, kept)));
    REQUIRE(encode(cells) == encode(kept));
    const Value other = make_singleton(context, grid);  // the tables go on alike
    REQUIRE(encode(set_union(context, cells.set(), other.set())) ==
            encode(set_union(context, kept.set(), other.set())));
    found += cells.set().size > 1 ? 1 : 0;
    large += cells.set().size > 30 && most > 32 ? 1 : 0;
  }
  CHECK(found > 200);
  CHECK(large > 10);
  CHECK(told > 50);
}

TEST_CASE("partitions and cells of a colour of large grids are those of the general way") {
  std::mt19937 random(5);
  Context context(ErrorMode::Raw);
  for (const int width : {3, 63, 65, 200})
    for (const int height : {1, 70, 300}) {
      const Value grid = random_grid(context, random, height, width, 7, -2);
      CHECK(encode(partition_packed(context, grid)) == encode(partition_general(context, grid)));
      CHECK(encode(fgpartition_packed(context, grid)) == encode(fgpartition_general(context, grid)));
      for (int color = -3; color < 6; ++color)
        CHECK(encode(f_ofcolor_packed(context, grid, Value::integer(color))) ==
              encode(f_ofcolor_general(context, grid, Value::integer(color))));
    }
}

TEST_CASE("objects of large grids are those of the general search, in its order") {
  for (const int height : {1, 3, 61, 90}) {
    check_shape(height, 70, 2, 0);
    check_shape(height, 131, 12, -3);
  }
}

TEST_CASE("objects of grids with cells that do not fit a Cell are those of the general search, in its order") {
  const auto check = [](Context& context, Value grid, int kind) {
    const Value found = o_g_packed(context, grid, Value::integer(kind));
    const Value general =
        objects_general(context, grid, Value::boolean(kind & 4), Value::boolean(kind & 2), Value::boolean(kind & 1));
    INFO("kind " << kind);
    REQUIRE(!found.is_declined());
    // First of all together, so that some orders are asked for before those of the objects are.
    REQUIRE(encode(op_merge(context, found)) == encode(op_merge(context, general)));
    REQUIRE(encode(found) == encode(general));
  };
  std::mt19937 random(11);
  for (const auto& [height, width] : {std::pair{1, 2047}, {1, 2300}, {3, 2060}, {2048, 2}})
    for (const int colors : {2, 6})
      for (int kind = 0; kind < 8; ++kind) {
        Context context(ErrorMode::Raw);
        check(context, random_grid(context, random, height, width, colors, -1), kind);
      }
  // Rows that are too long for a grid, with few cells besides the background.
  Context context(ErrorMode::Raw);
  constexpr int height = 3, width = 66000;
  Value rows[height];
  for (Value& row : rows) {
    auto* bytes = context.arena().allocate<std::int8_t>(width);
    std::fill_n(bytes, width, std::int8_t{4});
    for (int k = 0; k < 40; ++k) bytes[random() % (k < 20 ? 12 : width)] = static_cast<std::int8_t>(random() % 3);
    row = make_row(context, bytes, width);
  }
  const Value grid = make_tuple(context, rows, height);
  REQUIRE(!grid.is_grid());
  for (const int kind : {1, 3, 5, 7}) check(context, grid, kind);
}

TEST_CASE("objects of grids of other values are those of the general search, in its order") {
  const double infinity = std::numeric_limits<double>::infinity();
  const Value some[] = {Value::integer(0),  Value::nan(),         Value::integer(1),        Value::boolean(true),
                        Value::real(1.0),   Value::real(2.5),     Value::real(infinity),    Value::integer(300),
                        Value::pair(1, 2),  Value::cell(0, 1, 2), Value::real(-infinity),   Value::real(0.0),
                        Value::integer(-9), Value::empty_tuple(), Value::pair(-1, 1 << 20), Value::boolean(false)};
  std::mt19937 random(13);
  Context context(ErrorMode::Raw);
  int taken = 0;
  for (int round = 0; round < 80; ++round) {
    context.reset();
    const Value shapes = random_grid(context, random, 1 + round % 17, 1 + round % (round % 10 == 9 ? 70 : 23), 6, 0);
    const std::size_t first = random() % 10;
    std::vector<Value> rows;
    for (int i = 0; i < shapes.height(); ++i) {
      std::vector<Value> row;
      for (int j = 0; j < shapes.width() + (i == 0 ? 0 : round % 3); ++j)
        row.push_back(
            some[first + static_cast<std::size_t>(j < shapes.width() ? shapes.bytes()[i * shapes.width() + j] : 1)]);
      rows.push_back(make_tuple(context, row.data(), row.size()));
    }
    const Value grid = make_tuple(context, rows.data(), rows.size());
    for (int kind = 0; kind < 8; ++kind) {
      INFO(encode(grid).dump() << " kind " << kind);
      const Value found = o_g_packed(context, grid, Value::integer(kind));
      if (found.is_declined()) continue;
      ++taken;
      const Value general =
          objects_general(context, grid, Value::boolean(kind & 4), Value::boolean(kind & 2), Value::boolean(kind & 1));
      REQUIRE(encode(found) == encode(general));
    }
  }
  CHECK(taken > 400);
}

TEST_CASE("colours of rows of bytes that are no grid are those of the general way") {
  std::mt19937 random(12);
  Context context(ErrorMode::Raw);
  for (int round = 0; round < 60; ++round) {
    context.reset();
    std::vector<Value> rows;
    for (int k = 0; k < 3; ++k) {
      const Value part = random_grid(context, random, 2, 1 + (round + k) % 40, 2 + round % 9, round % 3 - 1);
      for (int i = 0; i < part.height(); ++i) rows.push_back(part.grid_row(i));
    }
    const Value grid = make_tuple(context, rows.data(), rows.size());
    REQUIRE(!grid.is_grid());
    CHECK(encode(palette_t_packed(context, grid)) == encode(palette_t_general(context, grid)));
    CHECK(encode(p_g_packed(context, grid)) == encode(p_g_general(context, grid)));
    CHECK(encode(mostcolor_t_packed(context, grid)) == encode(mostcolor_t_general(context, grid)));
    CHECK(encode(leastcolor_t_packed(context, grid)) == encode(leastcolor_t_general(context, grid)));
    CHECK(encode(numcolors_t_packed(context, grid)) == encode(numcolors_t_general(context, grid)));
  }
}

TEST_CASE("the device's tables hold what the host looks up") {
  const ObjectTables& tables = object_tables();
  for (int height = 1; height <= table_side; height += 7)
    for (int width = 1; width <= table_side; ++width) {
      const int start = shape_start(height, width);
      const ScanOrder scan = scan_order(height, width);
      for (int k = 0; k < height * width; ++k) {
        const Place place = tables.scan[start + k];
        REQUIRE(place == scan.places[k]);
        REQUIRE(tables.ranks[start + row_of(place) * width + column_of(place)] == k);
        REQUIRE(tables.floods[1][start + k] == flood_order(height, width, true)[k]);
      }
    }
  for (const int side : {30, 60})
    REQUIRE((tables.hash_sums[3][4][2] ^ tables.hash_sums[3][4][9]) == hash_sums(side, side).of_run(4, 2, 9, 3));
  REQUIRE(tables.neighbors[1][2][place_at(5, 6)].count == 5);
}
