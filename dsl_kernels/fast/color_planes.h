// Small grids as bits: for each of the colours 0 to 9 and each row, the columns where that colour stands.
#pragma once

#include <cstdint>

#include "batt/value.h"

namespace batt {

inline constexpr int plane_colors = 10;
inline constexpr int plane_side = 30;

constexpr std::uint32_t all_columns(int width) { return (std::uint32_t{1} << width) - 1; }

struct ColorPlanes {
  std::uint32_t rows[plane_colors][plane_side];
};

/// Whether a value is a grid of such colours, at most plane_side cells high and wide.
bool has_color_planes(Value grid);

/// The planes of a grid for which has_color_planes holds.
void make_color_planes(Value grid, ColorPlanes& planes);

}  // namespace batt
