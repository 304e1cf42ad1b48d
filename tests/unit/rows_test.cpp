// The vector kernels against plain loops, on every level that this machine has, and sets with rows against sets
// without.
#include "runtime/rows/kernels.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "runtime/value/row_algebra.h"
#include "runtime/value/set.h"

namespace {

using namespace batt;
using rows::side;

using Random = std::mt19937;
int below(Random& random, int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); }

std::vector<const rows::Kernels*> levels() {
  std::vector<const rows::Kernels*> found;
  for (const rows::Level level : {rows::Level::Avx2, rows::Level::Avx512})
    if (level <= rows::best_level()) found.push_back(rows::kernels_of(level));
  return found;
}

struct Picture {
  bool cells[side][side] = {};
  std::uint32_t count() const {
    return static_cast<std::uint32_t>(std::count(&cells[0][0], &cells[0][0] + side * side, true));
  }
  std::vector<std::uint32_t> words() const {
    std::vector<std::uint32_t> out(side, 0);
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) out[static_cast<std::size_t>(i)] |= static_cast<std::uint32_t>(cells[i][j]) << j;
    return out;
  }
};

/// Words of some height, which lie at the end of their memory, and where they are placed in a window.
struct RandomSet {
  std::vector<std::uint32_t> words;
  int down = 0, right = 0;

  explicit RandomSet(Random& random) : words(static_cast<std::size_t>(1 + below(random, side))) {
    for (std::uint32_t& word : words) word = random() & random();
    if (below(random, 2) == 0) return;
    down = below(random, 80) - 40;
    right = below(random, 80) - 40;
  }
  rows::Placed placed() const { return {words.data(), static_cast<int>(words.size()), down, right}; }
  Picture picture() const {
    Picture out;
    for (int i = 0; i < static_cast<int>(words.size()); ++i)
      for (int j = 0; j < side; ++j) {
        const int to_i = i + down, to_j = j + right;
        if (to_i < 0 || to_i >= side || to_j < 0 || to_j >= side) continue;
        out.cells[to_i][to_j] = (words[static_cast<std::size_t>(i)] >> j & 1) != 0;
      }
    return out;
  }
};

/// One colour, or one for each cell, which lie in memory of their size.
struct RandomColors {
  const RandomSet& set;
  std::vector<std::int8_t> bytes;
  std::int8_t color;

  RandomColors(Random& random, const RandomSet& of) : set(of), color(static_cast<std::int8_t>(below(random, 10))) {
    if (below(random, 3) == 0) return;
    bytes.resize(of.words.size() * side);
    for (std::int8_t& byte : bytes) byte = static_cast<std::int8_t>(below(random, 3) - 1);
  }
  /// Of a cell in the window.
  std::int8_t at(int i, int j) const {
    return bytes.empty() ? color : bytes[static_cast<std::size_t>((i - set.down) * side + j - set.right)];
  }
  rows::Colors placed() const {
    if (bytes.empty()) return {nullptr, 0, color};
    const auto first = reinterpret_cast<std::intptr_t>(bytes.data()) - set.down * side - set.right;
    return {reinterpret_cast<const std::int8_t*>(first), side, 0};
  }
};

struct RandomGrid {
  int height, width;
  std::vector<std::int8_t> bytes;

  RandomGrid(Random& random, int colors)
      : height(1 + below(random, side)),
        width(1 + below(random, side)),
        bytes(static_cast<std::size_t>(height * width)) {
    for (std::int8_t& byte : bytes) byte = static_cast<std::int8_t>(below(random, colors));
  }
  rows::Grid grid() const { return {bytes.data(), height, width}; }
  std::int8_t at(int i, int j) const { return bytes[static_cast<std::size_t>(i * width + j)]; }
  Picture cells_of(std::int8_t color) const {
    Picture out;
    for (int i = 0; i < height; ++i)
      for (int j = 0; j < width; ++j) out.cells[i][j] = at(i, j) == color;
    return out;
  }
};

template <class Keep>
Picture combined(const Picture& a, const Picture& b, Keep keep) {
  Picture out;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) out.cells[i][j] = keep(a.cells[i][j], b.cells[i][j]);
  return out;
}

