#include "tests/fuzz/programs/make_inputs.h"

#include <algorithm>
#include <array>
#include <utility>

namespace battc::fuzz {
namespace {

using nlohmann::json;

constexpr std::array odd_colors{16, -1, 10, 15, 17, 127, -128, 128, -129, 255, 300, -2, 1 << 20};

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

json make_grid(Random& random, InputStyle style) {
  switch (style) {
    case InputStyle::Arc: break;
    case InputStyle::OddColors: return odd_grid(random);
    case InputStyle::Large: return large_grid(random);
    case InputStyle::Broken: return broken_grid(random);
  }
  return small_grid(random);
}

}  // namespace

InputStyle pick_style(Random& random) {
  const int of_100 = random.below(100);
  if (of_100 < 55) return InputStyle::Arc;
  if (of_100 < 80) return InputStyle::OddColors;
  return of_100 < 90 ? InputStyle::Large : InputStyle::Broken;
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
