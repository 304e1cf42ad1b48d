// The smallest box around some cells.
#pragma once

#include <cstddef>

#include "batt/cell.h"
#include "batt/target.h"

namespace batt {

/// The sides belong to the box.
struct Extent {
  int top, left, bottom, right;

  BATT_HD int height() const { return bottom - top + 1; }
  BATT_HD int width() const { return right - left + 1; }
};

/// Of at least one cell.
BATT_HD Extent extent_of(const Cell* cells, std::size_t count);

}  // namespace batt