void require_same(const Picture& expected, const std::vector<std::uint32_t>& words, std::uint32_t count) {
  REQUIRE(words == expected.words());
  REQUIRE(count == expected.count());
}

TEST_CASE("kernels combine sets as loops over cells do", "[rows]") {
  for (const rows::Kernels* kernels : levels()) {
    INFO(kernels->name);
    Random random(1);
    for (int round = 0; round < 400; ++round) {
      const RandomSet a(random), b(random);
      const Picture pa = a.picture(), pb = b.picture();
      std::vector<std::uint32_t> out(side);
      std::uint32_t count = kernels->unite(a.placed(), b.placed(), out.data());
      require_same(combined(pa, pb, [](bool x, bool y) { return x || y; }), out, count);
      count = kernels->intersect(a.placed(), b.placed(), out.data());
      require_same(combined(pa, pb, [](bool x, bool y) { return x && y; }), out, count);
      if (a.down == 0 && a.right == 0) REQUIRE(kernels->count_common(a.placed(), b.placed()) == count);
      count = kernels->subtract(a.placed(), b.placed(), out.data());
      require_same(combined(pa, pb, [](bool x, bool y) { return x && !y; }), out, count);

      std::vector<RandomSet> sets;
      std::vector<rows::Placed> placed;
      Picture all;
      for (int k = 1 + below(random, 5); k > 0; --k) sets.emplace_back(random);
      for (const RandomSet& set : sets) {
        placed.push_back(set.placed());
        all = combined(all, set.picture(), [](bool x, bool y) { return x || y; });
      }
      count = kernels->unite_all(placed.data(), static_cast<std::uint32_t>(placed.size()), out.data());
      require_same(all, out, count);
    }
  }
}

TEST_CASE("kernels find the box of a set", "[rows]") {
  for (const rows::Kernels* kernels : levels()) {
    Random random(2);
    for (int round = 0; round < 400; ++round) {
      std::vector<std::uint32_t> words(static_cast<std::size_t>(1 + below(random, side)), 0);
      int top = side, left = side, bottom = -1, right = -1;
      for (int k = 1 + below(random, 4); k > 0; --k) {
        const int i = below(random, static_cast<int>(words.size())), j = below(random, side);
        words[static_cast<std::size_t>(i)] |= std::uint32_t{1} << j;
        top = std::min(top, i), left = std::min(left, j), bottom = std::max(bottom, i), right = std::max(right, j);
      }
      const rows::Box box = kernels->box(words.data(), static_cast<int>(words.size()));
      REQUIRE((box.top == top && box.left == left && box.bottom == bottom && box.right == right));
    }
  }
}

TEST_CASE("kernels read grids as loops over cells do, and nothing outside of them", "[rows]") {
  for (const rows::Kernels* kernels : levels()) {
    INFO(kernels->name);
    Random random(3);
    for (int round = 0; round < 600; ++round) {
      const RandomGrid grid(random, 1 + below(random, 16));
      const auto color = static_cast<std::int8_t>(below(random, 16));
      std::vector<std::uint32_t> out(side);
      std::uint32_t count = kernels->cells_of_color(grid.grid(), color, out.data());
      const Picture of_color = grid.cells_of(color);
      require_same(of_color, out, count);

      const RandomSet set(random);
      const Picture where = combined(of_color, set.picture(), [](bool x, bool y) { return x && y; });
      count = kernels->cells_on_color(grid.grid(), set.placed(), color, out.data());
      require_same(where, out, count);

      const auto size = static_cast<std::uint32_t>(grid.bytes.size());
      rows::ColorSurvey survey;
      REQUIRE(kernels->survey(grid.bytes.data(), size, survey));
      std::uint32_t present = 0;
      REQUIRE(kernels->colors(grid.bytes.data(), size, present));
      REQUIRE(present == survey.present);
      for (int c = 0; c < 16; ++c) {
        const auto times = std::count(grid.bytes.begin(), grid.bytes.end(), static_cast<std::int8_t>(c));
        REQUIRE((survey.present >> c & 1) == (times != 0 ? 1u : 0u));
        if (times != 0) REQUIRE(survey.counts[c] == static_cast<std::uint32_t>(times));
      }
      std::vector<std::int64_t> times(16);
      for (const std::int8_t byte : grid.bytes) ++times[static_cast<std::size_t>(byte)];
      const auto most = std::max_element(times.begin(), times.end());
      std::int8_t found = 0;
      REQUIRE(kernels->most_common(grid.bytes.data(), size, found) ==
              (std::count(times.begin(), times.end(), *most) == 1));
      if (std::count(times.begin(), times.end(), *most) == 1) REQUIRE(found == most - times.begin());
      RandomGrid other = grid;
      other.bytes[static_cast<std::size_t>(below(random, static_cast<int>(size)))] = round % 2 == 0 ? 16 : -1;
      REQUIRE_FALSE(kernels->colors(other.bytes.data(), size, present));
      REQUIRE_FALSE(kernels->survey(other.bytes.data(), size, survey));
    }
  }
}

