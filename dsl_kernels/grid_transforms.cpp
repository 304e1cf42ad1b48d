// Mirrors, rotations, scaling and concatenation of grids.
#include <algorithm>
#include <limits>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/value/bytes.h"

namespace batt {
namespace {

// ---- packed ----------------------------------------------------------------------------------------------------

/// How often range(factor) turns, of an int.
BATT_HD std::uint64_t times_of(Value factor) {
  return factor.is_int() ? static_cast<std::uint64_t>(std::max<std::int64_t>(factor.as_int(), 0)) : 0;
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

// ---- general ---------------------------------------------------------------------------------------------------

/// Column j of lines that have one.
BATT_HD Value column_of(Context& context, const Items* lines, std::int32_t height, std::int32_t j) {
  ScratchVector column(context);
  for (std::int32_t i = 0; i < height; ++i) column.push(lines[i][j]);
  return make_tuple(context, column);
}

/// tuple(zip(*rows)).
BATT_HD Value transpose(Context& context, Value rows) {
  Items all;
  if (!iterate(context, rows, all)) return type_error();
  ArenaScope scope(context.scratch());
  Items* lines = context.scratch().allocate<Items>(static_cast<std::size_t>(all.size()));
  std::int32_t width = all.size() == 0 ? 0 : std::numeric_limits<std::int32_t>::max();
  for (std::int32_t i = 0; i < all.size(); ++i) {
    if (!iterate(context, all[i], lines[i])) return type_error();
    width = std::min(width, lines[i].size());
  }
  ScratchVector columns(context);
  for (std::int32_t j = 0; j < width; ++j) {
    const Value column = column_of(context, lines, all.size(), j);
    columns.push(column);
  }
  return make_tuple(context, columns);
}

/// tuple(change(row) for row in rows).
template <class Change>
BATT_HD Value map_rows(Context& context, Value rows, Change change) {
  Items lines;
  if (!iterate(context, rows, lines)) return type_error();
  ScratchVector changed(context);
  for (std::int32_t k = 0; k < lines.size(); ++k) {
    BATT_LET(line, change(lines[k]));
    changed.push(line);
  }
  return make_tuple(context, changed);
}

/// tuple(row[::-1]).
BATT_HD Value reversed_tuple(Context& context, Value row) {
  BATT_LET(reversed, reversed_slice(context, row));
  return to_tuple(context, reversed);
}

/// How often range(factor) turns; TypeError if it is no int.
BATT_HD Value repetitions(Value factor, std::int64_t& times) {
  BATT_LET(turns, range_size(factor));
  times = turns.as_int();
  return Value::none();
}

/// Claims what rows become whose values are there `across` times each, and the rows `down` times. If values are
/// repeated, what is no row fails: that is left to it.
BATT_HD void claim_scaled(Context& context, Value grid, std::uint64_t down, std::uint64_t across) {
  Items rows;
  if (!iterate(context, grid, rows)) return;
  std::uint64_t height = 0, width = 0, cells = 0;
  for (std::int32_t k = 0; k < rows.size() && (across == 1 || has_length(rows[k])); ++k) {
    const std::uint64_t size = has_length(rows[k]) ? static_cast<std::uint64_t>(length(rows[k]).as_int()) : 1;
    ++height;
    width = std::max(width, size);
    cells += size;
  }
  claim_grid(context, bounded_product(height, down), bounded_product(width, across),
             bounded_product(bounded_product(cells, down), across));
}

/// `count` more items on a growing list, all the same one.
BATT_HD void push_copies(ScratchVector& items, Value item, std::int64_t count) {
  for (std::int64_t k = 0; k < count; ++k) items.push(item);
}

/// The values of a row, each `factor` times.
BATT_HD Value stretch_row(Context& context, Value row, Value factor) {
  Items values;
  if (!iterate(context, row, values)) return type_error();
  ScratchVector stretched(context);
  for (std::int32_t k = 0; k < values.size(); ++k) {
    std::int64_t times = 0;
    BATT_TRY(repetitions(factor, times));
    push_copies(stretched, values[k], times);
  }
  return make_tuple(context, stretched);
}

/// The rows of a grid, each changed and then there `factor` times.
template <class Change>
BATT_HD Value repeat_rows(Context& context, Value grid, Value factor, Change change) {
  Items rows;
  if (!iterate(context, grid, rows)) return type_error();
  ScratchVector repeated(context);
  for (std::int32_t k = 0; k < rows.size(); ++k) {
    BATT_LET(row, change(rows[k]));
    std::int64_t times = 0;
    BATT_TRY(repetitions(factor, times));
    push_copies(repeated, row, times);
  }
  return make_tuple(context, repeated);
}

/// The items whose place is a multiple of `factor`; item(k) is asked for those only.
template <class Item>
BATT_HD Value every(Context& context, std::int64_t count, Value factor, Item item) {
  context.charge(static_cast<std::uint64_t>(count));
  ScratchVector kept(context);
  for (std::int64_t k = 0; k < count; ++k) {
    BATT_LET(rest, modulo(context, Value::integer(k), factor));
    if (!equal(context, rest, Value::integer(0))) continue;
    BATT_LET(part, item(k));
    kept.push(part);
  }
  return make_tuple(context, kept);
}

}  // namespace

BATT_HD Value hmirror_t_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return declined();
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + (h - 1) * std::ptrdiff_t{w}, h, w, -w, 1);
}
BATT_HD Value hmirror_t_general(Context& context, Value grid) { return reversed_slice(context, grid); }

BATT_HD Value vmirror_t_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return declined();
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + w - 1, h, w, w, -1);
}
BATT_HD Value vmirror_t_general(Context& context, Value grid) {
  return map_rows(context, grid, [&](Value row) { return reversed_slice(context, row); });
}

