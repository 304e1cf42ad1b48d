#include <cmath>
#include <cstdlib>

#include "dsl_kernels/checked/patch.h"

namespace batt {
namespace {

bool is_math_nan(Value v) { return v.is_float() && std::isnan(v.as_real()) && v.nan_identity() == 0; }

/// center(toindices(patch)): a packed object has the extent of its indices.
Value center_of_indices(Context& context, Value patch) {
  if (packed(patch, Reading::Patch) != nullptr) return op_center(context, patch);
  BATT_LET(indices, op_toindices(context, patch));
  return op_center(context, indices);
}

/// 1 if a < b else -1.
Value toward(Value a, Value b) {
  BATT_LET(ahead, less(a, b));
  return Value::integer(ahead.as_bool() ? 1 : -1);
}

/// The rows, or columns, that a packed patch has cells in.
class Lines {
 public:
  Lines(const SetRep& set, bool rows) {
    for (std::uint32_t k = 0; k < set.size; ++k) {
      const auto line = static_cast<std::uint32_t>((rows ? set.any_cells()[k].i() : set.any_cells()[k].j()) + Cell::location_limit);
      taken_[line / 64] |= std::uint64_t{1} << line % 64;
    }
  }
  bool meets(const Lines& other) const {
    std::uint64_t common = 0;
    for (int word = 0; word < words; ++word) common |= taken_[word] & other.taken_[word];
    return common != 0;
  }

