// Sets of cells that find their order when asked, with colours and boxes that no map of cells is made for: every recipe
// against a model of CPython's sets, on the fast and the checked path.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "dsl_kernels/op_bodies.h"
#include "runtime/task/codec.h"
#include "runtime/value/build.h"
#include "runtime/value/cell_map.h"
#include "runtime/value/set.h"
#include "tests/unit/python_set.h"

namespace {

using namespace batt;
using test::Item;
using test::PythonSet;

/// Distinct cells of one packing.
struct Sample {
  std::string name;
  Packing packing;
  std::vector<Item> cells;
};

Sample scattered(std::mt19937& random, std::string name, Packing packing, std::size_t count, int low, int high,
                 const std::vector<int>& colors) {
  const auto between = [&](int a, int b) { return a + static_cast<int>(random() % static_cast<unsigned>(b - a + 1)); };
  Sample sample{std::move(name), packing, {}};
  std::set<Item> met;
  while (sample.cells.size() < count) {
    Item cell{between(low, high), between(low, high)};
    if (packing == Packing::Colored) cell.push_back(colors[random() % colors.size()]);
    if (met.insert(cell).second) sample.cells.push_back(cell);
  }
  return sample;
}

/// No map is made for the cells of most of these: of colours outside 0 to 15, or in boxes of more than 32,768
/// locations.
std::vector<Sample> samples() {
  std::mt19937 random(7);
  const std::vector<int> usual{0, 1, 2, 3};
  std::vector<Sample> all;
  for (const std::size_t count : {3u, 9u, 12u, 40u, 300u}) {
    all.push_back(scattered(random, "usual", Packing::Colored, count, 0, 29, usual));
    for (const int color : {16, -1, 127, -128})
      all.push_back(
          scattered(random, "colour " + std::to_string(color), Packing::Colored, count, -1, 29, {0, 5, color}));
    all.push_back(scattered(random, "wide", Packing::Colored, count, -900, 900, usual));
    all.push_back(scattered(random, "wide and odd", Packing::Colored, count, -900, 900, {-1, 16, 127, -128}));
    all.push_back(scattered(random, "wide", Packing::Locations, count, -900, 900, {}));
    all.push_back(scattered(random, "usual", Packing::Locations, count, -2, 29, {}));
  }
  return all;
}

Cell to_cell(const Item& item) { return item.size() == 2 ? Cell(item[0], item[1]) : Cell(item[0], item[1], item[2]); }
Value to_value(const Item& item) {
  return value_of(item.size() == 2 ? Packing::Locations : Packing::Colored, to_cell(item));
}

/// frozenset(cells), whose order is not known yet.
Value pending(Context& context, Packing packing, const std::vector<Item>& items) {
  std::vector<Cell> cells;
  for (const Item& item : items) cells.push_back(to_cell(item));
  const Value set = make_distinct_cell_set(context, packing, cells.data(), cells.size());
  if (!items.empty()) REQUIRE(set.set().recipe != nullptr);
  return set;
}

std::vector<Item> items_of(Value set) {
  REQUIRE(set.is_set());
  std::vector<Item> items;
  for (std::uint32_t k = 0; k < set.set().size; ++k) {
    const Value member = set.set().at(k);
    Item item;
    for (std::int32_t place = 0; place < member.tuple_size(); ++place)
      item.push_back(static_cast<int>(member.item(place).as_int()));
    items.push_back(item);
  }
  return items;
}

/// Every second cell, and some that are no members.
std::vector<Item> half_and_others(const Sample& sample, std::size_t step) {
  std::vector<Item> some;
  for (std::size_t k = 0; k < sample.cells.size(); k += step) some.push_back(sample.cells[k]);
  Item other = sample.cells[0];
  other[0] += 1000;
  some.push_back(other);
  return some;
}

PythonSet shifted(const PythonSet& set, int di, int dj) {
  PythonSet moved;
  for (Item item : set.items()) {
    item[0] += di;
    item[1] += dj;
    moved.add(item);
  }
  return moved;
}

/// Runs `check(context, sample)` for every sample, on the fast and the checked path.
template <class Check>
void for_each_sample(Check check) {
  for (const BodyPolicy bodies : {BodyPolicy::Fast, BodyPolicy::Checked})
    for (const Sample& sample : samples()) {
      INFO(sample.name << ", " << sample.cells.size() << " cells of " << sample.cells[0].size()
                       << (bodies == BodyPolicy::Fast ? ", fast" : ", checked"));
      Context context(ErrorMode::Raw);
      context.set_body_policy(bodies);
      check(context, sample);
    }
}

}  // namespace

