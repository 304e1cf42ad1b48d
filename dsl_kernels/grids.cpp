// Parts of grids.
#include <algorithm>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/patch.h"
#include "dsl_kernels/single_valued.h"
#include "runtime/value/bytes.h"

namespace batt {
namespace {

// ---- packed ----------------------------------------------------------------------------------------------------

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
BATT_HD Value split_bytes(Context& context, std::int64_t extent, std::int64_t n, Part part) {
  if (n == 0) return Value::error(Exception::ZeroDivisionError);
  if (n < 0) return Value::empty_tuple();
  const std::int64_t size = extent / n, step = size + (extent % n != 0 ? 1 : 0);
  ArenaScope scope(context.scratch());
  Value* parts = context.scratch().allocate<Value>(static_cast<std::size_t>(n));
  context.charge(static_cast<std::uint64_t>(n));
  for (std::int64_t k = 0; k < n; ++k) parts[k] = part(step * k, size);
  return make_tuple(context, parts, static_cast<std::size_t>(n));
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

// ---- general ---------------------------------------------------------------------------------------------------

/// Whether the part of `grid` that starts at `start` and is as large as `dims` lies inside; a Bool, or an error.
BATT_HD Value crop_fits(Context& context, const GridShape& shape, Value start, Value dims) {
  const Value zero = Value::integer(0);
  const std::int64_t limits[] = {shape.height, shape.width};
  for (std::int64_t axis = 0; axis < 2; ++axis) {
    BATT_LET(from, subscript(context, start, axis));
    BATT_LET(not_below, greater_equal(context, from, zero));
    if (!not_below.as_bool()) return not_below;
    BATT_LET(not_above, less(context, from, Value::integer(limits[axis])));
    if (!not_above.as_bool()) return not_above;
  }
  for (std::int64_t axis = 0; axis < 2; ++axis) {
    BATT_LET(from, subscript(context, start, axis));
    BATT_LET(size, subscript(context, dims, axis));
    BATT_LET(end, add(context, from, size));
    BATT_LET(ends_inside, less_equal(context, end, Value::integer(limits[axis])));
    if (!ends_inside.as_bool()) return ends_inside;
  }
  return Value::boolean(true);
}

/// v[start[axis] : start[axis] + dims[axis]].
BATT_HD Value crop_axis(Context& context, Value v, Value start, Value dims, std::int64_t axis) {
  BATT_LET(from, subscript(context, start, axis));
  BATT_LET(size, subscript(context, dims, axis));
  BATT_LET(end, add(context, from, size));
  return slice(context, v, from, end);
}

/// The n parts of hsplit and vsplit: crop(grid, where, dims) with `where` along one axis.
template <class Where>
BATT_HD Value split(Context& context, Value grid, Value size, Value extent, Value n, Value dims, Where where) {
  BATT_LET(turns, range_size(n));
  BATT_LET(rest, modulo(context, extent, n));
  const std::size_t count = static_cast<std::size_t>(turns.as_int());
  const bool uneven = !equal(context, rest, Value::integer(0));
  ArenaScope scope(context.scratch());
  Value* parts = context.scratch().allocate<Value>(count);
  for (std::size_t k = 0; k < count; ++k) {
    const Value turn = Value::integer(static_cast<std::int64_t>(k));
    BATT_LET(before, multiply(context, size, turn));
    BATT_LET(offset, add(context, before, uneven ? turn : Value::integer(0)));
    parts[k] = op_crop(context, grid, where(offset), dims);
    BATT_TRY(parts[k]);
  }
  return make_tuple(context, parts, count);
}

/// A flag for each line of an iterable of lines; lives in the scratch arena.
struct SingleValued {
  bool* flags = nullptr;
  std::int32_t count = 0;
};

/// Which of `lines` have a set of one. None if well.
BATT_HD Value find_single_valued(Context& context, Value lines, SingleValued& found) {
  Items items;
  if (!iterate(context, lines, items)) return type_error();
  found.count = items.size();
  found.flags = context.scratch().allocate<bool>(static_cast<std::size_t>(items.size()));
  for (std::int32_t k = 0; k < items.size(); ++k) {
    BATT_LET(single, is_single_valued(context, items[k]));
    found.flags[k] = single.as_bool();
  }
  return Value::none();
}

/// tuple(v for k, v in enumerate(values) if not dropped[k]), with values past the end of `dropped` kept.
template <class Part>
BATT_HD Value without(Context& context, const Items& values, const bool* dropped, std::int32_t known, Part part) {
  ScratchVector kept(context);
  for (std::int32_t k = 0; k < values.size(); ++k) {
    if (k < known && dropped[k]) continue;
    BATT_LET(value, part(values[k]));
    kept.push(value);
  }
  return make_tuple(context, kept);
}

}  // namespace

BATT_HD Value crop_packed(Context& context, Value grid, Value start, Value dims) {
  if (grid.is_grid() && start.is_pair() && dims.is_pair())
    return crop_bytes(context, grid, start.i(), start.j(), dims.i(), dims.j());
  return declined();
}
BATT_HD Value crop_general(Context& context, Value grid, Value start, Value dims) {
  if (grid.is_empty_tuple()) return grid;
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  BATT_LET(fits, crop_fits(context, shape, start, dims));
  if (!fits.as_bool()) return Value::empty_tuple();
  BATT_LET(rows, crop_axis(context, grid, start, dims, 0));
  Items lines;
  if (!iterate(context, rows, lines)) return type_error();
  ScratchVector cropped(context);
  for (std::int32_t k = 0; k < lines.size(); ++k) {
    BATT_LET(line, crop_axis(context, lines[k], start, dims, 1));
    cropped.push(line);
  }
  return make_tuple(context, cropped);
}

BATT_HD Value subgrid_packed(Context& context, Value patch, Value grid) {
  Extent extent;
  if (!grid.is_grid() || !find_extent(patch, Reading::Patch, extent)) return declined();
  return crop_bytes(context, grid, extent.top, extent.left, extent.height(), extent.width());
}
BATT_HD Value subgrid_general(Context& context, Value patch, Value grid) {
  if (patch.is_empty_tuple() || (patch.is_set() && patch.set().size == 0)) return Value::empty_tuple();
  BATT_LET(corner, op_ulcorner(context, patch));
  BATT_LET(shape, op_shape_f(context, patch));
  return op_crop(context, grid, corner, shape);
}

BATT_HD Value hsplit_packed(Context& context, Value grid, Value n) {
  if (!grid.is_grid() || !n.is_int()) return declined();
  return split_bytes(context, grid.width(), n.as_int(), [&](std::int64_t offset, std::int64_t width) {
    return crop_bytes(context, grid, 0, offset, grid.height(), width);
  });
}
BATT_HD Value hsplit_general(Context& context, Value grid, Value n) {
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  const Value height = Value::integer(shape.height), extent = Value::integer(shape.width);
  BATT_LET(width, floor_divide(context, extent, n));
  return split(context, grid, width, extent, n, make_pair(context, height, width),
               [&](Value offset) { return make_pair(context, Value::integer(0), offset); });
}

BATT_HD Value vsplit_packed(Context& context, Value grid, Value n) {
  if (!grid.is_grid() || !n.is_int()) return declined();
  return split_bytes(context, grid.height(), n.as_int(), [&](std::int64_t offset, std::int64_t height) {
    return crop_bytes(context, grid, offset, 0, height, grid.width());
  });
}
BATT_HD Value vsplit_general(Context& context, Value grid, Value n) {
  BATT_LET(extent, length(grid));
  BATT_LET(height, floor_divide(context, extent, n));
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  return split(context, grid, height, extent, n, make_pair(context, height, Value::integer(shape.width)),
               [&](Value offset) { return make_pair(context, offset, Value::integer(0)); });
}

BATT_HD Value index_packed(Context&, Value grid, Value loc) {
  if (!grid.is_grid() || !loc.is_pair()) return declined();
  const int i = loc.i(), j = loc.j();
  if (i < 0 || i >= grid.height() || j < 0 || j >= grid.width()) return Value::minus_infinity();
  return Value::integer(grid.bytes()[static_cast<std::ptrdiff_t>(i) * grid.width() + j]);
}
BATT_HD Value index_general(Context& context, Value grid, Value loc) {
  if (loc.is_empty_tuple()) return Value::minus_infinity();
  Value i, j;
  BATT_TRY(unpack(context, loc, i, j));
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  BATT_LET(is_inside, inside(context, i, j, shape));
  if (!is_inside.as_bool()) return Value::minus_infinity();
  BATT_LET(row_index, subscript(context, loc, 0));
  BATT_LET(row, subscript(context, grid, row_index));
  BATT_LET(column_index, subscript(context, loc, 1));
  return subscript(context, row, column_index);
}

BATT_HD Value trim_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return declined();
  if (grid.height() < 3) return Value::empty_tuple();
  return copy_window(context, grid, 1, 1, grid.height() - 2, std::max(grid.width() - 2, 0));
}
BATT_HD Value trim_general(Context& context, Value grid) {
  const Value one = Value::integer(1), minus_one = Value::integer(-1);
  BATT_LET(inner, slice(context, grid, one, minus_one));
  Items rows;
  if (!iterate(context, inner, rows)) return type_error();
  ScratchVector trimmed(context);
  for (std::int32_t k = 0; k < rows.size(); ++k) {
    BATT_LET(row, slice(context, rows[k], one, minus_one));
    trimmed.push(row);
  }
  return make_tuple(context, trimmed);
}

BATT_HD Value tophalf_packed(Context& context, Value grid) {
  return grid.is_grid() ? copy_window(context, grid, 0, 0, grid.height() / 2, grid.width()) : declined();
}
BATT_HD Value tophalf_general(Context& context, Value grid) {
  BATT_LET(height, length(grid));
  return slice(context, grid, Value::none(), Value::integer(height.as_int() / 2));
}

BATT_HD Value bottomhalf_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return declined();
  const int height = grid.height() / 2;
  return copy_window(context, grid, grid.height() - height, 0, height, grid.width());
}
BATT_HD Value bottomhalf_general(Context& context, Value grid) {
  BATT_LET(height, length(grid));
  return slice(context, grid, Value::integer((height.as_int() + 1) / 2), Value::none());
}