BATT_HD Value dmirror_t_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return declined();
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes(), w, h, 1, w);
}
BATT_HD Value dmirror_t_general(Context& context, Value grid) { return transpose(context, grid); }

BATT_HD Value cmirror_t_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return declined();
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + h * std::ptrdiff_t{w} - 1, w, h, -1, -w);
}
BATT_HD Value cmirror_t_general(Context& context, Value grid) {
  BATT_LET(reversed, reversed_slice(context, grid));
  BATT_LET(rows, map_rows(context, reversed, [&](Value row) { return reversed_slice(context, row); }));
  return transpose(context, rows);
}

BATT_HD Value rot90_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return declined();
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + (h - 1) * std::ptrdiff_t{w}, w, h, 1, -w);
}
BATT_HD Value rot90_general(Context& context, Value grid) {
  BATT_LET(reversed, reversed_slice(context, grid));
  return transpose(context, reversed);
}

BATT_HD Value rot180_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return declined();
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + h * std::ptrdiff_t{w} - 1, h, w, -w, -1);
}
BATT_HD Value rot180_general(Context& context, Value grid) {
  BATT_LET(reversed, reversed_slice(context, grid));
  return map_rows(context, reversed, [&](Value row) { return reversed_tuple(context, row); });
}

BATT_HD Value rot270_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return declined();
  const int h = grid.height(), w = grid.width();
  return strided_copy(context, grid.bytes() + w - 1, w, h, -1, w);
}
BATT_HD Value rot270_general(Context& context, Value grid) {
  BATT_LET(reversed, reversed_slice(context, grid));
  BATT_LET(columns, transpose(context, reversed));
  BATT_LET(rows, map_rows(context, columns, [&](Value row) { return reversed_tuple(context, row); }));
  return reversed_slice(context, rows);
}

BATT_HD Value mir_rot_t_general(Context& context, Value grid, Value type) {
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

BATT_HD Value hupscale_packed(Context& context, Value grid, Value factor) {
  if (!grid.is_grid() || !factor.is_int()) return declined();
  return enlarge(context, grid, 1, times_of(factor));
}
BATT_HD Value hupscale_general(Context& context, Value grid, Value factor) {
  claim_scaled(context, grid, 1, times_of(factor));
  return map_rows(context, grid, [&](Value row) { return stretch_row(context, row, factor); });
}

BATT_HD Value vupscale_packed(Context& context, Value grid, Value factor) {
  if (!grid.is_grid() || !factor.is_int()) return declined();
  return enlarge(context, grid, times_of(factor), 1);
}
BATT_HD Value vupscale_general(Context& context, Value grid, Value factor) {
  claim_scaled(context, grid, times_of(factor), 1);
  return repeat_rows(context, grid, factor, [](Value row) { return row; });
}

BATT_HD Value upscale_t_packed(Context& context, Value grid, Value factor) {
  if (!grid.is_grid() || !factor.is_int()) return declined();
  return enlarge(context, grid, times_of(factor), times_of(factor));
}
BATT_HD Value upscale_t_general(Context& context, Value grid, Value factor) {
  claim_scaled(context, grid, times_of(factor), times_of(factor));
  return repeat_rows(context, grid, factor, [&](Value row) { return stretch_row(context, row, factor); });
}

BATT_HD Value downscale_packed(Context& context, Value grid, Value factor) {
  if (!grid.is_grid() || !factor.is_int() || factor.as_int() == 0) return declined();
  const int h = grid.height(), w = grid.width();
  const std::int64_t largest = std::max(h, w), bounded = std::clamp(factor.as_int(), -largest, largest);
  const int step = static_cast<int>(bounded < 0 ? -bounded : bounded);
  return strided_copy(context, grid.bytes(), (h + step - 1) / step, (w + step - 1) / step, std::ptrdiff_t{step} * w,
                      step);
}
BATT_HD Value downscale_general(Context& context, Value grid, Value factor) {
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  // The reference thins all rows first and drops rows afterwards, so that every row's errors show.
  ScratchVector thinned(context);
  for (std::int64_t i = 0; i < shape.height; ++i) {
    BATT_LET(row, every(context, shape.width, factor, [&](std::int64_t j) { return cell_value(context, grid, i, j); }));
    thinned.push(row);
  }
  return every(context, shape.height, factor, [&](std::int64_t i) { return thinned[static_cast<std::size_t>(i)]; });
}

BATT_HD Value hconcat_packed(Context& context, Value a, Value b) {
  if (!a.is_grid() || !b.is_grid()) return declined();
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
BATT_HD Value hconcat_general(Context& context, Value a, Value b) {
  Items left, right;
  if (!iterate(context, a, left) || !iterate(context, b, right)) return type_error();
  ScratchVector rows(context);
  for (std::int32_t k = 0; k < std::min(left.size(), right.size()); ++k) {
    BATT_LET(row, add(context, left[k], right[k]));
    rows.push(row);
  }
  return make_tuple(context, rows);
}

BATT_HD Value vconcat_packed(Context& context, Value a, Value b) {
  if (!a.is_grid() || !b.is_grid() || a.width() != b.width()) return declined();
  const std::size_t above = cell_count(a), below = cell_count(b);
  context.charge(above + below);
  auto* bytes = context.arena().allocate<std::int8_t>(above + below);
  copy_bytes(bytes, a.bytes(), above);
  copy_bytes(bytes + above, b.bytes(), below);
  return make_grid(context, bytes, a.height() + b.height(), a.width());
}
BATT_HD Value vconcat_general(Context& context, Value a, Value b) { return add(context, a, b); }

}  // namespace batt
