#include "tests/fuzz/programs/make_inputs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace battc::fuzz {
namespace {

using nlohmann::json;

constexpr std::array odd_colors{16, -1, 10, 15, 17, 127, -128, 128, -129, 255, 300, -2, 1 << 20};
constexpr std::array<std::int64_t, 8> odd_ints{std::numeric_limits<std::int64_t>::max(),
                                               std::numeric_limits<std::int64_t>::min(),
                                               std::int64_t{1} << 31,
                                               -(std::int64_t{1} << 31) - 1,
                                               std::int64_t{1} << 40,
                                               127,
                                               -128,
                                               (std::int64_t{1} << 61) - 1};

struct Size {
  int height, width;
};

json plain_grid(Random& random, Size size) {
  json rows = json::array();
  const int colors = random.between(1, 9);
  const int background = random.chance(70) ? 0 : random.below(10);
  const int density = random.pick(std::array{5, 30, 30, 60, 95});
  for (int i = 0; i < size.height; ++i) {
    json row = json::array();
    for (int j = 0; j < size.width; ++j) row.push_back(random.chance(density) ? random.between(0, colors) : background);
    rows.push_back(std::move(row));
  }
  return rows;
}

json small_grid(Random& random) {
  const int most = random.pick(std::array{3, 6, 6, 10, 14});
  return plain_grid(random, Size{random.between(1, most), random.between(1, most)});
}

json large_grid(Random& random) {
  switch (random.below(6)) {
    case 0: return plain_grid(random, Size{1, random.between(200, 700)});
    case 1: return plain_grid(random, Size{random.between(200, 700), 1});
    case 2: return plain_grid(random, Size{random.between(1, 2), random.between(2040, 2100)});
    case 3: return plain_grid(random, Size{random.between(30, 60), random.between(30, 60)});
    default: return plain_grid(random, Size{random.between(12, 32), random.between(12, 32)});
  }
}

json odd_grid(Random& random) {
  json grid = small_grid(random);
  const int color = random.pick(odd_colors);
  for (int k = random.pick(std::array{1, 1, 2, 8}); k > 0; --k) {
    json& row = grid[static_cast<std::size_t>(random.below(static_cast<int>(grid.size())))];
    row[static_cast<std::size_t>(random.below(static_cast<int>(row.size())))] =
        random.chance(70) ? color : random.pick(odd_colors);
  }
  return grid;
}

json broken_grid(Random& random) {
  json grid = small_grid(random);
  json& row = grid[static_cast<std::size_t>(random.below(static_cast<int>(grid.size())))];
  switch (random.below(10)) {
    case 0: return json::array();
    case 1: return json::array({json::array()});
    case 2: return json::array({json::array(), json::array()});
    case 3: row.push_back(random.below(10)); return grid;
    case 4: row = json::array(); return grid;
    case 5: row[0] = random.chance(50) ? json(true) : json(nullptr); return grid;
    case 6: row[0] = {{"f", random.chance(50) ? "nan" : "1.0"}}; return grid;
    case 7: row[0] = json::array({1, 2}); return grid;
    case 8: return random.chance(50) ? json(random.below(10)) : json({{"s", row}});
    default: row = random.below(10); return grid;
  }
}

/// An int, mostly, or one of what ops meet by mistake.
json odd_leaf(Random& random) {
  switch (random.below(12)) {
    case 0: return random.chance(50);
    case 1: return nullptr;
    case 2: return {{"f", random.pick(std::array{"0.5", "-0.0", "inf", "nan", "1e300", "2.0"})}};
    case 3: return random.pick(std::array{"", "a", "\u00e9\u6f22"});
    case 4: return {{"fn", random.pick(std::array{"rot90", "identity", "size"})}};
    case 5: return random.pick(odd_ints);
    default: return random.between(-2, 12);
  }
}

json nested_value(Random& random, int depth) {
  if (depth == 0 || random.chance(20)) return odd_leaf(random);
  json items = json::array();
  for (int k = random.between(0, 4); k > 0; --k) items.push_back(nested_value(random, depth - 1));
  return random.chance(25) ? json({{"s", items}}) : items;
}

/// A grid of one kind of leaf that is no colour, or that equals one.
json grid_of_leaves(Random& random) {
  json grid = small_grid(random);
  const int kind = random.below(4);
  for (json& row : grid)
    for (json& cell : row) {
      const int color = cell.get<int>();
      if (kind == 0) cell = color != 0;
      if (kind == 1) cell = {{"f", std::to_string(color) + ".0"}};
      if (kind == 2) cell = random.pick(odd_ints);
      if (kind == 3 && random.chance(30)) cell = json::array({color, random.between(0, 3)});
    }
  return grid;
}

json set_of_cells(Random& random) {
  json cells = json::array();
  const bool colored = random.chance(50);
  for (int k = random.between(0, 20); k > 0; --k) {
    const json place = json::array({random.between(-3, 12), random.chance(95) ? random.between(-3, 12) : 2048});
    cells.push_back(colored ? json::array({random.between(0, 9), place}) : place);
  }
  return {{"s", cells}};
}

json no_grid(Random& random) {
  switch (random.below(5)) {
    case 0: return grid_of_leaves(random);
    case 1: return set_of_cells(random);
    case 2: return json::array({small_grid(random), small_grid(random)});
    case 3: return {{"s", json::array({set_of_cells(random), set_of_cells(random)})}};
    default: return nested_value(random, random.between(1, 4));
  }
}

json make_grid(Random& random, InputStyle style) {
  switch (style) {
    case InputStyle::Arc: break;
    case InputStyle::OddColors: return odd_grid(random);
    case InputStyle::Large: return large_grid(random);
    case InputStyle::Broken: return broken_grid(random);
    case InputStyle::NoGrid: return no_grid(random);
  }
  return small_grid(random);
}

}  // namespace

InputStyle pick_style(Random& random) {
  const int of_100 = random.below(100);
  if (of_100 < 48) return InputStyle::Arc;
  if (of_100 < 70) return InputStyle::OddColors;
  if (of_100 < 80) return InputStyle::Large;
  return of_100 < 90 ? InputStyle::Broken : InputStyle::NoGrid;
}

json make_input(Random& random, InputStyle style) {
  // A style need not be that of all grids, and large ones are slow enough as one.
  const auto of_samples = [&] { return style != InputStyle::Large && random.chance(40) ? style : InputStyle::Arc; };
  json samples = json::array();
  for (int k = random.chance(5) ? 0 : random.between(1, 3); k > 0; --k) {
    json input = make_grid(random, of_samples());
    samples.push_back(json::array({std::move(input), make_grid(random, of_samples())}));
  }
  json result = {{"task_id", "fuzz"}, {"S", std::move(samples)}, {"I", make_grid(random, style)}};
  result["C"] = random.chance(30) ? json(nullptr) : make_grid(random, of_samples());
  return result;
}

}  // namespace battc::fuzz
