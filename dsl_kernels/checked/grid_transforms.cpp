// Mirrors, rotations, scaling and concatenation of grids.
#include <algorithm>
#include <cstring>
#include <limits>

#include "dsl_kernels/checked/grid_access.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// Column j of lines that have one.
Value column_of(Context& context, const Items* lines, std::int32_t height, std::int32_t j) {
  Collector column(context);
  for (std::int32_t i = 0; i < height; ++i) column.push(lines[i][j]);
  return make_tuple(context, column);
}

/// tuple(zip(*rows)).
Value transpose(Context& context, Value rows) {
  Items all;
  if (!iterate(context, rows, all)) return type_error();
  ArenaScope scope(context.scratch());
  Items* lines = context.scratch().allocate<Items>(static_cast<std::size_t>(all.size()));
  std::int32_t width = all.size() == 0 ? 0 : std::numeric_limits<std::int32_t>::max();
  for (std::int32_t i = 0; i < all.size(); ++i) {
    if (!iterate(context, all[i], lines[i])) return type_error();
    width = std::min(width, lines[i].size());
  }
  Collector columns(context);
  for (std::int32_t j = 0; j < width; ++j) {
    const Value column = column_of(context, lines, all.size(), j);
    columns.push(column);
  }
  return make_tuple(context, columns);
}

/// tuple(change(row) for row in rows).
template <class Change>
Value map_rows(Context& context, Value rows, Change change) {
  Items lines;
  if (!iterate(context, rows, lines)) return type_error();
  Collector changed(context);
  for (std::int32_t k = 0; k < lines.size(); ++k) {
    BATT_LET(line, change(lines[k]));
    changed.push(line);
  }
  return make_tuple(context, changed);
}

/// tuple(row[::-1]).
Value reversed_tuple(Context& context, Value row) {
  BATT_LET(reversed, reversed_slice(context, row));
  return to_tuple(context, reversed);
}

/// How often range(factor) turns; TypeError if it is no int.
Value repetitions(Value factor, std::int64_t& times) {
  BATT_LET(turns, range_size(factor));
  times = turns.as_int();
  return Value::none();
}

/// size * times, where so many items still make a tuple.
int scaled(int size, std::int64_t times) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(std::int64_t{size}, times, &product) || product > std::numeric_limits<std::int32_t>::max())
    throw LimitExceeded{Limit::Memory};
  return static_cast<int>(product);
}

/// Every cell of a grid of bytes as `down` x `across` cells.
Value enlarge(Context& context, Value grid, std::int64_t down, std::int64_t across) {
  const int height = scaled(grid.height(), down), width = scaled(grid.width(), across);
  const std::size_t pitch = static_cast<std::size_t>(width), count = static_cast<std::size_t>(height) * pitch;
  context.charge(count);
  auto* bytes = context.arena().allocate<std::int8_t>(count);
  std::int8_t* out = bytes;
  for (int i = 0; i < grid.height() && count != 0; ++i) {
    const std::int8_t* source = grid.bytes() + static_cast<std::ptrdiff_t>(i) * grid.width();
    std::int8_t* line = out;
    for (int j = 0; j < grid.width(); ++j, out += across) std::memset(out, source[j], static_cast<std::size_t>(across));
    for (std::int64_t copy = 1; copy < down; ++copy, out += pitch) std::memcpy(out, line, pitch);
  }
  return make_grid(context, bytes, height, width);
}

/// `count` more items on a growing list, all the same one.
void push_copies(Context& context, Collector& items, Value item, std::int64_t count) {
  context.charge(static_cast<std::uint64_t>(count));
  // The list itself is not counted against the memory limit; a list this long would break it anyway.
  ArenaScope scope(context.scratch());
  context.scratch().allocate<Value>(items.size() + static_cast<std::size_t>(count));
  for (std::int64_t k = 0; k < count; ++k) items.push(item);
}