TEST_CASE("a set that lists its members iterates as CPython's", "[set]") {
  for_each_sample([](Context& context, const Sample& sample) {
    const Value set = pending(context, sample.packing, sample.cells);
    const Value copy = copy_of_set(context, set.set());
    REQUIRE(items_of(set) == PythonSet(sample.cells).items());
    REQUIRE(items_of(copy) == PythonSet(sample.cells).copy().items());
  });
}

TEST_CASE("a set of kept members iterates as CPython's", "[set]") {
  for_each_sample([](Context& context, const Sample& sample) {
    const PythonSet model(sample.cells);
    const Item& gone = sample.cells[1];
    const auto others = [&](const Item& item) { return item != gone; };
    const Value once = op_remove_f(context, to_value(gone), pending(context, sample.packing, sample.cells));
    REQUIRE(items_of(once) == model.filtered(others).items());
    // Kept of what was kept, asked for at once; and the cells' members in the middle of it.
    const Item& second = sample.cells[2];
    const Value twice =
        op_remove_f(context, to_value(second),
                    op_remove_f(context, to_value(gone), pending(context, sample.packing, sample.cells)));
    REQUIRE(contains(context, twice, to_value(sample.cells[0])).as_bool());
    REQUIRE_FALSE(contains(context, twice, to_value(gone)).as_bool());
    REQUIRE(items_of(twice) ==
            model.filtered(others).filtered([&](const Item& item) { return item != second; }).items());
  });
}

TEST_CASE("sets combined with others iterate as CPython's", "[set]") {
  for_each_sample([](Context& context, const Sample& sample) {
    const PythonSet model(sample.cells);
    for (const std::size_t step : {2u, 7u, 60u}) {
      const std::vector<Item> some = half_and_others(sample, step);
      const PythonSet other(some);
      const auto of_both = [&](OpId op) {
        const Value sets[] = {pending(context, sample.packing, sample.cells), pending(context, sample.packing, some)};
        return items_of(call_op(context, op, sets, 2));
      };
      REQUIRE(of_both(OpId::op_intersection) == model.intersection(other).items());
      REQUIRE(of_both(OpId::op_difference) ==
              model.filtered([&](const Item& item) { return !other.contains(item); }).items());
      const Value a = pending(context, sample.packing, sample.cells), b = pending(context, sample.packing, some);
      REQUIRE(items_of(set_difference(context, a.set(), b.set())) == model.difference(other).items());
      REQUIRE(of_both(OpId::op_combine_f) == model.copy().merge(other).items());
    }
  });
}

TEST_CASE("mapped and merged sets iterate as CPython's", "[set]") {
  for_each_sample([](Context& context, const Sample& sample) {
    const PythonSet model(sample.cells);
    const Value moved = op_shift(context, pending(context, sample.packing, sample.cells), Value::pair(3, -5));
    REQUIRE(items_of(moved) == shifted(model, 3, -5).items());

    const std::vector<Item> some = half_and_others(sample, 2);
    const Value parts[] = {pending(context, sample.packing, sample.cells),
                           op_shift(context, pending(context, sample.packing, some), Value::pair(1, 1))};
    const PythonSet models[] = {model, shifted(PythonSet(some), 1, 1)};
    const Value outer = make_set(context, parts, 2);
    const bool as_given = &outer.set().values()[0].set() == &parts[0].set();
    PythonSet all;
    for (const Item& item : models[as_given ? 0 : 1].items()) all.add(item);
    for (const Item& item : models[as_given ? 1 : 0].items()) all.add(item);
    REQUIRE(items_of(op_merge_f(context, outer)) == all.items());
    const SetRep* sets[] = {&parts[0].set(), &parts[1].set()};
    REQUIRE(items_of(merge_set_of_cell_sets(context, sample.packing, sets, 2)) == all.items());
  });
}

TEST_CASE("many merged sets, of which most add few cells, iterate as CPython's", "[set]") {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    Context context(ErrorMode::Raw);
    const int side = 2 + round % 34;  // beyond 32 there are no rows
    const Packing packing = round % 2 == 0 ? Packing::Locations : Packing::Colored;
    std::vector<const SetRep*> sets;
    PythonSet all;
    for (int k = 0; k < 2 + round % 60; ++k) {
      const Sample sample =
          scattered(random, "", packing, 1 + random() % static_cast<unsigned>(side), -1, side - 2, {5});
      Value set = pending(context, packing, sample.cells);
      PythonSet model(sample.cells);
      if (random() % 4 == 0) {
        set = op_shift(context, set, Value::pair(1, -1));
        model = shifted(model, 1, -1);
      }
      sets.push_back(&set.set());
      for (const Item& item : model.items()) all.add(item);
    }
    INFO("round " << round);
    REQUIRE(items_of(merge_cell_sets(context, packing, sets.data(), sets.size())) == all.items());
  }
}

