// A grid as the reference's text reads it: len(grid[0]), grid[i][j], 0 <= i < h, for whatever value stands there.
// Also the quick way to a grid of bytes: a copy that walks its source with any stride.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "batt/value.h"
#include "runtime/python/python.h"
#include "runtime/value/build.h"
#include "runtime/value/bytes.h"
#include "runtime/value/context.h"

namespace batt {

struct GridShape {
  std::int64_t height = 0;
  std::int64_t width = 0;
};

/// `h, w = len(grid), len(grid[0])`. None if well.
BATT_HD inline Value read_shape(Context& context, Value grid, GridShape& shape) {
  if (grid.is_grid()) {
    shape = {grid.height(), grid.width()};
    return Value::none();
  }
  BATT_LET(height, length(grid));
  BATT_LET(first_row, subscript(context, grid, 0));
  BATT_LET(width, length(first_row));
  shape = {height.as_int(), width.as_int()};
  return Value::none();
}

/// `grid[i][j]`.
BATT_HD inline Value cell_value(Context& context, Value grid, Value i, Value j) {
  BATT_LET(row, subscript(context, grid, i));
  return subscript(context, row, j);
}
BATT_HD inline Value cell_value(Context& context, Value grid, std::int64_t i, std::int64_t j) {
  BATT_LET(row, subscript(context, grid, i));
  return subscript(context, row, j);
}

/// `0 <= i < limit` as a Bool, or TypeError.
BATT_HD inline Value in_range(Context& context, Value i, std::int64_t limit) {
  BATT_LET(not_below, less_equal(context, Value::integer(0), i));
  return not_below.as_bool() ? less(context, i, Value::integer(limit)) : not_below;
}

/// `0 <= i < h and 0 <= j < w`.
BATT_HD inline Value inside(Context& context, Value i, Value j, const GridShape& shape) {
  BATT_LET(row_inside, in_range(context, i, shape.height));
  return row_inside.as_bool() ? in_range(context, j, shape.width) : row_inside;
}

/// Calls use(i, j, value) for `for i, r in enumerate(grid) for j, c in enumerate(r)`.
template <class Use>
BATT_HD Value for_each_cell(Context& context, Value grid, Use use) {
  Items rows;
  if (!iterate(context, grid, rows)) return type_error();
  for (std::int32_t i = 0; i < rows.size(); ++i) {
    Items row;
    if (!iterate(context, rows[i], row)) return type_error();
    context.charge(static_cast<std::uint64_t>(row.size()));
    for (std::int32_t j = 0; j < row.size(); ++j) BATT_TRY(use(Value::integer(i), Value::integer(j), row[j]));
  }
  return Value::none();
}

/// tuple(iterable).
BATT_HD inline Value to_tuple(Context& context, Value iterable) {
  if (iterable.is_exact_tuple()) return iterable;
  Items items;
  if (!iterate(context, iterable, items)) return type_error();
  ScratchVector parts(context);
  for (std::int32_t k = 0; k < items.size(); ++k) parts.push(items[k]);
  return make_tuple(context, parts);
}

/// The small int that `v` equals in Python's eyes (True is 1, 2.0 is 2); false if there is none.
BATT_HD inline bool equals_byte(Value v, std::int8_t& byte) {
  if (!v.is_number()) return false;
  if (v.is_float() && !(v.as_real() >= min_byte && v.as_real() <= max_byte)) return false;
  const std::int64_t whole = v.is_float() ? static_cast<std::int64_t>(v.as_real()) : v.as_int();
  if (whole < min_byte || whole > max_byte || (v.is_float() && static_cast<double>(whole) != v.as_real())) return false;
  byte = static_cast<std::int8_t>(whole);
  return true;
}

BATT_HD inline std::size_t cell_count(Value grid) {
  return static_cast<std::size_t>(grid.height()) * static_cast<std::size_t>(grid.width());
}

/// Counts a grid before it is built, and ends the sample if it would be too large as values of their own: a result
/// meets the same limit whichever way it is built. `cells` are height * width, or those of rows that differ in length.
BATT_HD inline void claim_grid(Context& context, std::uint64_t height, std::uint64_t width, std::uint64_t cells) {
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max(), small = 1 << 20;
  context.charge(cells);
  if (height > most || width > most) stop(Limit::Memory);
  if (cells < small) return;  // what fits anywhere need not be tried
  ArenaScope scope(context.scratch());
  context.scratch().allocate<Value>(cells);
}

/// a * b, or more than any limit.
BATT_HD inline std::uint64_t bounded_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t most = std::uint64_t{1} << 60;
  return b != 0 && a > most / b ? most : a * b;
}

BATT_HD inline void claim_grid(Context& context, std::uint64_t height, std::uint64_t width) {
  claim_grid(context, height, width, bounded_product(height, width));
}

/// A new grid whose cell (i, j) is start[i * down + j * across].
BATT_HD inline Value strided_copy(Context& context, const std::int8_t* start, int height, int width,
                                  std::ptrdiff_t down, std::ptrdiff_t across) {
  const std::size_t count = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  context.charge(count);
  auto* bytes = context.arena().allocate<std::int8_t>(count);
  std::int8_t* out = bytes;
  if (across == 1) {
    for (int i = 0; i < height; ++i, out += width) copy_bytes(out, start + i * down, static_cast<std::size_t>(width));
  } else {
    for (int i = 0; i < height; ++i)
      for (int j = 0; j < width; ++j) *out++ = start[i * down + j * across];
  }
  return make_grid(context, bytes, height, width);
}

/// grid[top : top + height, left : left + width] of a grid of bytes; whole rows share its memory.
BATT_HD inline Value copy_window(Context& context, Value grid, int top, int left, int height, int width) {
  const std::ptrdiff_t pitch = grid.width();
  if (width == pitch) return make_grid(context, grid.bytes() + top * pitch, height, width);
  return strided_copy(context, grid.bytes() + top * pitch + left, height, width, pitch, 1);
}

}  // namespace batt