/// The values of a row, each `factor` times.
Value stretch_row(Context& context, Value row, Value factor) {
  Items values;
  if (!iterate(context, row, values)) return type_error();
  Collector stretched(context);
  for (std::int32_t k = 0; k < values.size(); ++k) {
    std::int64_t times = 0;
    BATT_TRY(repetitions(factor, times));
    push_copies(context, stretched, values[k], times);
  }
  return make_tuple(context, stretched);
}

/// The rows of a grid, each changed and then there `factor` times.
template <class Change>
Value repeat_rows(Context& context, Value grid, Value factor, Change change) {
  Items rows;
  if (!iterate(context, grid, rows)) return type_error();
  Collector repeated(context);
  for (std::int32_t k = 0; k < rows.size(); ++k) {
    BATT_LET(row, change(rows[k]));
    std::int64_t times = 0;
    BATT_TRY(repetitions(factor, times));
    push_copies(context, repeated, row, times);
  }
  return make_tuple(context, repeated);
}

std::int64_t times_of(Value factor) { return std::max<std::int64_t>(factor.as_int(), 0); }

/// The items whose place is a multiple of `factor`; item(k) is asked for those only.
template <class Item>
Value every(Context& context, std::int64_t count, Value factor, Item item) {
  context.charge(static_cast<std::uint64_t>(count));
  Collector kept(context);
  for (std::int64_t k = 0; k < count; ++k) {
    BATT_LET(rest, modulo(context, Value::integer(k), factor));
    if (!equal(rest, Value::integer(0))) continue;
    BATT_LET(part, item(k));
    kept.push(part);
  }
  return make_tuple(context, kept);
}

}  // namespace

Value hmirror_t_body(Context& context, Value grid) {
  if (!grid.is_grid()) return reversed_slice(context, grid);
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + (h - 1) * std::ptrdiff_t{w}, h, w, -w, 1);
}

Value vmirror_t_body(Context& context, Value grid) {
  if (!grid.is_grid()) return map_rows(context, grid, [&](Value row) { return reversed_slice(context, row); });
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + w - 1, h, w, w, -1);
}

Value dmirror_t_body(Context& context, Value grid) {
  if (!grid.is_grid()) return transpose(context, grid);
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes(), w, h, 1, w);
}

Value cmirror_t_body(Context& context, Value grid) {
  if (!grid.is_grid()) {
    BATT_LET(reversed, reversed_slice(context, grid));
    BATT_LET(rows, map_rows(context, reversed, [&](Value row) { return reversed_slice(context, row); }));
    return transpose(context, rows);
  }
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + h * std::ptrdiff_t{w} - 1, w, h, -1, -w);
}

Value rot90_body(Context& context, Value grid) {
  if (!grid.is_grid()) {
    BATT_LET(reversed, reversed_slice(context, grid));
    return transpose(context, reversed);
  }
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + (h - 1) * std::ptrdiff_t{w}, w, h, 1, -w);
}

Value rot180_body(Context& context, Value grid) {
  if (!grid.is_grid()) {
    BATT_LET(reversed, reversed_slice(context, grid));
    return map_rows(context, reversed, [&](Value row) { return reversed_tuple(context, row); });
  }
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + h * std::ptrdiff_t{w} - 1, h, w, -w, -1);
}

Value rot270_body(Context& context, Value grid) {
  if (!grid.is_grid()) {
    BATT_LET(reversed, reversed_slice(context, grid));
    BATT_LET(columns, transpose(context, reversed));
    BATT_LET(rows, map_rows(context, columns, [&](Value row) { return reversed_tuple(context, row); }));
    return reversed_slice(context, rows);
  }
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + w - 1, w, h, -1, w);
}

