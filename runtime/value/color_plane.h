// Where the colours of cells with rows lie.
#pragma once

#include <cstdint>

#include "runtime/value/cell_rows.h"

namespace batt {

/// Where the colours of cells lie: sets that share a plane agree in the colours of all cells.
struct ColorPlane {
  std::intptr_t origin;  ///< where the colour of (0, 0) would be
  int pitch;

  explicit ColorPlane(const CellRows& cells)
      : origin(cells.colors == nullptr
                   ? 0
                   : reinterpret_cast<std::intptr_t>(cells.colors) - cells.top * cells.pitch - cells.left),
        pitch(cells.pitch) {}
  bool operator==(const ColorPlane& other) const {
    return origin == other.origin && pitch == other.pitch && origin != 0;
  }
  /// Whether the colours of these cells, which have some, lie in it.
  bool holds(const CellRows& cells) const {
    return pitch == cells.pitch && cells.colors == from(cells.top, cells.left);
  }
  /// As seen from the first cell of a window.
  const std::int8_t* from(int top, int left) const {
    return reinterpret_cast<const std::int8_t*>(origin + top * pitch + left);
  }
};

}  // namespace batt
