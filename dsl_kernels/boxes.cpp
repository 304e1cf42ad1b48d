// Sets of locations drawn from scratch: boxes and what lies in them, lines.
#include <algorithm>

#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/location_table.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/readings.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

// ---- lines and rectangles -------------------------------------------------------------------------------------

/// Whether `count` locations from (i, j) on, a step of (di, dj) apart, are packed cells.
BATT_HD bool line_fits(std::int64_t i, std::int64_t j, int di, int dj, std::int64_t count) {
  return Cell::fits(i, j) && count <= 2 * Cell::location_limit &&
         Cell::fits(i + di * (count - 1), j + dj * (count - 1));
}

#ifndef BATT_ON_DEVICE
/// The same line as rows: it goes down or, in one row, to the right, so its cells are added row by row.
Value line_by_rows(Context& context, int i, int j, int di, int dj, int count) {
  const int last = j + dj * (count - 1), left = std::min(j, last), right = std::max(j, last);
  const int window_left = left >= 0 && right < rows::side ? 0 : left;  // where most sets begin
  const int height = di == 0 ? 1 : count;
  auto* words = context.arena().allocate<std::uint32_t>(static_cast<std::size_t>(height));
  if (di == 0)
    words[0] = (~std::uint32_t{0} >> (rows::side - count)) << (left - window_left);
  else
    for (int k = 0; k < count; ++k) words[k] = std::uint32_t{1} << (j + dj * k - window_left);
  return make_set_in_rows(context, Packing::Locations,
                          {.words = words,
                           .top = static_cast<std::int16_t>(i),
                           .left = static_cast<std::int16_t>(window_left),
                           .height = static_cast<std::uint8_t>(height)},
                          static_cast<std::uint32_t>(count));
}
#endif

/// frozenset of `count` locations from (i, j) on; count > 0. `di` is 0 or 1; if it is 0, `dj` is not negative.
BATT_HD Value cells_in_line(Context& context, int i, int j, int di, int dj, int count) {
#ifndef BATT_ON_DEVICE
  if (rows_enabled() && count <= rows::side) return line_by_rows(context, i, j, di, dj, count);
#endif
  Cell* cells = context.arena().allocate<Cell>(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) cells[k] = Cell(i + di * k, j + dj * k);
  return listed_locations(context, cells, static_cast<std::size_t>(count));
}

/// The same for any values: a part that does not move may be of any kind. Known to differ, as one of di and dj is not
/// 0.
BATT_HD Value line(Context& context, Value i, Value j, int di, int dj, std::int64_t count) {
  if (count <= 0) return Value::empty_set();
  if (i.is_exact_int() && j.is_exact_int() && line_fits(i.as_int(), j.as_int(), di, dj, count))
    return cells_in_line(context, static_cast<int>(i.as_int()), static_cast<int>(j.as_int()), di, dj,
                         static_cast<int>(count));
  ArenaScope scope(context.scratch());
  Value* locations = context.scratch().allocate<Value>(static_cast<std::size_t>(count));
  for (std::int64_t k = 0; k < count; ++k)
    locations[k] = make_pair(context, di == 0 ? i : Value::integer(i.as_int() + di * k),
                             dj == 0 ? j : Value::integer(j.as_int() + dj * k));
  return make_set(context, locations, static_cast<std::size_t>(count));
}

/// Where range(start, stop) begins and how many it has; TypeError for what is no int.
BATT_HD Value range_of(Value start, Value end, Value& first, std::int64_t& count) {
  if (!start.is_int() || !end.is_int()) return type_error();
  first = Value::integer(start.as_int());
  count = 0;
  if (end.as_int() <= start.as_int()) return Value::none();
  const std::uint64_t size = static_cast<std::uint64_t>(end.as_int()) - static_cast<std::uint64_t>(start.as_int());
  if (size > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) stop(Limit::Memory);
  count = static_cast<std::int64_t>(size);
  return Value::none();
}

BATT_HD Value lower_of(Context& context, Value a, Value b) {
  const Value both[] = {a, b};
  return minimum(context, both, 2);
}
BATT_HD Value higher_of(Context& context, Value a, Value b) {
  const Value both[] = {a, b};
  return maximum(context, both, 2);
}

/// frozenset((i, j) for i in range(...) for j in range(...)) of a box of packed cells.
BATT_HD Value cells_in_box(Context& context, const Extent& box) {
  if (Value indices; indices_of_box(context, box, indices)) return indices;
  const std::size_t count = checked_product(box.height(), box.width());
  Cell* cells = context.arena().allocate<Cell>(count);
  Cell* next = cells;
  for (int i = box.top; i <= box.bottom; ++i)
    for (int j = box.left; j <= box.right; ++j) *next++ = Cell(i, j);
  return listed_locations(context, cells, count);
}

