#include "dsl_kernels/checked/patch.h"

namespace batt {
namespace {

/// frozenset of `count` locations from (i, j) on, a step of (di, dj) apart; a part that does not move may be of any
/// kind. Known to differ, as one of di and dj is not 0.
Value line(Context& context, Value i, Value j, int di, int dj, std::int64_t count) {
  if (count <= 0) return Value::empty_set();
  ArenaScope scope(context.scratch());
  if (i.is_exact_int() && j.is_exact_int() && Cell::fits(i.as_int(), j.as_int()) && count <= 2 * Cell::location_limit &&
      Cell::fits(i.as_int() + di * (count - 1), j.as_int() + dj * (count - 1))) {
    Cell* cells = context.scratch().allocate<Cell>(static_cast<std::size_t>(count));
    const int first_i = static_cast<int>(i.as_int()), first_j = static_cast<int>(j.as_int());
    for (int k = 0; k < count; ++k) cells[k] = Cell(first_i + di * k, first_j + dj * k);
    return make_distinct_cell_set(context, Packing::Locations, cells, static_cast<std::size_t>(count));
  }
  Value* locations = context.scratch().allocate<Value>(static_cast<std::size_t>(count));
  for (std::int64_t k = 0; k < count; ++k)
    locations[k] = make_pair(context, di == 0 ? i : Value::integer(i.as_int() + di * k),
                             dj == 0 ? j : Value::integer(j.as_int() + dj * k));
  return make_set(context, locations, static_cast<std::size_t>(count));
}

/// Where range(start, stop) begins and how many it has; TypeError for what is no int.
Value range_of(Value start, Value stop, Value& first, std::int64_t& count) {
  if (!start.is_int() || !stop.is_int()) return type_error();
  first = Value::integer(start.as_int());
  if (__builtin_sub_overflow(stop.as_int(), start.as_int(), &count)) throw LimitExceeded{Limit::Memory};
  count = std::max<std::int64_t>(count, 0);
  return Value::none();
}

Value lower_of(Value a, Value b) {
  const Value both[] = {a, b};
  return minimum(both, 2);
}
Value higher_of(Value a, Value b) {
  const Value both[] = {a, b};
  return maximum(both, 2);
}

/// frozenset((i, j) for i in range(...) for j in range(...)).
Value rectangle(Context& context, Value top, std::int64_t height, Value left, std::int64_t width) {
  const std::size_t count = room_for(height, width);
  if (count == 0) return Value::empty_set();
  ArenaScope scope(context.scratch());
  if (Cell::fits(top.as_int(), left.as_int()) && std::max(height, width) <= 2 * Cell::location_limit &&
      Cell::fits(top.as_int() + height - 1, left.as_int() + width - 1)) {
    Cell* cells = context.scratch().allocate<Cell>(count);
    Cell* next = cells;
    const int first_i = static_cast<int>(top.as_int()), first_j = static_cast<int>(left.as_int());
    for (int i = 0; i < height; ++i)
      for (int j = 0; j < width; ++j) *next++ = Cell(first_i + i, first_j + j);
    return make_distinct_cell_set(context, Packing::Locations, cells, count);
  }
  Value* locations = context.scratch().allocate<Value>(count);
  Value* next = locations;
  for (std::int64_t i = 0; i < height; ++i)
    for (std::int64_t j = 0; j < width; ++j)
      *next++ = make_pair(context, Value::integer(top.as_int() + i), Value::integer(left.as_int() + j));
  return make_set(context, locations, count);
}

bool is_nothing(Value patch) { return (patch.is_set() && patch.set().size == 0) || patch.is_empty_tuple(); }

/// The border of the box that has (ai, aj) and (bi, bj) for opposite corners. The order of the answer follows from
/// the three unions that it is made with.
Value border(Context& context, Value ai, Value aj, Value bi, Value bj) {
  BATT_LET(si, lower_of(ai, bi));
  BATT_LET(sj, lower_of(aj, bj));
  BATT_LET(ei, higher_of(ai, bi));
  BATT_LET(ej, higher_of(aj, bj));
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
Value border_around(Context& context, Value patch, int margin) {
  if (is_nothing(patch)) return Value::empty_set();
  if (const SetRep* cells = packed(patch, Reading::Patch)) {
    const Extent extent = extent_of(*cells);
    return border(context, Value::integer(extent.top - margin), Value::integer(extent.left - margin),
                  Value::integer(extent.bottom + margin), Value::integer(extent.right + margin));
  }
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

/// {(i + di, j + dj) ...} for four directions. Four members lie in a table of the smallest size, and so does a copy of
/// them: frozenset({...}) is the set itself.
Value four_around(Context& context, Value location, const int (&directions)[4][2]) {
  if (!location.is_exact_tuple() || location.is_empty_tuple()) return Value::empty_set();
  const std::int64_t i = location.i(), j = location.j();
  if (location.is_pair() && Cell::fits(i - 1, j - 1) && Cell::fits(i + 1, j + 1)) {
    Cell cells[4];
    for (int k = 0; k < 4; ++k) cells[k] = Cell(location.i() + directions[k][0], location.j() + directions[k][1]);
    return make_distinct_cell_set(context, Packing::Locations, cells, 4);
  }
  Value around[4];
  for (int k = 0; k < 4; ++k) {
    Value parts[2];
    for (int part = 0; part < 2; ++part) {
      parts[part] = subscript(context, location, part);
      BATT_TRY(parts[part]);
      if (directions[k][part] == 0) continue;
      parts[part] = directions[k][part] > 0 ? add(context, parts[part], Value::integer(1))
                                            : subtract(context, parts[part], Value::integer(1));
      BATT_TRY(parts[part]);
    }
    around[k] = make_pair(context, parts[0], parts[1]);
  }
  return make_set(context, around, 4);
}

constexpr std::int64_t frontier_length = 30;
constexpr int shot_length = 42;

/// start[part] + 42 * direction[part].
Value shot_end(Context& context, Value start, Value direction, int part) {
  BATT_LET(from, subscript(context, start, part));
  BATT_LET(step, subscript(context, direction, part));
  BATT_LET(way, multiply(context, Value::integer(shot_length), step));
  return add(context, from, way);
}

}  // namespace

Value backdrop_body(Context& context, Value patch) {
  if (const SetRep* cells = packed(patch, Reading::Patch)) {
    const Extent extent = extent_of(*cells);
    return rectangle(context, Value::integer(extent.top), extent.height(), Value::integer(extent.left), extent.width());
  }
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

Value delta_body(Context& context, Value patch) {
  if (!has_length(patch) || length(patch).as_int() == 0) return Value::empty_set();
  BATT_LET(box, op_backdrop(context, patch));
  BATT_LET(indices, op_toindices(context, patch));
  return subtract(context, box, indices);
}

Value inbox_body(Context& context, Value patch) { return border_around(context, patch, -1); }
Value outbox_body(Context& context, Value patch) { return border_around(context, patch, 1); }

Value box_body(Context& context, Value patch) {
  if (is_nothing(patch)) return Value::empty_set();
  Value ai, aj, bi, bj;
  BATT_LET(first_corner, op_ulcorner(context, patch));
  BATT_TRY(unpack(context, first_corner, ai, aj));
  BATT_LET(last_corner, op_lrcorner(context, patch));
  BATT_TRY(unpack(context, last_corner, bi, bj));
  return border(context, ai, aj, bi, bj);
}

Value connect_body(Context& context, Value a, Value b) {
  if (a.is_empty_tuple() || b.is_empty_tuple()) return Value::empty_set();
  const Value one = Value::integer(1);
  Value ai, aj, bi, bj;
  BATT_TRY(unpack(context, a, ai, aj));
  BATT_TRY(unpack(context, b, bi, bj));
  BATT_LET(si, lower_of(ai, bi));
  BATT_LET(last_i, higher_of(ai, bi));
  BATT_LET(ei, add(context, last_i, one));
  BATT_LET(sj, lower_of(aj, bj));
  BATT_LET(last_j, higher_of(aj, bj));
  BATT_LET(ej, add(context, last_j, one));

  Value first_i, first_j;
  std::int64_t height = 0, width = 0;
  if (equal(ai, bi)) {
    BATT_TRY(range_of(sj, ej, first_j, width));
    return line(context, ai, first_j, 0, 1, width);
  }
  if (equal(aj, bj)) {
    BATT_TRY(range_of(si, ei, first_i, height));
    return line(context, first_i, aj, 1, 0, height);
  }
  BATT_LET(down, subtract(context, bi, ai));
  BATT_LET(across, subtract(context, bj, aj));
  const bool falling = equal(down, across);
  if (!falling) {
    BATT_LET(back, subtract(context, aj, bj));
    if (!equal(down, back)) return Value::empty_set();
  }
  BATT_TRY(range_of(si, ei, first_i, height));
  BATT_TRY(range_of(sj, ej, first_j, width));
  const std::int64_t count = std::min(height, width);
  if (falling) return line(context, first_i, first_j, 1, 1, count);
  return line(context, first_i, Value::integer(ej.as_int() - 1), 1, -1, count);
}

Value shoot_body(Context& context, Value start, Value direction) {
  if (is_nothing(start) || is_nothing(direction)) return Value::empty_set();
  BATT_LET(i, shot_end(context, start, direction, 0));
  BATT_LET(j, shot_end(context, start, direction, 1));
  return op_connect(context, start, make_pair(context, i, j));
}

Value vfrontier_body(Context& context, Value location) {
  BATT_LET(j, subscript(context, location, 1));
  return line(context, Value::integer(0), j, 1, 0, frontier_length);
}

Value hfrontier_body(Context& context, Value location) {
  if (location.is_empty_tuple()) return Value::empty_set();
  BATT_LET(i, subscript(context, location, 0));
  return line(context, i, Value::integer(0), 0, 1, frontier_length);
}

Value dneighbors_body(Context& context, Value loc) {
  static constexpr int directions[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
  return four_around(context, loc, directions);
}

Value ineighbors_body(Context& context, Value loc) {
  static constexpr int directions[4][2] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
  return four_around(context, loc, directions);
}

Value neighbors_body(Context& context, Value loc) {
  BATT_LET(direct, op_dneighbors(context, loc));
  BATT_LET(diagonal, op_ineighbors(context, loc));
  return bit_or(context, direct, diagonal);
}

}  // namespace batt
