// A row of bytes as bits: which of its cells have some colour.
#pragma once

#include <cstdint>
#include <cstring>

#include "batt/value.h"

namespace batt {

/// A bit for each of up to 64 cells that equals `color`.
BATT_HD inline std::uint64_t cells_equal(const std::int8_t* row, int width, std::int8_t color) {
  constexpr std::uint64_t ones = 0x0101010101010101ull, low_bits = 0x7f * ones, high_bits = 0x80 * ones;
  const std::uint64_t wanted = ones * static_cast<std::uint8_t>(color);
  std::uint64_t mask = 0;
  int j = 0;
  for (; j + 8 <= width; j += 8) {
    std::uint64_t bytes;
    std::memcpy(&bytes, row + j, 8);
    const std::uint64_t differ = bytes ^ wanted;
    const std::uint64_t marks = ~(((differ & low_bits) + low_bits) | differ) & high_bits;
    // A multiplication gathers the eight marks side by side.
    mask |= ((marks >> 7) * 0x0102040810204080ull >> 56) << j;
  }
  for (; j < width; ++j) mask |= static_cast<std::uint64_t>(row[j] == color) << j;
  return mask;
}

/// A grid of bytes whose rows fit a word.
BATT_HD inline bool has_row_masks(Value grid) { return grid.is_grid() && grid.height() < 256 && grid.width() <= 64; }

BATT_HD inline const std::int8_t* row_at(Value grid, int i) {
  return grid.bytes() + static_cast<std::ptrdiff_t>(i) * grid.width();
}

}  // namespace batt
