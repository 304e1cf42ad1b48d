// Numbers at the ends of their ranges: nothing overflows, which the sanitizers check, and nothing is mistaken for a
// cell.
#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>

#include "batt/cell.h"
#include "runtime/value/hash.h"
#include "tests/unit/python_set.h"

using namespace batt;

namespace {

constexpr std::int64_t edges[] = {std::numeric_limits<std::int64_t>::min(),
                                  std::numeric_limits<std::int64_t>::min() + 1,
                                  std::numeric_limits<std::int32_t>::min(),
                                  -2049,
                                  2048,
                                  std::numeric_limits<std::int32_t>::max(),
                                  std::numeric_limits<std::int64_t>::max() - 1,
                                  std::numeric_limits<std::int64_t>::max()};

}  // namespace

TEST_CASE("no extreme number fits a cell") {
  for (const std::int64_t edge : edges) {
    CHECK_FALSE(Cell::fits(edge, 0));
    CHECK_FALSE(Cell::fits(0, edge));
    CHECK_FALSE(Cell::fits(edge, edge));
    CHECK_FALSE(Cell::color_fits(edge));
  }
  for (const std::int64_t inside : {-2048, -1, 0, 2047}) CHECK(Cell::fits(inside, inside));
  for (const std::int64_t inside : {-128, -1, 0, 127}) CHECK(Cell::color_fits(inside));
  CHECK_FALSE(Cell::color_fits(-129));
  CHECK_FALSE(Cell::color_fits(128));
}

TEST_CASE("pairs and triples of extreme numbers have CPython's hash") {
  constexpr int numbers[] = {
      std::numeric_limits<int>::min(),     std::numeric_limits<int>::min() + 1, -129, -128, -1, 0, 31, 32, 127, 128,
      std::numeric_limits<int>::max() - 1, std::numeric_limits<int>::max()};
  for (const int i : numbers)
    for (const int j : numbers) {
      CHECK(hash::of_pair(i, j) == test::python_hash({i, j}));
      for (const int c : numbers) CHECK(hash::of_triple(i, j, c) == test::python_hash({i, j, c}));
    }
}