/// For each cell of a grid the number of its object, counted by first cells row by row; -1 for the background.
std::vector<int> number_objects(const RandomGrid& grid, const rows::LinkKind& kind, int& count) {
  std::vector<int> numbers(grid.bytes.size(), -1);
  count = 0;
  const auto number_at = [&](int i, int j) -> int& { return numbers[static_cast<std::size_t>(i * grid.width + j)]; };
  for (int first = 0; first < grid.height * grid.width; ++first) {
    std::vector<std::pair<int, int>> waiting{{first / grid.width, first % grid.width}};
    const int color = grid.at(waiting[0].first, waiting[0].second);
    if (color == kind.background || number_at(waiting[0].first, waiting[0].second) != -1) continue;
    number_at(waiting[0].first, waiting[0].second) = count;
    while (!waiting.empty()) {
      const auto [i, j] = waiting.back();
      waiting.pop_back();
      for (int a = std::max(i - 1, 0); a <= std::min(i + 1, grid.height - 1); ++a)
        for (int b = std::max(j - 1, 0); b <= std::min(j + 1, grid.width - 1); ++b) {
          if (number_at(a, b) != -1 || grid.at(a, b) == kind.background) continue;
          if ((kind.univalued && grid.at(a, b) != color) || (!kind.diagonal && a != i && b != j)) continue;
          number_at(a, b) = count;
          waiting.emplace_back(a, b);
        }
    }
    ++count;
  }
  return numbers;
}

struct Sums {
  rows::CellSums sums;
};