/// The same for ints of any size.
BATT_HD Value rectangle(Context& context, Value top, std::int64_t height, Value left, std::int64_t width) {
  const std::size_t count = checked_product(height, width);
  if (count == 0) return Value::empty_set();
  ArenaScope scope(context.scratch());
  Value* locations = context.scratch().allocate<Value>(count);
  Value* next = locations;
  for (std::int64_t i = 0; i < height; ++i)
    for (std::int64_t j = 0; j < width; ++j)
      *next++ = make_pair(context, Value::integer(top.as_int() + i), Value::integer(left.as_int() + j));
  return make_set(context, locations, count);
}

// ---- borders --------------------------------------------------------------------------------------------------

BATT_HD bool is_nothing(Value patch) { return (patch.is_set() && patch.set().size == 0) || patch.is_empty_tuple(); }

/// The order of a box's border follows from the three unions that Python makes it with.
struct BorderOrder : Recipe {
  Extent box;

  BATT_HD static Value find(const Recipe& recipe, Context& context) {
    const Extent& box = static_cast<const BorderOrder&>(recipe).box;
    LocationTable west(context), east(context), north(context), south(context);
    for (int i = box.top; i <= box.bottom; ++i) west.add(i, box.left);
    for (int i = box.top; i <= box.bottom; ++i) east.add(i, box.right);
    for (int j = box.left; j <= box.right; ++j) north.add(box.top, j);
    for (int j = box.left; j <= box.right; ++j) south.add(box.bottom, j);
    LocationTable vertical(context, west), horizontal(context, north);
    vertical.merge(east);
    horizontal.merge(south);
    LocationTable all(context, vertical);
    all.merge(horizontal);
    return LocationTable(context, all).finish(context);
  }
};

BATT_HD Value border_of_box(Context& context, const Extent& box) {
  Cell* cells = context.arena().allocate<Cell>(2 * static_cast<std::size_t>(box.height() + box.width()));
  Cell* next = cells;
  for (int j = box.left; j <= box.right; ++j) *next++ = Cell(box.top, j);
  for (int i = box.top + 1; i < box.bottom; ++i) {
    *next++ = Cell(i, box.left);
    if (box.left != box.right) *next++ = Cell(i, box.right);
  }
  if (box.top != box.bottom)
    for (int j = box.left; j <= box.right; ++j) *next++ = Cell(box.bottom, j);
  const auto& order = *context.arena().make<BorderOrder>(Recipe{nullptr, BorderOrder::find}, box);
  return make_set_by_recipe(context, Packing::Locations, cells, static_cast<std::size_t>(next - cells), order);
}

/// The border of the box that has (ai, aj) and (bi, bj) for opposite corners, of any values.
BATT_HD Value border(Context& context, Value ai, Value aj, Value bi, Value bj) {
  BATT_LET(si, lower_of(context, ai, bi));
  BATT_LET(sj, lower_of(context, aj, bj));
  BATT_LET(ei, higher_of(context, ai, bi));
  BATT_LET(ej, higher_of(context, aj, bj));
  BATT_LET(end_i, add(context, ei, Value::integer(1)));
  BATT_LET(end_j, add(context, ej, Value::integer(1)));
  Value top, left;
  std::int64_t height = 0, width = 0;
  BATT_TRY(range_of(si, end_i, top, height));
  BATT_TRY(range_of(sj, end_j, left, width));
  BATT_LET(west, line(context, top, sj, 1, 0, height));
  BATT_LET(east, line(context, top, ej, 1, 0, height));
  BATT_LET(vertical, set_union(context, west.set(), east.set()));
  BATT_LET(north, line(context, si, left, 0, 1, width));
  BATT_LET(south, line(context, ei, left, 0, 1, width));
  BATT_LET(horizontal, set_union(context, north.set(), south.set()));
  BATT_LET(all, set_union(context, vertical.set(), horizontal.set()));
  return copy_of_set(context, all.set());
}

/// The border `margin` outside of a patch's own; inside if it is negative.
BATT_HD Value general_border(Context& context, Value patch, int margin) {
  if (is_nothing(patch)) return Value::empty_set();
  const Value step = Value::integer(margin);
  BATT_LET(top, op_uppermost(context, patch));
  BATT_LET(ai, subtract(context, top, step));
  BATT_LET(left, op_leftmost(context, patch));
  BATT_LET(aj, subtract(context, left, step));
  BATT_LET(bottom, op_lowermost(context, patch));
  BATT_LET(bi, add(context, bottom, step));
  BATT_LET(right, op_rightmost(context, patch));
  BATT_LET(bj, add(context, right, step));
  return border(context, ai, aj, bi, bj);
}