 private:
  static constexpr int words = 2 * Cell::location_limit / 64;
  std::uint64_t taken_[words] = {};
};

/// {i for i, j in toindices(patch)}, or {j ...}.
Value lines_of(Context& context, Value patch, bool rows) {
  BATT_LET(indices, op_toindices(context, patch));
  Items locations;
  if (!iterate(context, indices, locations)) return type_error();
  Members lines(context);
  for (std::int32_t k = 0; k < locations.size(); ++k) {
    Value i, j;
    BATT_TRY(unpack(context, locations[k], i, j));
    BATT_TRY(lines.add(rows ? i : j));
  }
  return lines.finish();
}

Value matching(Context& context, Value a, Value b, bool rows) {
  const SetRep *x = packed(a, Reading::Patch), *y = packed(b, Reading::Patch);
  if (x != nullptr && y != nullptr) return Value::boolean(Lines(*x, rows).meets(Lines(*y, rows)));
  BATT_LET(lines_of_a, lines_of(context, a, rows));
  BATT_LET(lines_of_b, lines_of(context, b, rows));
  return Value::boolean(set_intersection(context, lines_of_a.set(), lines_of_b.set()).set().size > 0);
}

/// What no two cells of a and b can be closer than: the way from box to box.
int distance_of_boxes(const SetRep& a, const SetRep& b) {
  const Extent x = extent_of(a), y = extent_of(b);
  const int rows = std::max({0, x.top - y.bottom, y.top - x.bottom});
  const int columns = std::max({0, x.left - y.right, y.left - x.right});
  return rows + columns;
}

/// The shortest way between a cell of a and a cell of b; `bound` is the shortest that is possible.
int distance_of_cells(Context& context, const SetRep& a, const SetRep& b, int bound) {
  int shortest = std::numeric_limits<int>::max();
  for (std::uint32_t k = 0; k < a.size && shortest > bound; ++k) {
    context.charge(b.size);
    const int i = a.any_cells()[k].i(), j = a.any_cells()[k].j();
    for (std::uint32_t other = 0; other < b.size; ++other)
      shortest = std::min(shortest, std::abs(i - b.any_cells()[other].i()) + std::abs(j - b.any_cells()[other].j()));
  }
  return shortest;
}

/// min(abs(ai - bi) + abs(aj - bj) ...) for patches of any values.
Value least_distance(Context& context, Value a, Value b) {
  BATT_LET(indices_of_a, op_toindices(context, a));
  Items from, to;
  if (!iterate(context, indices_of_a, from)) return type_error();
  Value shortest = value_error();
  for (std::int32_t k = 0; k < from.size(); ++k) {
    Value ai, aj, bi, bj;
    BATT_TRY(unpack(context, from[k], ai, aj));
    if (k == 0) {  // Python asks for them again for each cell of a; the answer is the same.
      BATT_LET(indices_of_b, op_toindices(context, b));
      if (!iterate(context, indices_of_b, to)) return type_error();
    }
    context.charge(static_cast<std::uint64_t>(to.size()));
    for (std::int32_t other = 0; other < to.size(); ++other) {
      BATT_TRY(unpack(context, to[other], bi, bj));
      BATT_LET(down, subtract(context, ai, bi));
      BATT_LET(rows, absolute(context, down));
      BATT_LET(across, subtract(context, aj, bj));
      BATT_LET(columns, absolute(context, across));
      BATT_LET(distance, batt::add(context, rows, columns));
      if (shortest.is_error()) {
        shortest = distance;
        continue;
      }
      BATT_LET(shorter, less(distance, shortest));
      if (shorter.as_bool()) shortest = distance;
    }
  }
  return shortest;
}

constexpr int most_steps = 42;

/// How often gravitate shifts packed cells until they are adjacent to the destination. Instead of shifting, it notes
/// for each number of steps whether some pair of cells is then one apart, and whether some pair is in one place.
int steps_to_adjacent(Context& context, const SetRep& source, const SetRep& destination, bool vertical, int direction) {
  std::uint64_t touching = 0, overlapping = 0;
  const auto note = [](std::uint64_t& steps, int step) {
    if (step >= 0 && step <= most_steps) steps |= std::uint64_t{1} << step;
  };
  for (std::uint32_t k = 0; k < source.size; ++k) {
    context.charge(destination.size);
    const Cell from = source.any_cells()[k];
    for (std::uint32_t other = 0; other < destination.size; ++other) {
      const int rows = destination.any_cells()[other].i() - from.i(), columns = destination.any_cells()[other].j() - from.j();
      const int aside = std::abs(vertical ? columns : rows);
      if (aside > 1) continue;
      const int ahead = (vertical ? rows : columns) * direction;
      if (aside == 1) {
        note(touching, ahead);
        continue;
      }
      note(touching, ahead - 1);
      note(overlapping, ahead);
      note(touching, ahead + 1);
    }
  }
  const std::uint64_t adjacent = touching & ~overlapping;
  return adjacent == 0 ? most_steps : std::countr_zero(adjacent);
}

/// The same by shifting the source.
Value shift_until_adjacent(Context& context, Value source, Value destination, Value step, int& steps) {
  Value current = source;
  for (steps = 0;; ++steps) {
    BATT_LET(adjacent, op_adjacent(context, current, destination));
    if (adjacent.as_bool() || steps == most_steps) return Value::none();
    current = op_shift(context, current, step);
    BATT_TRY(current);
  }
}

/// The smallest p > 0 for which a packed object, moved by p and cut off at the edge, lies in itself; else `size`.
std::int64_t packed_period(Context& context, const SetRep& object, std::int64_t size, bool horizontal) {
  for (int p = 1; p < size; ++p) {
    context.charge(object.size);
    const bool inside = std::all_of(object.any_cells(), object.any_cells() + object.size, [&](Cell cell) {
      const int i = horizontal ? cell.i() : cell.i() - p, j = horizontal ? cell.j() - p : cell.j();
      return (horizontal ? j : i) < 0 || set_contains_cell(object, Cell(i, j, cell.c()));
    });
    if (inside) return p;
  }
  return size;
}

/// {(i, j, c) for i, j, c in object if j >= 0}, or i >= 0.
Value cut_off(Context& context, Value object, bool horizontal) {
  Items cells;
  if (!iterate(context, object, cells)) return type_error();
  Members kept(context);
  for (std::int32_t k = 0; k < cells.size(); ++k) {
    Value i, j, c;
    BATT_TRY(unpack(context, cells[k], i, j, c));
    BATT_LET(inside, greater_equal(horizontal ? j : i, Value::integer(0)));
    if (inside.as_bool()) BATT_TRY(kept.add(make_triple(context, i, j, c)));
  }
  return kept.finish();
}

Value period(Context& context, Value object, bool horizontal) {
  BATT_LET(normalized, op_normalize(context, object));
  BATT_LET(size, horizontal ? op_width_f(context, normalized) : op_height_f(context, normalized));
  if (!size.is_int()) return type_error();
  if (const SetRep* cells = packed(normalized, Reading::Object))
    return Value::integer(packed_period(context, *cells, size.as_int(), horizontal));
  for (std::int64_t p = 1; p < size.as_int(); ++p) {
    const Value back = Value::integer(-p), stay = Value::integer(0);
    BATT_LET(offset, op_shift(context, normalized, horizontal ? make_pair(context, stay, back) : make_pair(context, back, stay)));
    BATT_LET(pruned, cut_off(context, offset, horizontal));
    // A size above 1 means that normalize has shifted something, so it is a set.
    if (is_subset(pruned.set(), normalized.set())) return Value::integer(p);
  }
  return size;
}

}  // namespace

Value center_body(Context& context, Value patch) {
  if (const SetRep* cells = packed(patch, Reading::Patch)) {
    const Extent extent = extent_of(*cells);
    return Value::pair(extent.top + extent.height() / 2, extent.left + extent.width() / 2);
  }
  BATT_LET(top, op_uppermost(context, patch));
  if (is_math_nan(top)) return Value::empty_tuple();
  BATT_LET(left, op_leftmost(context, patch));
  if (is_math_nan(left)) return Value::empty_tuple();
  BATT_LET(height, op_height_f(context, patch));
  BATT_LET(half_height, floor_divide(context, height, Value::integer(2)));
  BATT_LET(i, batt::add(context, top, half_height));
  BATT_LET(width, op_width_f(context, patch));
  BATT_LET(half_width, floor_divide(context, width, Value::integer(2)));
  BATT_LET(j, batt::add(context, left, half_width));
  return make_pair(context, i, j);
}

Value position_body(Context& context, Value a, Value b) {
  Value ai, aj, bi, bj;
  BATT_LET(center_of_a, center_of_indices(context, a));
  BATT_TRY(unpack(context, center_of_a, ai, aj));
  BATT_LET(center_of_b, center_of_indices(context, b));
  BATT_TRY(unpack(context, center_of_b, bi, bj));
  if (equal(ai, bi)) {
    BATT_LET(across, toward(aj, bj));
    return make_pair(context, Value::integer(0), across);
  }
  if (equal(aj, bj)) {
    BATT_LET(down, toward(ai, bi));
    return make_pair(context, down, Value::integer(0));
  }
  BATT_LET(above, less(ai, bi));
  if (!above.as_bool()) {
    BATT_LET(below, greater(ai, bi));
    if (!below.as_bool()) return Value::none();
  }
  BATT_LET(across, toward(aj, bj));
  return make_pair(context, Value::integer(above.as_bool() ? 1 : -1), across);
}

Value hmatching_body(Context& context, Value a, Value b) { return matching(context, a, b, true); }
Value vmatching_body(Context& context, Value a, Value b) { return matching(context, a, b, false); }

Value manhattan_body(Context& context, Value a, Value b) {
  const SetRep *x = packed(a, Reading::Patch), *y = packed(b, Reading::Patch);
  if (x != nullptr && y != nullptr) return Value::integer(distance_of_cells(context, *x, *y, distance_of_boxes(*x, *y)));
  if (!has_length(a) || !has_length(b)) return Value::infinity();
  if (length(a).as_int() == 0 || length(b).as_int() == 0) return Value::infinity();
  return least_distance(context, a, b);
}

Value adjacent_body(Context& context, Value a, Value b) {
  const SetRep *x = packed(a, Reading::Patch), *y = packed(b, Reading::Patch);
  if (x != nullptr && y != nullptr) {
    const int bound = distance_of_boxes(*x, *y);
    return Value::boolean(bound <= 1 && distance_of_cells(context, *x, *y, bound) == 1);
  }
  BATT_LET(distance, op_manhattan(context, a, b));
  return Value::boolean(equal(distance, Value::integer(1)));
}

Value bordering_body(Context& context, Value patch, Value grid) {
  const Value yes = Value::boolean(true), zero = Value::integer(0);
  BATT_LET(top, op_uppermost(context, patch));
  if (equal(top, zero)) return yes;
  BATT_LET(left, op_leftmost(context, patch));
  if (equal(left, zero)) return yes;
  BATT_LET(bottom, op_lowermost(context, patch));
  BATT_LET(height, length(grid));
  if (equal(bottom, Value::integer(height.as_int() - 1))) return yes;
  BATT_LET(right, op_rightmost(context, patch));
  BATT_LET(row, subscript(context, grid, 0));
  BATT_LET(width, length(row));
  return Value::boolean(equal(right, Value::integer(width.as_int() - 1)));
}

Value gravitate_body(Context& context, Value source, Value destination) {
  if (!truth(destination)) return source;
  Value si, sj, di, dj;
  BATT_LET(from, op_center(context, source));
  BATT_TRY(unpack(context, from, si, sj));
  BATT_LET(to, op_center(context, destination));
  BATT_TRY(unpack(context, to, di, dj));
  BATT_LET(vertical, op_vmatching(context, source, destination));
  BATT_LET(direction, vertical.as_bool() ? toward(si, di) : toward(sj, dj));
  const int sign = static_cast<int>(direction.as_int());
  const int i = vertical.as_bool() ? sign : 0, j = vertical.as_bool() ? 0 : sign;

  const SetRep *x = packed(source, Reading::Patch), *y = packed(destination, Reading::Patch);
  int steps = 0;
  if (x != nullptr && y != nullptr)
    steps = steps_to_adjacent(context, *x, *y, vertical.as_bool(), sign);
  else
    BATT_TRY(shift_until_adjacent(context, source, destination, Value::pair(i, j), steps));
  return Value::pair(i * steps, j * steps);
}

Value hperiod_body(Context& context, Value obj) { return period(context, obj, true); }
Value vperiod_body(Context& context, Value obj) { return period(context, obj, false); }

}  // namespace batt
