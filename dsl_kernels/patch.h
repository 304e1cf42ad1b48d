// A set of packed cells as the patch it stands for. A patch is read in one of three ways: `_f` ops take either kind
// of set, `_i` ops indices, `_o` ops objects.
#pragma once

#include <algorithm>
#include <cstdint>

#include "batt/value.h"
#include "runtime/value/cell_extent.h"
#include "runtime/value/set.h"

namespace batt {

enum class Reading : std::uint8_t { Patch, Indices, Object };

/// The set of `patch` if its cells are packed and it can be read this way; else null. Never an empty set.
BATT_HD inline const SetRep* packed(Value patch, Reading reading) {
  if (!patch.is_set() || !patch.set().is_cells()) return nullptr;
  const SetRep& set = patch.set();
  const bool fits = reading == Reading::Patch || (reading == Reading::Object) == (set.packing == Packing::Colored);
  return fits ? &set : nullptr;
}

/// Whether `patch` is a tuple of locations or cells that is packed as the rows of a grid, and can be read this way.
BATT_HD inline bool is_listed(Value patch, Reading reading) {
  return patch.is_grid() &&
         ((patch.width() == 2 && reading != Reading::Object) || (patch.width() == 3 && reading != Reading::Indices));
}

/// The box around a patch, if its cells are packed and can be read this way; else false.
BATT_HD inline bool find_extent(Value patch, Reading reading, Extent& extent) {
  if (const SetRep* cells = packed(patch, reading)) {
    extent = cells->extent();
    return true;
  }
  if (!is_listed(patch, reading)) return false;
  const std::int8_t* row = patch.bytes();
  extent = {row[0], row[1], row[0], row[1]};
  for (int k = 1; k < patch.height(); ++k) {
    row += patch.width();
    extent = {std::min<int>(extent.top, row[0]), std::min<int>(extent.left, row[1]),
              std::max<int>(extent.bottom, row[0]), std::max<int>(extent.right, row[1])};
  }
  return true;
}

}  // namespace batt