/// The same if the patch and its border are packed.
BATT_HD Value packed_border(Context& context, Value patch, int margin) {
  Extent inner;
  if (!find_extent(patch, Reading::Patch, inner)) return declined();
  const int top = inner.top - margin, bottom = inner.bottom + margin;
  const int left = inner.left - margin, right = inner.right + margin;
  const Extent box{std::min(top, bottom), std::min(left, right), std::max(top, bottom), std::max(left, right)};
  if (!Cell::fits(box.top, box.left) || !Cell::fits(box.bottom, box.right)) return declined();
  return border_of_box(context, box);
}

// ---- lines ----------------------------------------------------------------------------------------------------

constexpr int frontier_length = 30;
constexpr int shot_length = 42;

/// start[part] + 42 * direction[part].
BATT_HD Value shot_end(Context& context, Value start, Value direction, int part) {
  BATT_LET(from, subscript(context, start, part));
  BATT_LET(step, subscript(context, direction, part));
  BATT_LET(way, multiply(context, Value::integer(shot_length), step));
  return add(context, from, way);
}

BATT_HD int sign_of(int number) { return (number > 0) - (number < 0); }

/// connect(a, b) for locations that are packed cells.
BATT_HD Value connected_cells(Context& context, Value a, Value b) {
  const int down = b.i() - a.i(), across = b.j() - a.j();
  const int steps = std::max(std::abs(down), std::abs(across));
  if (down != 0 && across != 0 && std::abs(down) != std::abs(across)) return Value::empty_set();
  // Python lists a line from top to bottom, a horizontal one from left to right.
  const bool backwards = down < 0 || (down == 0 && across < 0);
  const Value start = backwards ? b : a;
  const int di = sign_of(backwards ? -down : down), dj = sign_of(backwards ? -across : across);
  return cells_in_line(context, start.i(), start.j(), di, dj, steps + 1);
}

BATT_HD bool is_packed_location(Value location) { return location.is_pair() && Cell::fits(location.i(), location.j()); }

}  // namespace

BATT_HD Value backdrop_general(Context& context, Value patch) {
  if (!has_length(patch) || length(patch).as_int() == 0) return Value::empty_set();
  Value si, sj, ei, ej, top, left;
  BATT_LET(first_corner, op_ulcorner(context, patch));
  BATT_TRY(unpack(context, first_corner, si, sj));
  BATT_LET(last_corner, op_lrcorner(context, patch));
  BATT_TRY(unpack(context, last_corner, ei, ej));
  std::int64_t height = 0, width = 0;
  BATT_LET(end_i, add(context, ei, Value::integer(1)));
  BATT_TRY(range_of(si, end_i, top, height));
  BATT_LET(end_j, add(context, ej, Value::integer(1)));
  BATT_TRY(range_of(sj, end_j, left, width));
  return rectangle(context, top, height, left, width);
}
BATT_HD Value backdrop_packed(Context& context, Value patch) {
  Extent box;
  return find_extent(patch, Reading::Patch, box) ? cells_in_box(context, box) : declined();
}

/// The order of delta(patch): that of the difference of two sets, which are made when someone asks.
struct DeltaOrder : Recipe {
  const SetRep* patch;

  BATT_HD static Value make_difference(const Recipe& recipe, Context& context) {
    const Value patch = Value::set(static_cast<const DeltaOrder&>(recipe).patch);
    return subtract(context, backdrop_packed(context, patch), toindices_packed(context, patch));
  }
};

BATT_HD Value delta_packed(Context& context, Value patch) {
  const SetRep* cells = packed(patch, Reading::Patch);
  if (cells == nullptr || cells->rows.words == nullptr) return declined();
  CellRows rest;
  const std::uint32_t count = cells_around(context, cells->rows, cells->extent(), rest);
  if (count == 0) return Value::empty_set();
  auto* order = context.arena().make<DeltaOrder>(Recipe{nullptr, DeltaOrder::make_difference}, cells);
  order->sources = &order->patch;
  order->source_count = 1;
  return make_set_by_rows(context, Packing::Locations, rest, count, *order);
}
BATT_HD Value delta_general(Context& context, Value patch) {
  if (!has_length(patch) || length(patch).as_int() == 0) return Value::empty_set();
  BATT_LET(box, op_backdrop(context, patch));
  BATT_LET(indices, op_toindices(context, patch));
  return subtract(context, box, indices);
}

