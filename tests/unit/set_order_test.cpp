// 100,000 random sets iterate as CPython's do. record_set_orders.py makes the same sets and recorded their orders.
#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "runtime/python/python.h"
#include "runtime/value/set.h"

namespace {

using namespace batt;

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low + 1)));
  }

 private:
  std::uint64_t state_;
};

Value set_of(Context& context, const std::vector<Value>& values) {
  return make_set(context, values.data(), values.size());
}

Value element(Context& context, Random& random, int kind, std::int64_t spread) {
  if (kind == 0) return Value::integer(random.between(-spread, spread * 3));
  if (kind < 3) {
    const Value i = Value::integer(random.between(-3, spread));
    const Value j = Value::integer(random.between(-3, spread));
    if (kind == 1) return make_pair(context, i, j);
    return make_triple(context, i, j, Value::integer(static_cast<std::int64_t>(random.below(10))));
  }
  std::vector<Value> parts;
  const std::uint64_t count = random.below(5);
  for (std::uint64_t k = 0; k < count; ++k) parts.push_back(element(context, random, 1, spread));
  return set_of(context, parts);
}

std::vector<Value> elements(Context& context, Random& random, int kind) {
  constexpr std::uint64_t flat[] = {6, 20, 60, 400}, nested[] = {6, 30};
  const std::uint64_t count = random.below(kind < 3 ? flat[random.below(4)] : nested[random.below(2)]);
  constexpr std::int64_t spreads[] = {4, 12, 30, 200};
  const std::int64_t spread = spreads[random.below(4)];
  std::vector<Value> made;
  for (std::uint64_t k = 0; k < count; ++k) made.push_back(element(context, random, kind, spread));
  return made;
}

Value make_case(Context& context, std::uint64_t seed) {
  Random random(seed);
  const int kind = static_cast<int>(seed % 4);
  const std::vector<Value> a = elements(context, random, kind), b = elements(context, random, kind);
  const Value x = set_of(context, a), y = set_of(context, b);
  switch (random.below(7)) {
    case 0: return x;
    case 1: return copy_of_set(context, x.set());
    case 2: return set_union(context, x.set(), y.set());
    case 3: return set_intersection(context, x.set(), y.set());
    case 4: return set_difference(context, x.set(), y.set());
    case 5: {
      const Value few =
          set_of(context, {b.begin(), b.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(2, b.size()))});
      return set_union(context, set_difference(context, x.set(), few.set()).set(), y.set());
    }
    default: {
      std::vector<Value> all = a;
      all.insert(all.end(), b.begin(), b.end());
      return copy_of_set(context, set_difference(context, set_of(context, all).set(), y.set()).set());
    }
  }
}

void mix(std::uint64_t& state, Value value) {
  const auto step = [&](std::uint64_t number) { state = (state ^ number) * 0x100000001B3ull; };
  if (value.is_int()) return step(static_cast<std::uint64_t>(value.as_int()));
  step(static_cast<std::uint64_t>(length(value).as_int()));
  if (value.is_set())
    for (std::uint32_t k = 0; k < value.set().size; ++k) mix(state, value.set().at(k));
  else
    for (std::int32_t k = 0; k < value.tuple_size(); ++k) mix(state, value.item(k));
}

TEST_CASE("sets iterate in CPython's order", "[set]") {
  std::ifstream recorded(BATT_TEST_DIR "/golden/set_orders.txt");
  REQUIRE(recorded);
  Context context;
  std::string expected;
  std::uint64_t line = 0;
  for (; recorded >> expected; ++line) {
    std::uint64_t state = 0xCBF29CE484222325ull;
    for (std::uint64_t k = 0; k < 100; ++k) {
      context.reset();
      mix(state, make_case(context, line * 100 + k));
    }
    INFO("cases " << line * 100 << " to " << line * 100 + 99);
    REQUIRE(state == std::stoull(expected, nullptr, 16));
  }
  REQUIRE(line == 1000);
}

/// merge(outer) by iterating over the outer set and over each of its members.
Value merged_by_hand(Context& context, Value outer) {
  std::vector<Value> cells;
  for (std::uint32_t k = 0; k < outer.set().size; ++k) {
    const SetRep& part = outer.set().values()[k].set();
    for (std::uint32_t place = 0; place < part.size; ++place) cells.push_back(part.at(place));
  }
  return set_of(context, cells);
}

TEST_CASE("a merge of sets made without the outer set has its order", "[set]") {
  Context context;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    context.reset();
    Random random(seed);
    const int kind = static_cast<int>(1 + seed % 2);
    std::vector<Value> sets;
    const std::uint64_t count = 1 + random.below(seed % 3 == 0 ? 40 : 8);
    for (std::uint64_t k = 0; k < count; ++k) {
      const std::vector<Value> cells = elements(context, random, kind);
      sets.push_back(set_of(context, cells));
      // An equal set that iterates in another order may come later: the first one stays.
      if (random.below(4) == 0) sets.push_back(set_of(context, {cells.rbegin(), cells.rend()}));
    }
    sets.push_back(set_of(context, {element(context, random, kind, 12)}));
    std::vector<const SetRep*> parts;
    for (const Value& set : sets) parts.push_back(&set.set());
    const Packing packing = kind == 1 ? Packing::Locations : Packing::Colored;
    const Value merged = merge_set_of_cell_sets(context, packing, parts.data(), parts.size());
    std::uint64_t state = 0, expected = 0;
    mix(state, merged);
    mix(expected, merged_by_hand(context, set_of(context, sets)));
    INFO("seed " << seed);
    REQUIRE(state == expected);
  }
}

}  // namespace
