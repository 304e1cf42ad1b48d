// Mirrors, rotations, scaling and concatenation of grids of bytes.
#include <algorithm>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/value/bytes.h"

namespace batt {
namespace {

BATT_HD std::uint64_t times_of(Value factor) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(factor.as_int(), 0));
}

/// Every cell of a grid of bytes as `down` x `across` cells.
BATT_HD Value enlarge(Context& context, Value grid, std::uint64_t down, std::uint64_t across) {
  const std::uint64_t height = bounded_product(static_cast<std::uint64_t>(grid.height()), down);
  const std::uint64_t pitch = bounded_product(static_cast<std::uint64_t>(grid.width()), across);
  claim_grid(context, height, pitch);
  const std::size_t count = height * pitch;
  auto* bytes = context.arena().allocate<std::int8_t>(count);
  std::int8_t* out = bytes;
  for (int i = 0; i < grid.height() && count != 0; ++i) {
    const std::int8_t* source = grid.bytes() + static_cast<std::ptrdiff_t>(i) * grid.width();
    std::int8_t* line = out;
    for (int j = 0; j < grid.width(); ++j)
      for (std::uint64_t copy = 0; copy < across; ++copy) *out++ = source[j];
    for (std::uint64_t copy = 1; copy < down; ++copy, out += pitch) copy_bytes(out, line, pitch);
  }
  return make_grid(context, bytes, static_cast<int>(height), static_cast<int>(pitch));
}

}  // namespace

BATT_HD Value hmirror_t_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return hmirror_t_general(context, grid);
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + (h - 1) * std::ptrdiff_t{w}, h, w, -w, 1);
}

BATT_HD Value vmirror_t_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return vmirror_t_general(context, grid);
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + w - 1, h, w, w, -1);
}

BATT_HD Value dmirror_t_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return dmirror_t_general(context, grid);
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes(), w, h, 1, w);
}

BATT_HD Value cmirror_t_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return cmirror_t_general(context, grid);
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + h * std::ptrdiff_t{w} - 1, w, h, -1, -w);
}

BATT_HD Value rot90_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return rot90_general(context, grid);
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + (h - 1) * std::ptrdiff_t{w}, w, h, 1, -w);
}

BATT_HD Value rot180_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return rot180_general(context, grid);
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + h * std::ptrdiff_t{w} - 1, h, w, -w, -1);
}

BATT_HD Value rot270_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return rot270_general(context, grid);
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + w - 1, w, h, -1, w);
}

BATT_HD Value mir_rot_t_packed(Context& context, Value grid, Value type) {
  return mir_rot_t_general(context, grid, type);
}

BATT_HD Value hupscale_packed(Context& context, Value grid, Value factor) {
  if (!grid.is_grid() || !factor.is_int()) return hupscale_general(context, grid, factor);
  return enlarge(context, grid, 1, times_of(factor));
}

BATT_HD Value vupscale_packed(Context& context, Value grid, Value factor) {
  if (!grid.is_grid() || !factor.is_int()) return vupscale_general(context, grid, factor);
  return enlarge(context, grid, times_of(factor), 1);
}

BATT_HD Value upscale_t_packed(Context& context, Value grid, Value factor) {
  if (!grid.is_grid() || !factor.is_int()) return upscale_t_general(context, grid, factor);
  return enlarge(context, grid, times_of(factor), times_of(factor));
}

BATT_HD Value downscale_packed(Context& context, Value grid, Value factor) {
  if (!grid.is_grid() || !factor.is_int() || factor.as_int() == 0) return downscale_general(context, grid, factor);
  const int h = grid.height(), w = grid.width();
  const std::int64_t largest = std::max(h, w), bounded = std::clamp(factor.as_int(), -largest, largest);
  const int step = static_cast<int>(bounded < 0 ? -bounded : bounded);
  return strided_copy(context, grid.bytes(), (h + step - 1) / step, (w + step - 1) / step, std::ptrdiff_t{step} * w,
                      step);
}

BATT_HD Value hconcat_packed(Context& context, Value a, Value b) {
  if (!a.is_grid() || !b.is_grid()) return hconcat_general(context, a, b);
  const int height = std::min(a.height(), b.height()), width = a.width() + b.width();
  const std::size_t pitch = static_cast<std::size_t>(width), count = static_cast<std::size_t>(height) * pitch;
  context.charge(count);
  auto* bytes = context.arena().allocate<std::int8_t>(count);
  for (int i = 0; i < height; ++i) {
    std::int8_t* line = bytes + static_cast<std::size_t>(i) * pitch;
    copy_bytes(line, a.bytes() + static_cast<std::ptrdiff_t>(i) * a.width(), static_cast<std::size_t>(a.width()));
    copy_bytes(line + a.width(), b.bytes() + static_cast<std::ptrdiff_t>(i) * b.width(),
               static_cast<std::size_t>(b.width()));
  }
  return make_grid(context, bytes, height, width);
}

BATT_HD Value vconcat_packed(Context& context, Value a, Value b) {
  if (!a.is_grid() || !b.is_grid() || a.width() != b.width()) return vconcat_general(context, a, b);
  const std::size_t above = cell_count(a), below = cell_count(b);
  context.charge(above + below);
  auto* bytes = context.arena().allocate<std::int8_t>(above + below);
  copy_bytes(bytes, a.bytes(), above);
  copy_bytes(bytes + above, b.bytes(), below);
  return make_grid(context, bytes, a.height() + b.height(), a.width());
}

}  // namespace batt
