#include "dsl_kernels/checked/color_planes.h"

#include <algorithm>
#include <cstring>

#include "dsl_kernels/checked/grid_access.h"

namespace batt {
namespace {

/// Bit `which` of each of a row's bytes, side by side. Eight bytes at a time: a multiplication gathers their bits.
std::uint32_t gather_bits(const std::int8_t* row, int width, int which) {
  std::uint32_t bits = 0;
  for (int j = 0; j < width; j += 8) {
    std::uint64_t bytes;
    std::memcpy(&bytes, row + j, 8);
    const std::uint64_t lowest = bytes >> which & 0x0101010101010101ull;
    bits |= static_cast<std::uint32_t>(lowest * 0x0102040810204080ull >> 56) << j;
  }
  return bits & all_columns(width);
}

}  // namespace

bool has_color_planes(Value grid) {
  if (!grid.is_grid() || grid.height() > plane_side || grid.width() > plane_side) return false;
  std::uint8_t largest = 0;
  for (std::size_t k = 0; k < cell_count(grid); ++k) largest = std::max(largest, static_cast<std::uint8_t>(grid.bytes()[k]));
  return largest < plane_colors;
}

void make_color_planes(Value grid, ColorPlanes& planes) {
  constexpr int digit_count = 4;  // of a colour in binary
  const int height = grid.height(), width = grid.width();
  // gather_bits reads whole words, also behind the last row.
  std::int8_t bytes[plane_side * plane_side + 8];
  std::memcpy(bytes, grid.bytes(), cell_count(grid));
  std::memset(bytes + cell_count(grid), 0, 8);
  std::uint32_t digits[digit_count][plane_side];
  for (int i = 0; i < height; ++i)
    for (int which = 0; which < digit_count; ++which) digits[which][i] = gather_bits(bytes + i * width, width, which);
  for (int color = 0; color < plane_colors; ++color)
    for (int i = 0; i < height; ++i) {
      std::uint32_t row = all_columns(width);
      for (int which = 0; which < digit_count; ++which) row &= (color >> which & 1) != 0 ? digits[which][i] : ~digits[which][i];
      planes.rows[color][i] = row;
    }
}

}  // namespace batt
