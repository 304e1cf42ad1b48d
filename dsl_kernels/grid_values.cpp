// Grids made cell by cell: of one value, of the values of others, with values replaced.
#include <algorithm>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/value/bytes.h"

namespace batt {
namespace {

// ---- packed ----------------------------------------------------------------------------------------------------

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

/// Whether someone wants to know of every op that fails.
BATT_HD bool reports_failures([[maybe_unused]] const Context& context) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  return context.log() != nullptr;
#endif
}

// ---- general ---------------------------------------------------------------------------------------------------

/// tuple(tuple(change(v) for v in r) for r in grid).
template <class Change>
BATT_HD Value map_values(Context& context, Value grid, Change change) {
  Items rows;
  if (!iterate(context, grid, rows)) return type_error();
  const auto map_row = [&](Value row) -> Value {
    Items values;
    if (!iterate(context, row, values)) return type_error();
    ScratchVector changed(context);
    for (std::int32_t k = 0; k < values.size(); ++k) {
      BATT_LET(value, change(values[k]));
      changed.push(value);
    }
    return make_tuple(context, changed);
  };
  ScratchVector changed_rows(context);
  for (std::int32_t k = 0; k < rows.size(); ++k) {
    BATT_LET(row, map_row(rows[k]));
    changed_rows.push(row);
  }
  return make_tuple(context, changed_rows);
}

/// `{a: b, b: a}[v]` for a v that equals one of them.
BATT_HD Value swapped(Context& context, Value v, Value a, Value b) {
  std::uint64_t unused = 0;
  if (!hash_of(context, a, unused) || !hash_of(context, b, unused)) return type_error();
  return same_or_equal(context, v, a) && !same_or_equal(context, a, b) ? b : a;
}

/// tuple(item for _ in range(count)).
BATT_HD Value repeated(Context& context, Value item, std::int64_t count) {
  ArenaScope scope(context.scratch());
  Value* items = context.scratch().allocate<Value>(static_cast<std::size_t>(count));
  std::fill_n(items, count, item);
  return make_tuple(context, items, static_cast<std::size_t>(count));
}

BATT_HD Value cellwise_row(Context& context, Value a, Value b, Value fallback, std::int64_t i, std::int64_t width) {
  ScratchVector row(context);
  for (std::int64_t j = 0; j < width; ++j) {
    BATT_LET(ours, cell_value(context, a, i, j));
    BATT_LET(theirs, op_index(context, b, make_pair(context, Value::integer(i), Value::integer(j))));
    row.push(equal(context, ours, theirs) ? ours : fallback);
  }
  return make_tuple(context, row);
}

}  // namespace

BATT_HD Value cellwise_packed(Context& context, Value a, Value b, Value fallback) {
  if (!a.is_grid() || !fits_byte(fallback)) return declined();
  const auto other = static_cast<std::int8_t>(fallback.as_int());
  if (b.is_grid()) return cellwise_bytes(context, a, b, other);
  // index() of what has no cells raises or gives its default, the same for every cell. Who reads the log sees each.
  const bool has_no_cells = b.is_none() || b.is_number() || b.is_empty_tuple();
  if (!has_no_cells || reports_failures(context)) return declined();
  BATT_LET(theirs, op_index(context, b, Value::pair(0, 0)));
  std::int8_t same = other;
  if (!equals_byte(theirs, same)) same = other;
  return map_bytes(context, a, [same, other](std::int8_t byte) { return byte == same ? byte : other; });
}
BATT_HD Value cellwise_general(Context& context, Value a, Value b, Value fallback) {
  GridShape shape;
  BATT_TRY(read_shape(context, a, shape));
  ScratchVector rows(context);
  for (std::int64_t i = 0; i < shape.height; ++i) {
    BATT_LET(row, cellwise_row(context, a, b, fallback, i, shape.width));
    rows.push(row);
  }
  return make_tuple(context, rows);
}

BATT_HD Value replace_packed(Context& context, Value grid, Value replacee, Value replacer) {
  if (!grid.is_grid()) return declined();
  std::int8_t from = 0;
  if (!equals_byte(replacee, from)) return grid;
  if (!fits_byte(replacer)) return declined();
  const auto to = static_cast<std::int8_t>(replacer.as_int());
  if (Value replaced; replace_by_rows(context, grid, from, to, replaced)) return replaced;
  return map_bytes(context, grid, [from, to](std::int8_t byte) { return byte == from ? to : byte; });
}
BATT_HD Value replace_general(Context& context, Value grid, Value replacee, Value replacer) {
  return map_values(context, grid, [&](Value v) { return equal(context, v, replacee) ? replacer : v; });
}

BATT_HD Value switch_packed(Context& context, Value grid, Value a, Value b) {
  if (!grid.is_grid() || !fits_byte(a) || !fits_byte(b)) return declined();
  const auto color_a = static_cast<std::int8_t>(a.as_int()), color_b = static_cast<std::int8_t>(b.as_int());
  return map_bytes(context, grid, [color_a, color_b](std::int8_t byte) {
    const std::int8_t or_a = byte == color_b ? color_a : byte;
    return byte == color_a ? color_b : or_a;
  });
}
BATT_HD Value switch_general(Context& context, Value grid, Value a, Value b) {
  return map_values(context, grid, [&](Value v) {
    return same_or_equal(context, v, a) || same_or_equal(context, v, b) ? swapped(context, v, a, b) : v;
  });
}

BATT_HD Value canvas_packed(Context& context, Value color, Value dimensions) {
  if (!fits_byte(color) || !dimensions.is_pair()) return declined();
  const int height = std::max(dimensions.i(), 0), width = std::max(dimensions.j(), 0);
  const std::size_t count = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  claim_grid(context, static_cast<std::uint64_t>(height), static_cast<std::uint64_t>(width));
  auto* bytes = context.arena().allocate<std::int8_t>(count);
  fill_bytes(bytes, static_cast<int>(color.as_int()), count);
  return make_grid(context, bytes, height, width);
}
BATT_HD Value canvas_general(Context& context, Value color, Value dimensions) {
  BATT_LET(first, subscript(context, dimensions, 0));
  BATT_LET(height, range_size(first));
  if (height.as_int() == 0) return Value::empty_tuple();
  BATT_LET(second, subscript(context, dimensions, 1));
  BATT_LET(width, range_size(second));
  claim_grid(context, static_cast<std::uint64_t>(height.as_int()), static_cast<std::uint64_t>(width.as_int()));
  return repeated(context, repeated(context, color, width.as_int()), height.as_int());
}

}  // namespace batt