TEST_CASE("kernels join runs to objects as a search cell by cell does", "[rows]") {
  for (const rows::Kernels* kernels : levels()) {
    INFO(kernels->name);
    Random random(6);
    const auto table = std::make_unique<Sums>();
    for (auto& of_color : table->sums)
      for (auto& row : of_color)
        for (std::uint64_t& sum : row) sum = random();
    const rows::CellSums* const sums = &table->sums;
    for (int round = 0; round < 800; ++round) {
      RandomGrid grid(random, 1 + below(random, 4));
      if (round % 4 == 0) std::replace(grid.bytes.begin(), grid.bytes.end(), std::int8_t{1}, std::int8_t{-3});
      const rows::LinkKind kind{round % 2 != 0, (round & 2) != 0,
                                below(random, 3) == 0 ? rows::no_background : below(random, 2)};
      int objects = 0;
      const std::vector<int> expected = number_objects(grid, kind, objects);
      rows::Links links;
      kernels->link(grid.grid(), kind, links);
      std::vector<rows::Run> runs(links.run_count);
      std::vector<std::uint16_t> parents(links.run_count);
      const rows::Joined joined = kernels->join(grid.grid(), kind, links, *sums, runs.data(), parents.data());
      REQUIRE(joined.object_count == static_cast<unsigned>(objects));
      bool other_colors = false;
      std::vector<int> found(grid.bytes.size(), -1);
      int next = 0;
      for (std::size_t k = 0; k < runs.size(); ++k) {
        const rows::Run& run = runs[k];
        REQUIRE(parents[k] <= k);
        const int first = run.row * grid.width + run.begin, end = run.begin + run.size();
        REQUIRE(run.cells == (std::uint64_t{1} << end) - (std::uint64_t{1} << run.begin));
        REQUIRE(run.color == grid.at(run.row, run.begin));
        const rows::Run& parent = runs[parents[k]];
        const int number =
            parents[k] == k ? next++ : found[static_cast<std::size_t>(parent.row * grid.width + parent.begin)];
        std::uint64_t mixed = 0;
        bool one_color = true;
        for (int j = run.begin; j < end; ++j) {
          const int color = grid.at(run.row, j);
          found[static_cast<std::size_t>(first + j - run.begin)] = number;
          one_color = one_color && color == run.color;
          other_colors = other_colors || color < 0;
          if (color >= 0) mixed ^= (*sums)[color][run.row][j] ^ (*sums)[color][run.row][j + 1];
        }
        REQUIRE(run.one_color == one_color);
        if (!joined.other_colors) REQUIRE(run.mixed == mixed);
      }
      REQUIRE(joined.other_colors == other_colors);
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("kernels paint as loops over cells do", "[rows]") {
  for (const rows::Kernels* kernels : levels()) {
    INFO(kernels->name);
    Random random(4);
    for (int round = 0; round < 400; ++round) {
      const RandomGrid grid(random, 10);
      const RandomSet set(random);
      const Picture cells = set.picture();
      const RandomColors colors(random, set);
      std::vector<std::int8_t> expected = grid.bytes, out(grid.bytes.size() + rows::excess);
      for (int i = 0; i < grid.height; ++i)
        for (int j = 0; j < grid.width; ++j)
          if (cells.cells[i][j]) expected[static_cast<std::size_t>(i * grid.width + j)] = colors.at(i, j);
      kernels->paint(grid.grid(), set.placed(), colors.placed(), out.data());
      REQUIRE(std::equal(expected.begin(), expected.end(), out.begin()));

      expected = grid.bytes;
      std::replace(expected.begin(), expected.end(), std::int8_t{3}, std::int8_t{-7});
      kernels->replace(grid.bytes.data(), static_cast<std::uint32_t>(grid.bytes.size()), 3, -7, out.data());
      REQUIRE(std::equal(expected.begin(), expected.end(), out.begin()));
    }
  }
}

TEST_CASE("kernels lay sets over each other, unless two cells differ in colour", "[rows]") {
  for (const rows::Kernels* kernels : levels()) {
    INFO(kernels->name);
    Random random(8);
    for (int round = 0; round < 400; ++round) {
      const int height = 1 + below(random, side), width = 1 + below(random, side);
      std::vector<std::uint32_t> words(side);
      std::vector<std::int8_t> found(side * side), expected(side * side);
      Picture all;
      bool differ = false;
      while (!differ && below(random, 4) != 0) {
        const RandomSet set(random);
        const RandomColors colors(random, set);
        const Picture cells = set.picture();
        for (int i = 0; i < height; ++i)
          for (int j = 0; j < width; ++j) {
            if (!cells.cells[i][j]) continue;
            std::int8_t& there = expected[static_cast<std::size_t>(i * side + j)];
            differ = differ || (all.cells[i][j] && there != colors.at(i, j));
            all.cells[i][j] = true;
            there = colors.at(i, j);
          }
        REQUIRE(kernels->lay_over(set.placed(), colors.placed(), height, width, words.data(), found.data()) == !differ);
      }
      if (differ) continue;
      REQUIRE(words == all.words());
      for (int i = 0; i < side; ++i)
        for (int j = 0; j < side; ++j)
          if (all.cells[i][j])
            REQUIRE(found[static_cast<std::size_t>(i * side + j)] == expected[static_cast<std::size_t>(i * side + j)]);
    }
  }
}

/// Random cells around a place, most of them in one window.
std::vector<Cell> random_cells(Random& random, Packing packing, int colors) {
  std::vector<Cell> cells;
  const int span = 1 + below(random, 40), i = below(random, 20) - 10, j = below(random, 20) - 10;
  for (int k = 1 + below(random, 60); k > 0; --k) {
    const Cell cell(i + below(random, span), j + below(random, span),
                    packing == Packing::Colored ? below(random, colors) : 0);
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
  }
  return cells;
}

std::vector<Cell> in_order(const std::vector<Cell>& cells, const SetRep& set) {
  std::vector<Cell> listed(set.any_cells(), set.any_cells() + set.size);
  const auto less = [](Cell a, Cell b) { return a.bits() < b.bits(); };
  std::vector<Cell> sorted = cells;
  std::sort(sorted.begin(), sorted.end(), less);
  std::sort(listed.begin(), listed.end(), less);
  REQUIRE(sorted == listed);
  return listed;
}

TEST_CASE("kernels tell what things in a series stand for, and which are not in it", "[rows]") {
  Random random(7);
  alignas(32) static const std::byte memory[160 * 32] = {};
  const auto at = [](int place) { return static_cast<const void*>(memory + place * 32); };
  const rows::Series series{reinterpret_cast<std::uintptr_t>(at(10)), 133, -5};
  for (const rows::Kernels* kernels : levels())
    for (int run = 0; run < 2000; ++run) {
      std::vector<const void*> addresses;
      std::vector<std::int8_t> expected;
      for (int k = below(random, 40); k > 0; --k) {
        const int place = below(random, 133);
        addresses.push_back(at(10 + place));
        expected.push_back(static_cast<std::int8_t>(place - 5));
      }
      std::vector<std::int8_t> bytes(addresses.size() + 1, 99);
      const auto count = static_cast<std::uint32_t>(addresses.size());
      REQUIRE(kernels->values_at(addresses.data(), count, series, bytes.data()));
      CHECK(std::equal(expected.begin(), expected.end(), bytes.begin()));
      CHECK(bytes.back() == 99);
      if (addresses.empty()) continue;
      const int others[] = {0, 9, 143, 159};
      addresses[static_cast<std::size_t>(below(random, static_cast<int>(count)))] = at(others[below(random, 4)]);
      CHECK_FALSE(kernels->values_at(addresses.data(), count, series, bytes.data()));
    }
}

TEST_CASE("sets with rows have the cells that lists have", "[rows]") {
  if (!rows_enabled()) return;
  Random random(5);
  for (int round = 0; round < 2000; ++round) {
    Context context;
    const Packing packing = round % 2 == 0 ? Packing::Locations : Packing::Colored;
    const int colors = 1 + below(random, 2);
    const std::vector<Cell> a = random_cells(random, packing, colors), b = random_cells(random, packing, colors);
    const SetRep& x = make_distinct_cell_set(context, packing, a.data(), a.size()).set();
    const SetRep& y = make_distinct_cell_set(context, packing, b.data(), b.size()).set();
    const auto is_in = [](const std::vector<Cell>& cells) {
      return [&](Cell cell) { return std::find(cells.begin(), cells.end(), cell) != cells.end(); };
    };
    std::vector<Cell> both, others, all = a;
    std::copy_if(a.begin(), a.end(), std::back_inserter(both), is_in(b));
    std::copy_if(a.begin(), a.end(), std::back_inserter(others), [&](Cell cell) { return !is_in(b)(cell); });
    std::copy_if(b.begin(), b.end(), std::back_inserter(all), [&](Cell cell) { return !is_in(a)(cell); });

    const SetRep* const sets[] = {&x, &y};
    const auto check = [&](bool done, const MadeRows& made, const std::vector<Cell>& expected) {
      if (!done) return;
      REQUIRE(made.size == expected.size());
      if (made.size == 0) return;
      const SetRep& set = make_set_in_rows(context, packing, made.rows, made.size).set();
      in_order(expected, set);
      for (const Cell cell : all) REQUIRE(set_contains_cell(set, cell) == is_in(expected)(cell));
    };
    MadeRows made;
    check(unite_rows(context, sets, 2, made), made, all);
    if (unite_on_canvas(context, sets, 2, 20, 25, made) && made.size != 0) {
      const SetRep& set = make_set_in_rows(context, packing, made.rows, made.size).set();
      const auto is_on_canvas = [](Cell cell) {
        return cell.i() >= 0 && cell.i() < 20 && cell.j() >= 0 && cell.j() < 25;
      };
      for (const Cell cell : all)
        if (is_on_canvas(cell)) REQUIRE(set_contains_cell(set, cell));
      REQUIRE(std::all_of(set.any_cells(), set.any_cells() + set.size, is_in(all)));
    }
    check(intersect_rows(context, x, y, made), made, both);
    check(subtract_rows(context, x, y, made), made, others);
    if (bool answer = false; rows_are_in(x, y, answer)) REQUIRE(answer == others.empty());
  }
}

}  // namespace