Value mir_rot_t_body(Context& context, Value grid, Value type) {
  std::int8_t which = -1;
  if (!equals_byte(type, which)) return grid;
  switch (which) {
    case 0: return op_hmirror_t(context, grid);
    case 1: return op_dmirror_t(context, grid);
    case 2: return op_vmirror_t(context, grid);
    case 3: return op_cmirror_t(context, grid);
    case 4: return op_rot90(context, grid);
    case 5: return op_rot180(context, grid);
    case 6: return op_rot270(context, grid);
    default: return grid;
  }
}

Value hupscale_body(Context& context, Value grid, Value factor) {
  if (grid.is_grid() && factor.is_int()) return enlarge(context, grid, 1, times_of(factor));
  return map_rows(context, grid, [&](Value row) { return stretch_row(context, row, factor); });
}

Value vupscale_body(Context& context, Value grid, Value factor) {
  if (grid.is_grid() && factor.is_int()) return enlarge(context, grid, times_of(factor), 1);
  return repeat_rows(context, grid, factor, [](Value row) { return row; });
}

Value upscale_t_body(Context& context, Value grid, Value factor) {
  if (grid.is_grid() && factor.is_int()) return enlarge(context, grid, times_of(factor), times_of(factor));
  return repeat_rows(context, grid, factor, [&](Value row) { return stretch_row(context, row, factor); });
}

Value downscale_body(Context& context, Value grid, Value factor) {
  if (grid.is_grid() && factor.is_int() && factor.as_int() != 0) {
    const int h = grid.height(), w = grid.width();
    const std::int64_t largest = std::max(h, w);
    const int step = static_cast<int>(std::abs(std::clamp(factor.as_int(), -largest, largest)));
    return strided_copy(context, grid.bytes(), (h + step - 1) / step, (w + step - 1) / step, std::ptrdiff_t{step} * w, step);
  }
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  // The reference thins all rows first and drops rows afterwards, so that every row's errors show.
  Collector thinned(context);
  for (std::int64_t i = 0; i < shape.height; ++i) {
    BATT_LET(row, every(context, shape.width, factor, [&](std::int64_t j) { return cell_value(context, grid, i, j); }));
    thinned.push(row);
  }
  return every(context, shape.height, factor, [&](std::int64_t i) { return thinned[static_cast<std::size_t>(i)]; });
}

Value hconcat_body(Context& context, Value a, Value b) {
  Items left, right;
  if (a.is_grid() && b.is_grid()) {
    const int height = std::min(a.height(), b.height()), width = a.width() + b.width();
    const std::size_t pitch = static_cast<std::size_t>(width), count = static_cast<std::size_t>(height) * pitch;
    context.charge(count);
    auto* bytes = context.arena().allocate<std::int8_t>(count);
    for (int i = 0; i < height; ++i) {
      std::int8_t* line = bytes + static_cast<std::size_t>(i) * pitch;
      std::memcpy(line, a.bytes() + static_cast<std::ptrdiff_t>(i) * a.width(), static_cast<std::size_t>(a.width()));
      std::memcpy(line + a.width(), b.bytes() + static_cast<std::ptrdiff_t>(i) * b.width(), static_cast<std::size_t>(b.width()));
    }
    return make_grid(context, bytes, height, width);
  }
  if (!iterate(context, a, left) || !iterate(context, b, right)) return type_error();
  Collector rows(context);
  for (std::int32_t k = 0; k < std::min(left.size(), right.size()); ++k) {
    BATT_LET(row, add(context, left[k], right[k]));
    rows.push(row);
  }
  return make_tuple(context, rows);
}

Value vconcat_body(Context& context, Value a, Value b) {
  if (!a.is_grid() || !b.is_grid() || a.width() != b.width()) return add(context, a, b);
  const std::size_t above = cell_count(a), below = cell_count(b);
  context.charge(above + below);
  auto* bytes = context.arena().allocate<std::int8_t>(above + below);
  std::memcpy(bytes, a.bytes(), above);
  std::memcpy(bytes + above, b.bytes(), below);
  return make_grid(context, bytes, a.height() + b.height(), a.width());
}

}  // namespace batt
