// Parts of grids of bytes, and grids of bytes made cell by cell.
#include <algorithm>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/patch.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/value/bytes.h"

namespace batt {
namespace {

/// How many items v[from : from + size] has, for a v of `length` > `from` items; a negative end counts from v's end.
BATT_HD std::int64_t slice_size(std::int64_t from, std::int64_t size, std::int64_t length) {
  const std::int64_t end = from + size;
  return std::max<std::int64_t>((end < 0 ? end + length : end) - from, 0);
}

BATT_HD Value crop_bytes(Context& context, Value grid, std::int64_t top, std::int64_t left, std::int64_t height,
                         std::int64_t width) {
  const bool fits = top >= 0 && top < grid.height() && left >= 0 && left < grid.width() &&
                    top + height <= grid.height() && left + width <= grid.width();
  if (!fits) return Value::empty_tuple();
  return copy_window(context, grid, static_cast<int>(top), static_cast<int>(left),
                     static_cast<int>(slice_size(top, height, grid.height())),
                     static_cast<int>(slice_size(left, width, grid.width())));
}

/// The n parts of hsplit and vsplit along an axis of `extent` cells: part(offset, size).
template <class Part>
BATT_HD Value split(Context& context, std::int64_t extent, std::int64_t n, Part part) {
  if (n == 0) return Value::error(Exception::ZeroDivisionError);
  if (n < 0) return Value::empty_tuple();
  const std::int64_t size = extent / n, step = size + (extent % n != 0 ? 1 : 0);
  ArenaScope scope(context.scratch());
  Value* parts = context.scratch().allocate<Value>(static_cast<std::size_t>(n));
  context.charge(static_cast<std::uint64_t>(n));
  for (std::int64_t k = 0; k < n; ++k) parts[k] = part(step * k, size);
  return make_tuple(context, parts, static_cast<std::size_t>(n));
}

/// A grid of bytes, each changed.
template <class Change>
BATT_HD Value map_bytes(Context& context, Value grid, Change change) {
  const std::size_t count = cell_count(grid);
  context.charge(count);
  const std::int8_t* from = grid.bytes();
  auto* bytes = context.arena().allocate<std::int8_t>(count);
  for (std::size_t k = 0; k < count; ++k) bytes[k] = change(from[k]);
  return make_grid(context, bytes, grid.height(), grid.width());
}

BATT_HD Value cellwise_bytes(Context& context, Value a, Value b, std::int8_t fallback) {
  context.charge(cell_count(a));
  auto* bytes = context.arena().allocate<std::int8_t>(cell_count(a));
  for (int i = 0; i < a.height(); ++i) {
    const std::int8_t* line_a = a.bytes() + static_cast<std::ptrdiff_t>(i) * a.width();
    const std::int8_t* line_b = b.bytes() + static_cast<std::ptrdiff_t>(i) * b.width();
    std::int8_t* out = bytes + static_cast<std::ptrdiff_t>(i) * a.width();
    const int shared = i < b.height() ? std::min(a.width(), b.width()) : 0;
    for (int j = 0; j < shared; ++j) out[j] = line_a[j] == line_b[j] ? line_a[j] : fallback;
    for (int j = shared; j < a.width(); ++j) out[j] = fallback;
  }
  return make_grid(context, bytes, a.height(), a.width());
}

/// Whether row i holds more than one value.
BATT_HD bool is_varied_row(Value grid, int i) {
  const std::int8_t* line = grid.bytes() + static_cast<std::ptrdiff_t>(i) * grid.width();
  for (int j = 1; j < grid.width(); ++j)
    if (line[j] != line[0]) return true;
  return false;
}

/// keep[j]: whether column j holds more than one value.
BATT_HD void find_varied_columns(Value grid, bool* keep) {
  const int width = grid.width();
  const std::int8_t* first = grid.bytes();
  fill_bytes(keep, 0, static_cast<std::size_t>(width));
  for (int i = 1; i < grid.height(); ++i) {
    const std::int8_t* line = first + static_cast<std::ptrdiff_t>(i) * width;
    for (int j = 0; j < width; ++j) keep[j] = keep[j] | (line[j] != first[j]);
  }
}

BATT_HD Value compress_bytes(Context& context, Value grid) {
  const int height = grid.height(), width = grid.width();
  ArenaScope scope(context.scratch());
  bool* keep_row = context.scratch().allocate<bool>(static_cast<std::size_t>(height));
  bool* keep_column = context.scratch().allocate<bool>(static_cast<std::size_t>(width));
  int rows = 0, columns = 0;
  for (int i = 0; i < height; ++i) rows += keep_row[i] = is_varied_row(grid, i);
  find_varied_columns(grid, keep_column);
  for (int j = 0; j < width; ++j) columns += keep_column[j];
  context.charge(cell_count(grid));
  if (rows == height && columns == width) return grid;
  auto* bytes =
      context.arena().allocate<std::int8_t>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  std::int8_t* out = bytes;
  for (int i = 0; i < height; ++i) {
    if (!keep_row[i]) continue;
    const std::int8_t* line = grid.bytes() + static_cast<std::ptrdiff_t>(i) * width;
    for (int j = 0; j < width; ++j)
      if (keep_column[j]) *out++ = line[j];
  }
  return make_grid(context, bytes, rows, columns);
}

}  // namespace

BATT_HD Value crop_packed(Context& context, Value grid, Value start, Value dims) {
  if (grid.is_grid() && start.is_pair() && dims.is_pair())
    return crop_bytes(context, grid, start.i(), start.j(), dims.i(), dims.j());
  return crop_general(context, grid, start, dims);
}

BATT_HD Value subgrid_packed(Context& context, Value patch, Value grid) {
  Extent extent;
  if (!grid.is_grid() || !find_extent(patch, Reading::Patch, extent)) return subgrid_general(context, patch, grid);
  return crop_bytes(context, grid, extent.top, extent.left, extent.height(), extent.width());
}

BATT_HD Value hsplit_packed(Context& context, Value grid, Value n) {
  if (!grid.is_grid() || !n.is_int()) return hsplit_general(context, grid, n);
  return split(context, grid.width(), n.as_int(), [&](std::int64_t offset, std::int64_t width) {
    return crop_bytes(context, grid, 0, offset, grid.height(), width);
  });
}

BATT_HD Value vsplit_packed(Context& context, Value grid, Value n) {
  if (!grid.is_grid() || !n.is_int()) return vsplit_general(context, grid, n);
  return split(context, grid.height(), n.as_int(), [&](std::int64_t offset, std::int64_t height) {
    return crop_bytes(context, grid, offset, 0, height, grid.width());
  });
}

BATT_HD Value cellwise_packed(Context& context, Value a, Value b, Value fallback) {
  if (a.is_grid() && b.is_grid() && fits_byte(fallback))
    return cellwise_bytes(context, a, b, static_cast<std::int8_t>(fallback.as_int()));
  return cellwise_general(context, a, b, fallback);
}

BATT_HD Value replace_packed(Context& context, Value grid, Value replacee, Value replacer) {
  if (!grid.is_grid()) return replace_general(context, grid, replacee, replacer);
  std::int8_t from = 0;
  if (!equals_byte(replacee, from)) return grid;
  if (!fits_byte(replacer)) return replace_general(context, grid, replacee, replacer);
  const auto to = static_cast<std::int8_t>(replacer.as_int());
  if (Value replaced; replace_by_rows(context, grid, from, to, replaced)) return replaced;
  return map_bytes(context, grid, [from, to](std::int8_t byte) { return byte == from ? to : byte; });
}

BATT_HD Value switch_packed(Context& context, Value grid, Value a, Value b) {
  if (!grid.is_grid() || !fits_byte(a) || !fits_byte(b)) return switch_general(context, grid, a, b);
  const auto color_a = static_cast<std::int8_t>(a.as_int()), color_b = static_cast<std::int8_t>(b.as_int());
  return map_bytes(context, grid, [color_a, color_b](std::int8_t byte) {
    const std::int8_t or_a = byte == color_b ? color_a : byte;
    return byte == color_a ? color_b : or_a;
  });
}

BATT_HD Value index_packed(Context& context, Value grid, Value loc) {
  if (!grid.is_grid() || !loc.is_pair()) return index_general(context, grid, loc);
  const int i = loc.i(), j = loc.j();
  if (i < 0 || i >= grid.height() || j < 0 || j >= grid.width()) return Value::minus_infinity();
  return Value::integer(grid.bytes()[static_cast<std::ptrdiff_t>(i) * grid.width() + j]);
}

BATT_HD Value canvas_packed(Context& context, Value color, Value dimensions) {
  if (!fits_byte(color) || !dimensions.is_pair()) return canvas_general(context, color, dimensions);
  const int height = std::max(dimensions.i(), 0), width = std::max(dimensions.j(), 0);
  const std::size_t count = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  claim_grid(context, static_cast<std::uint64_t>(height), static_cast<std::uint64_t>(width));
  auto* bytes = context.arena().allocate<std::int8_t>(count);
  fill_bytes(bytes, static_cast<int>(color.as_int()), count);
  return make_grid(context, bytes, height, width);
}

BATT_HD Value trim_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return trim_general(context, grid);
  if (grid.height() < 3) return Value::empty_tuple();
  return copy_window(context, grid, 1, 1, grid.height() - 2, std::max(grid.width() - 2, 0));
}

BATT_HD Value tophalf_packed(Context& context, Value grid) {
  return grid.is_grid() ? copy_window(context, grid, 0, 0, grid.height() / 2, grid.width())
                        : tophalf_general(context, grid);
}

BATT_HD Value bottomhalf_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return bottomhalf_general(context, grid);
  const int height = grid.height() / 2;
  return copy_window(context, grid, grid.height() - height, 0, height, grid.width());
}

BATT_HD Value lefthalf_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return lefthalf_general(context, grid);
  if (grid.width() < 2) return Value::empty_tuple();
  return copy_window(context, grid, 0, 0, grid.height(), grid.width() / 2);
}

BATT_HD Value righthalf_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return righthalf_general(context, grid);
  if (grid.width() < 2) return Value::empty_tuple();
  const int width = grid.width() / 2;
  return copy_window(context, grid, 0, grid.width() - width, grid.height(), width);
}

BATT_HD Value compress_packed(Context& context, Value grid) {
  return grid.is_grid() ? compress_bytes(context, grid) : compress_general(context, grid);
}

}  // namespace batt