BATT_HD Value inbox_general(Context& context, Value patch) { return general_border(context, patch, -1); }
BATT_HD Value inbox_packed(Context& context, Value patch) { return packed_border(context, patch, -1); }

BATT_HD Value outbox_general(Context& context, Value patch) { return general_border(context, patch, 1); }
BATT_HD Value outbox_packed(Context& context, Value patch) { return packed_border(context, patch, 1); }

BATT_HD Value box_general(Context& context, Value patch) {
  if (is_nothing(patch)) return Value::empty_set();
  Value ai, aj, bi, bj;
  BATT_LET(first_corner, op_ulcorner(context, patch));
  BATT_TRY(unpack(context, first_corner, ai, aj));
  BATT_LET(last_corner, op_lrcorner(context, patch));
  BATT_TRY(unpack(context, last_corner, bi, bj));
  return border(context, ai, aj, bi, bj);
}
BATT_HD Value box_packed(Context& context, Value patch) { return packed_border(context, patch, 0); }

BATT_HD Value connect_general(Context& context, Value a, Value b) {
  if (a.is_empty_tuple() || b.is_empty_tuple()) return Value::empty_set();
  const Value one = Value::integer(1);
  Value ai, aj, bi, bj;
  BATT_TRY(unpack(context, a, ai, aj));
  BATT_TRY(unpack(context, b, bi, bj));
  BATT_LET(si, lower_of(context, ai, bi));
  BATT_LET(last_i, higher_of(context, ai, bi));
  BATT_LET(ei, add(context, last_i, one));
  BATT_LET(sj, lower_of(context, aj, bj));
  BATT_LET(last_j, higher_of(context, aj, bj));
  BATT_LET(ej, add(context, last_j, one));

  Value first_i, first_j;
  std::int64_t height = 0, width = 0;
  if (equal(context, ai, bi)) {
    BATT_TRY(range_of(sj, ej, first_j, width));
    return line(context, ai, first_j, 0, 1, width);
  }
  if (equal(context, aj, bj)) {
    BATT_TRY(range_of(si, ei, first_i, height));
    return line(context, first_i, aj, 1, 0, height);
  }
  BATT_LET(down, subtract(context, bi, ai));
  BATT_LET(across, subtract(context, bj, aj));
  const bool falling = equal(context, down, across);
  if (!falling) {
    BATT_LET(back, subtract(context, aj, bj));
    if (!equal(context, down, back)) return Value::empty_set();
  }
  BATT_TRY(range_of(si, ei, first_i, height));
  BATT_TRY(range_of(sj, ej, first_j, width));
  const std::int64_t count = std::min(height, width);
  if (falling) return line(context, first_i, first_j, 1, 1, count);
  return line(context, first_i, Value::integer(ej.as_int() - 1), 1, -1, count);
}
BATT_HD Value connect_packed(Context& context, Value a, Value b) {
  if (is_packed_location(a) && is_packed_location(b)) return connected_cells(context, a, b);
  return declined();
}

BATT_HD Value shoot_general(Context& context, Value start, Value direction) {
  if (is_nothing(start) || is_nothing(direction)) return Value::empty_set();
  BATT_LET(i, shot_end(context, start, direction, 0));
  BATT_LET(j, shot_end(context, start, direction, 1));
  return op_connect(context, start, make_pair(context, i, j));
}
BATT_HD Value shoot_packed(Context& context, Value start, Value direction) {
  if (is_packed_location(start) && is_packed_location(direction)) {
    const int i = start.i() + shot_length * direction.i(), j = start.j() + shot_length * direction.j();
    if (Cell::fits(i, j)) return connected_cells(context, start, Value::pair(i, j));
  }
  return declined();
}

BATT_HD Value vfrontier_general(Context& context, Value location) {
  BATT_LET(j, subscript(context, location, 1));
  return line(context, Value::integer(0), j, 1, 0, frontier_length);
}
BATT_HD Value vfrontier_packed(Context& context, Value location) {
  if (is_packed_location(location)) return cells_in_line(context, 0, location.j(), 1, 0, frontier_length);
  return declined();
}

BATT_HD Value hfrontier_general(Context& context, Value location) {
  if (location.is_empty_tuple()) return Value::empty_set();
  BATT_LET(i, subscript(context, location, 0));
  return line(context, i, Value::integer(0), 0, 1, frontier_length);
}
BATT_HD Value hfrontier_packed(Context& context, Value location) {
  if (is_packed_location(location)) return cells_in_line(context, location.i(), 0, 0, 1, frontier_length);
  return declined();
}

}  // namespace batt