TEST_CASE("enlarged objects iterate as CPython's", "[set]") {
  for_each_sample([](Context& context, const Sample& sample) {
    if (sample.packing != Packing::Colored) return;
    int top = 5000, left = 5000;
    for (const Item& cell : sample.cells) {
      top = std::min(top, cell[0]);
      left = std::min(left, cell[1]);
    }
    PythonSet scaled;
    for (const Item& cell : shifted(PythonSet(sample.cells), -top, -left).items())
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) scaled.add({cell[0] * 2 + i, cell[1] * 2 + j, cell[2]});
    const Value upscaled = op_upscale_f(context, pending(context, sample.packing, sample.cells), Value::integer(2));
    REQUIRE(items_of(upscaled) == shifted(scaled.copy(), top, left).items());
  });
}

TEST_CASE("locations with colours of a grid iterate as CPython's", "[set]") {
  for (const BodyPolicy bodies : {BodyPolicy::Fast, BodyPolicy::Checked})
    for (const int color : {3, 16, -1, 127, -128}) {
      Context context(ErrorMode::Raw);
      context.set_body_policy(bodies);
      std::vector<std::int8_t> bytes(200 * 200, 0);
      for (std::size_t k = 0; k < bytes.size(); k += 7) bytes[k] = static_cast<std::int8_t>(color);
      const Value grid = make_grid(context, bytes.data(), 200, 200);
      std::vector<Item> locations;
      for (int k = 0; k < 40; ++k) locations.push_back({k * 31 % 203, k * 17 % 199});
      PythonSet model;
      for (const Item& place : PythonSet(locations).items())
        if (place[0] < 200) model.add({place[0], place[1], bytes[static_cast<std::size_t>(place[0] * 200 + place[1])]});
      const Value object = op_toobject(context, pending(context, Packing::Locations, locations), grid);
      REQUIRE(items_of(object) == model.items());
    }
}

TEST_CASE("objects of odd colours and large grids iterate alike on both paths", "[set]") {
  std::mt19937 random(3);
  for (const int side : {12, 200})
    for (const int color : {16, -1, 127, -128}) {
      Context context(ErrorMode::Raw);
      std::vector<std::int8_t> bytes(static_cast<std::size_t>(side * side));
      for (std::int8_t& byte : bytes) byte = static_cast<std::int8_t>(random() % 3 == 0 ? color : 0);
      const Value grid = make_grid(context, bytes.data(), side, side);
      const auto objects = [&](BodyPolicy bodies) {
        context.set_body_policy(bodies);
        const Value found = op_o_g(context, grid, Value::integer(5));
        const Value merged = op_merge_f(context, found);
        const Value less = op_remove_f(context, Value::cell(0, 0, 0), merged);
        return encode(found).dump() + encode(less).dump();
      };
      REQUIRE(objects(BodyPolicy::Fast) == objects(BodyPolicy::Checked));
    }
}

TEST_CASE("borders and neighbours iterate as CPython's", "[set]") {
  for (const BodyPolicy bodies : {BodyPolicy::Fast, BodyPolicy::Checked})
    for (const int far : {3, 30, 400, 2000}) {
      Context context(ErrorMode::Raw);
      context.set_body_policy(bodies);
      const std::vector<Item> corners{{-far, -far}, {far / 2, far}};
      PythonSet vertical, east, horizontal, south;
      for (int i = -far; i <= far / 2; ++i) vertical.add({i, -far}), east.add({i, far});
      for (int j = -far; j <= far; ++j) horizontal.add({-far, j}), south.add({far / 2, j});
      PythonSet border = vertical.copy().merge(east).copy().merge(horizontal.copy().merge(south));
      const Value box = op_box(context, pending(context, Packing::Locations, corners));
      REQUIRE(items_of(box) == border.copy().items());

      PythonSet direct({{far - 1, 0}, {far + 1, 0}, {far, -1}, {far, 1}});
      PythonSet diagonal({{far - 1, -1}, {far - 1, 1}, {far + 1, -1}, {far + 1, 1}});
      REQUIRE(items_of(op_neighbors(context, Value::pair(far, 0))) == direct.copy().merge(diagonal).items());
    }
}

TEST_CASE("members are found among listed cells of any colour and place", "[set]") {
  for (const Sample& sample : samples()) {
    Context context;
    std::vector<Cell> cells;
    for (const Item& item : sample.cells) cells.push_back(to_cell(item));
    cells.back() = sample.packing == Packing::Colored ? Cell(-1, -1, -1) : Cell(-1, -1);  // all bits are set
    const Value set = make_distinct_cell_set(context, sample.packing, cells.data(), cells.size());
    const ListedCells listed(set.set(), context);
    const ListedMembers members(listed);
    for (const Cell cell : cells) REQUIRE(members.contains(cell));
    for (const Cell cell : cells) REQUIRE_FALSE(members.contains(Cell(cell.i() + 1000, cell.j(), cell.c())));
  }
}
