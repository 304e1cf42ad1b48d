// The cells of a set as bits, beside or instead of the list of them.
// Most sets of cells lie in a window of 32 x 32. Such a set may have rows: a word for each row of the window. With
// these, unions, differences, boxes, moves and colours take a few vector instructions; the list of the cells is made
// when someone asks for it. On the device, and on machines without vector units, no set has rows
// (runtime/rows/kernels.h).
#pragma once

#include <cstdint>

#include "batt/cell.h"
#include "batt/target.h"
#include "runtime/rows/kernels.h"

namespace batt {

// What every set with rows keeps to:
// - It has as many bits as the set has members: no two members lie at one location.
// - Bits of words[i] beyond `height` rows do not exist; bits of columns beyond 31 cannot.
// - Bit j of words[i] stands for the location (top + i, left + j), which fits a Cell.
// - In a set of coloured cells every member has `color` if `one_color` is set. If `colors` is not null, the member's
//   colour is colors[i * pitch + j]; one of the two is the case.
// - Words and colours lie where the set lies, or in longer-lived memory, and never change.
struct CellRows {
  const std::uint32_t* words = nullptr;  ///< null: the set has no rows
  const std::int8_t* colors = nullptr;
  std::int16_t top = 0, left = 0;
  std::uint8_t height = 0;  ///< at most 32
  std::uint8_t pitch = 0;
  std::int8_t color = 0;
  bool one_color = false;

  BATT_HD bool has(int i, int j) const {
    const int row = i - top, column = j - left;
    return static_cast<unsigned>(row) < height && static_cast<unsigned>(column) < rows::side &&
           (words[row] >> column & 1) != 0;
  }
  /// Of the member at bit j of words[i].
  BATT_HD int color_at(int i, int j) const { return one_color ? color : colors[i * pitch + j]; }
  /// Whether this is a member of a set of coloured cells, or of locations.
  BATT_HD bool holds(Cell cell, bool is_colored) const {
    return has(cell.i(), cell.j()) && (!is_colored || color_at(cell.i() - top, cell.j() - left) == cell.c());
  }

  /// The same cells at other locations.
  BATT_HD bool can_move(std::int64_t down, std::int64_t right) const {
    return Cell::fits(top + down, left + right) && Cell::fits(top + down + rows::side, left + right + rows::side);
  }
  BATT_HD CellRows moved(int down, int right) const {
    CellRows result = *this;
    result.top = static_cast<std::int16_t>(top + down);
    result.left = static_cast<std::int16_t>(left + right);
    return result;
  }
  /// Their locations alone.
  BATT_HD CellRows without_color() const {
    CellRows result = *this;
    result.colors = nullptr;
    result.one_color = false;
    return result;
  }
  /// Their locations in one colour.
  BATT_HD CellRows recolored(std::int8_t by) const {
    CellRows result = *this;
    result.colors = nullptr;
    result.color = by;
    result.one_color = true;
    return result;
  }

  /// The rows as a kernel takes them, for a window that begins at (window_top, window_left).
  rows::Placed placed(int window_top, int window_left) const {
    return {words, height, top - window_top, left - window_left};
  }
  /// The colours of coloured cells, for the same window.
  rows::Colors placed_colors(int window_top, int window_left) const {
    if (one_color || colors == nullptr) return {nullptr, 0, color};
    // As an address: the window may begin before the colours.
    const auto first = reinterpret_cast<std::intptr_t>(colors) + (window_top - top) * pitch + window_left - left;
    return {reinterpret_cast<const std::int8_t*>(first), pitch, 0};
  }
};

/// Whether sets may have rows here.
BATT_HD inline bool rows_enabled() {
#ifdef BATT_ON_DEVICE
  return false;
#else
  return rows::kernels != nullptr;
#endif
}

/// Calls use(i, j, row, column) for each cell, row by row: its location, and where it stands in the window.
template <class Use>
inline void for_each_cell(const CellRows& cells, Use use) {
  for (int row = 0; row < cells.height; ++row)
    for (std::uint32_t rest = cells.words[row]; rest != 0; rest &= rest - 1) {
      const int column = __builtin_ctz(rest);
      use(cells.top + row, cells.left + column, row, column);
    }
}

}  // namespace batt
