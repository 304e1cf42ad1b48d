// A set of packed cells as the patch it stands for. A patch is read in one of three ways: `_f` ops take either kind
// of set, `_i` ops indices, `_o` ops objects.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "batt/set.h"
#include "batt/team.h"
#include "batt/value.h"
#include "runtime/value/cell_map.h"

namespace batt {

enum class Reading : std::uint8_t { Patch, Indices, Object };

/// The set behind `patch` if its cells are packed and it can be read this way; else null. Never an empty set.
BATT_HD inline const SetRep* packed(Value patch, Reading reading) {
  if (!patch.is_set() || !patch.set().is_cells()) return nullptr;
  const SetRep& set = patch.set();
  const bool fits = reading == Reading::Patch || (reading == Reading::Object) == (set.packing == Packing::Colored);
  return fits ? &set : nullptr;
}

/// The smallest box around some cells; its sides belong to it.
struct Extent {
  int top, left, bottom, right;

  BATT_HD int height() const { return bottom - top + 1; }
  BATT_HD int width() const { return right - left + 1; }
};

/// A cell's row lies in its highest bits, so whole cells compare like their rows (and, shifted, like their columns).
BATT_HD inline Extent extent_of(const SetRep& set) {
  if (set.size >= worth_bounding_by_team && team::is_there()) {
    const CellBounds bounds = bounds_of(set.any_cells(), set.size);
    return {bounds.top, bounds.left, bounds.bottom, bounds.right};
  }
  constexpr int row_shift = 20, column_shift = 12;
  std::int32_t top = std::numeric_limits<std::int32_t>::max(), left = top;
  std::int32_t bottom = std::numeric_limits<std::int32_t>::min(), right = bottom;
  for (std::uint32_t k = 0; k < set.size; ++k) {
    const auto by_row = static_cast<std::int32_t>(set.any_cells()[k].bits());
    const auto by_column = static_cast<std::int32_t>(set.any_cells()[k].bits() << column_shift);
    top = std::min(top, by_row);
    bottom = std::max(bottom, by_row);
    left = std::min(left, by_column);
    right = std::max(right, by_column);
  }
  return {top >> row_shift, left >> row_shift, bottom >> row_shift, right >> row_shift};
}

}  // namespace batt
