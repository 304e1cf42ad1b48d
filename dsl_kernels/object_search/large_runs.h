// Grids of bytes of any size as runs, and which of these make one object.
#pragma once

#include <cstdint>

#include "dsl_kernels/object_search/components.h"
#include "dsl_kernels/object_search/run_joiner.h"
#include "dsl_kernels/runs.h"
#include "runtime/value/arena.h"
#include "runtime/value/bits.h"

namespace batt {

/// The cells of a grid, row by row.
struct GridBytes {
  const std::int8_t* bytes;
  int height, width;
};

/// Neighbouring cells of one colour in one row.
struct LargeRun {
  std::uint32_t parent;          ///< for whoever joins runs; then the number of its object
  std::int32_t row, begin, end;  ///< the columns from begin to end - 1
  std::int8_t color;

  BATT_HD int size() const { return end - begin; }
};

/// Calls use(j) for the first cell of a row, and for each one that differs from its left neighbour.
template <class Use>
BATT_HD void for_each_start(const std::int8_t* row, int width, Use use) {
  use(0);
  int j = 1;
  for (; j + 8 <= width; j += 8)
    for (std::uint64_t starts = eight_starts(row + j); starts != 0; starts &= starts - 1)
      use(j + bits::trailing_zeros(starts));
  for (; j < width; ++j)
    if (row[j] != row[j - 1]) use(j);
}

/// The runs of a grid's foreground, row by row.
class LargeRuns {
 public:
  /// `background` is looked at for kinds without it.
  BATT_HD LargeRuns(Arena& scratch, const GridBytes& grid, const ObjectKind& kind, std::int8_t background) {
    std::size_t starts = 0;
    const std::int8_t* row = grid.bytes;
    for (int i = 0; i < grid.height; ++i, row += grid.width) for_each_start(row, grid.width, [&](int) { ++starts; });
    runs = scratch.allocate<LargeRun>(starts);
    row = grid.bytes;
    for (int i = 0; i < grid.height; ++i, row += grid.width) {
      const std::uint32_t first = count;
      for_each_start(row, grid.width, [&](int j) {
        if (count != first) runs[count - 1].end = j;
        runs[count++] = {0, i, j, grid.width, row[j]};
      });
      if (kind.without_background) drop(first, background);
    }
  }

  BATT_HD LargeRun* begin() const { return runs; }
  BATT_HD LargeRun* end() const { return runs + count; }

  LargeRun* runs = nullptr;
  std::uint32_t count = 0;

 private:
  /// Leaves the runs of a colour out, from this one on.
  BATT_HD void drop(std::uint32_t first, std::int8_t color) {
    std::uint32_t kept = first;
    for (std::uint32_t k = first; k < count; ++k)
      if (runs[k].color != color) runs[kept++] = runs[k];
    count = kept;
  }
};

/// Joins the runs to objects and puts the number of its object into each; returns how many objects there are.
BATT_HD inline std::uint32_t number_objects(const LargeRuns& runs, const ObjectKind& kind) {
  if (kind.is_whole_grid()) return 1;  // where every parent is 0 already
  RunJoiner(runs.runs, runs.count, kind).join();
  std::uint32_t objects = 0;
  for (std::uint32_t k = 0; k < runs.count; ++k) {
    std::uint32_t& parent = runs.runs[k].parent;
    parent = parent == k ? objects++ : runs.runs[parent].parent;
  }
  return objects;
}

}  // namespace batt