BATT_HD Value lefthalf_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return declined();
  if (grid.width() < 2) return Value::empty_tuple();
  return copy_window(context, grid, 0, 0, grid.height(), grid.width() / 2);
}
BATT_HD Value lefthalf_general(Context& context, Value grid) {
  BATT_LET(turned, op_rot90(context, grid));
  BATT_LET(half, op_tophalf(context, turned));
  return op_rot270(context, half);
}

BATT_HD Value righthalf_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return declined();
  if (grid.width() < 2) return Value::empty_tuple();
  const int width = grid.width() / 2;
  return copy_window(context, grid, 0, grid.width() - width, grid.height(), width);
}
BATT_HD Value righthalf_general(Context& context, Value grid) {
  BATT_LET(turned, op_rot90(context, grid));
  BATT_LET(half, op_bottomhalf(context, turned));
  return op_rot270(context, half);
}

BATT_HD Value compress_packed(Context& context, Value grid) {
  return grid.is_grid() ? compress_bytes(context, grid) : declined();
}
BATT_HD Value compress_general(Context& context, Value grid) {
  ArenaScope scope(context.scratch());
  SingleValued rows, columns;
  BATT_TRY(find_single_valued(context, grid, rows));
  BATT_LET(mirrored, op_dmirror_t(context, grid));
  BATT_TRY(find_single_valued(context, mirrored, columns));
  Items lines;
  iterate(context, grid, lines);
  return without(context, lines, rows.flags, rows.count, [&](Value line) -> Value {
    Items values;
    if (!iterate(context, line, values)) return type_error();
    return without(context, values, columns.flags, columns.count, [](Value v) { return v; });
  });
}

}  // namespace batt
