#include "runtime/value/cell_extent.h"

#include <algorithm>
#include <limits>

#include "runtime/team/cell_jobs.h"
#include "runtime/team/team.h"
#include "runtime/value/load_ahead.h"

namespace batt {

/// A cell's row lies in its highest bits, so whole cells compare like their rows (and, shifted, like their columns).
BATT_HD Extent extent_of(const Cell* cells, std::size_t count) {
  constexpr std::size_t worth_a_team = 28;
  if (count >= worth_a_team && team::is_there()) {
    BoundCells job{cells, count, {}, 0};
    team::run(job);
    return job.extent;
  }
  constexpr int row_shift = 20, column_shift = 12;
  std::int32_t top = std::numeric_limits<std::int32_t>::max(), left = top;
  std::int32_t bottom = std::numeric_limits<std::int32_t>::min(), right = bottom;
  const auto include = [&](std::size_t, std::uint32_t bits) {
    const auto by_row = static_cast<std::int32_t>(bits);
    const auto by_column = static_cast<std::int32_t>(bits << column_shift);
    top = std::min(top, by_row);
    bottom = std::max(bottom, by_row);
    left = std::min(left, by_column);
    right = std::max(right, by_column);
  };
  load_ahead(
      count, [cells](std::size_t k) { return cells[k].bits(); }, include);
  return {top >> row_shift, left >> row_shift, bottom >> row_shift, right >> row_shift};
}

}  // namespace batt
