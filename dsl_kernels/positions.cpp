// How patches lie: their centres, which way and how far from each other.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "dsl_kernels/members.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/readings.h"
#include "runtime/value/bits.h"
#include "runtime/value/bytes.h"

namespace batt {
namespace {

BATT_HD bool is_math_nan(Value v) { return v.is_float() && v.as_real() != v.as_real() && v.nan_identity() == 0; }

/// center(toindices(patch)): a packed object has the extent of its indices.
BATT_HD Value center_of_indices(Context& context, Value patch) {
  if (packed(patch, Reading::Patch) != nullptr) return op_center(context, patch);
  BATT_LET(indices, op_toindices(context, patch));
  return op_center(context, indices);
}

/// 1 if a < b else -1.
BATT_HD Value toward(Context& context, Value a, Value b) {
  BATT_LET(ahead, less(context, a, b));
  return Value::integer(ahead.as_bool() ? 1 : -1);
}

BATT_HD Extent box_around(const Extent& a, const Extent& b) {
  return {std::min(a.top, b.top), std::min(a.left, b.left), std::max(a.bottom, b.bottom), std::max(a.right, b.right)};
}

// ---- common rows and columns ----------------------------------------------------------------------------------

/// The rows, or columns, that a packed patch has cells in, from `first` on: bits of `words`.
BATT_HD void mark_lines(const SetRep& set, bool rows, int first, std::uint64_t* words) {
  const Cell* cells = set.any_cells();
  for (std::uint32_t k = 0; k < set.size; ++k) {
    const auto line = static_cast<std::uint32_t>((rows ? cells[k].i() : cells[k].j()) - first);
    words[line / 64] |= std::uint64_t{1} << line % 64;
  }
}

/// have_common_line of sets with rows.
BATT_HD bool have_common_row(const CellRows& a, const CellRows& b) {
  for (int row = 0; row < a.height; ++row) {
    const int there = a.top + row - b.top;
    if (a.words[row] != 0 && static_cast<unsigned>(there) < b.height && b.words[there] != 0) return true;
  }
  return false;
}
BATT_HD bool have_common_column(const CellRows& a, const CellRows& b) {
  std::uint64_t columns_of_a = 0, columns_of_b = 0;
  for (int row = 0; row < a.height; ++row) columns_of_a |= a.words[row];
  for (int row = 0; row < b.height; ++row) columns_of_b |= b.words[row];
  const int right = b.left - a.left;
  if (right <= -rows::side || right >= rows::side) return false;
  return (right >= 0 ? columns_of_a & columns_of_b << right : columns_of_a << -right & columns_of_b) != 0;
}

BATT_HD bool have_common_line(Context& context, const SetRep& a, const SetRep& b, bool rows) {
  if (a.rows.words != nullptr && b.rows.words != nullptr)
    return rows ? have_common_row(a.rows, b.rows) : have_common_column(a.rows, b.rows);
  const Extent box = box_around(a.extent(), b.extent());
  const int first = rows ? box.top : box.left, count = rows ? box.height() : box.width();
  if (count <= 64) {
    std::uint64_t lines_of_a = 0, lines_of_b = 0;
    mark_lines(a, rows, first, &lines_of_a);
    mark_lines(b, rows, first, &lines_of_b);
    return (lines_of_a & lines_of_b) != 0;
  }
  ArenaScope scope(context.scratch());
  const std::size_t words = static_cast<std::size_t>(count) / 64 + 1;
  auto* lines = context.scratch().allocate<std::uint64_t>(2 * words);
  fill_bytes(lines, 0, 2 * words * sizeof(std::uint64_t));
  mark_lines(a, rows, first, lines);
  mark_lines(b, rows, first, lines + words);
  std::uint64_t common = 0;
  for (std::size_t word = 0; word < words; ++word) common |= lines[word] & lines[words + word];
  return common != 0;
}

/// {i for i, j in toindices(patch)}, or {j ...}.
BATT_HD Value lines_of(Context& context, Value patch, bool rows) {
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

BATT_HD Value general_matching(Context& context, Value a, Value b, bool rows) {
  BATT_LET(lines_of_a, lines_of(context, a, rows));
  BATT_LET(lines_of_b, lines_of(context, b, rows));
  return Value::boolean(set_intersection(context, lines_of_a.set(), lines_of_b.set()).set().size > 0);
}

BATT_HD Value packed_matching(Context& context, Value a, Value b, bool rows) {
  const SetRep *x = packed(a, Reading::Patch), *y = packed(b, Reading::Patch);
  if (x != nullptr && y != nullptr) return Value::boolean(have_common_line(context, *x, *y, rows));
  return declined();
}

// ---- distances ------------------------------------------------------------------------------------------------

/// What no two cells of a and b can be closer than: the way from box to box.
BATT_HD int distance_of_boxes(const Extent& x, const Extent& y) {
  const int rows = std::max(0, std::max(x.top - y.bottom, y.top - x.bottom));
  const int columns = std::max(0, std::max(x.left - y.right, y.left - x.right));
  return rows + columns;
}

/// The cells inside a small box, a word for each of its rows. The host takes all rows that there may be: these are
/// vectors.
class Picture {
 public:
  static constexpr int side = 32;
  BATT_HD static bool holds(const Extent& box) { return box.height() <= side && box.width() <= side; }

  BATT_HD Picture(const Extent& box, const SetRep& set) : height_(box.height()) {
    for (int row = 0; row < end(); ++row) rows_[row] = 0;
    if (set.rows.words != nullptr) {
      copy(box, set.rows);
      return;
    }
    const Cell* cells = set.any_cells();
    for (std::uint32_t k = 0; k < set.size; ++k)
      rows_[cells[k].i() - box.top] |= std::uint32_t{1} << (cells[k].j() - box.left);
  }
  BATT_HD bool meets(const Picture& other) const {
    std::uint32_t common = 0;
    for (int row = 0; row < end(); ++row) common |= rows_[row] & other.rows_[row];
    return common != 0;
  }
  /// Takes the four neighbours of each cell in.
  BATT_HD void widen() {
#ifdef BATT_ON_DEVICE
    std::uint32_t above = 0;
    for (int row = 0; row < height_; ++row) {
      const std::uint32_t here = rows_[row], below = row + 1 < height_ ? rows_[row + 1] : 0;
      rows_[row] = here | here << 1 | here >> 1 | above | below;
      above = here;
    }
#else
    std::uint32_t before[side + 2] = {};
    std::copy(rows_, rows_ + side, before + 1);
    for (int row = 0; row < side; ++row) {
      const std::uint32_t here = before[row + 1];
      rows_[row] = here | here << 1 | here >> 1 | before[row] | before[row + 2];
    }
#endif
  }

 private:
#ifdef BATT_ON_DEVICE
  BATT_HD int end() const { return height_; }
#else
  static constexpr int end() { return side; }
#endif
  /// The rows of cells that all lie in the box.
  BATT_HD void copy(const Extent& box, const CellRows& cells) {
    const int right = cells.left - box.left;
    for (int row = 0; row < cells.height; ++row)
      if (cells.words[row] != 0)
        rows_[cells.top + row - box.top] = right >= 0 ? cells.words[row] << right : cells.words[row] >> -right;
  }

  int height_;
  std::uint32_t rows_[side];
};

/// The shortest way between a cell of a and a cell of b; `bound` is the shortest that is possible.
BATT_HD int distance_by_pairs(Context& context, const SetRep& a, const SetRep& b, int bound) {
  int shortest = std::numeric_limits<int>::max();
  const Cell *cells = a.any_cells(), *others = b.any_cells();
  for (std::uint32_t k = 0; k < a.size && shortest > bound; ++k) {
    context.charge(b.size);
    const int i = cells[k].i(), j = cells[k].j();
    for (std::uint32_t other = 0; other < b.size; ++other)
      shortest = std::min(shortest, std::abs(i - others[other].i()) + std::abs(j - others[other].j()));
  }
  return shortest;
}

/// The same as far as it is 0 or 1, else 2, by looking for the cells of `few` and their neighbours in `many`, which is
/// a set of locations.
BATT_HD int nearest_distance(const SetRep& few, const SetRep& many) {
  const auto has = [&](int i, int j) { return Cell::fits(i, j) && set_contains_cell(many, Cell(i, j)); };
  const Cell* cells = few.any_cells();
  bool touches = false;
  for (std::uint32_t k = 0; k < few.size; ++k) {
    const int i = cells[k].i(), j = cells[k].j();
    if (has(i, j)) return 0;
    touches = touches || has(i - 1, j) || has(i + 1, j) || has(i, j - 1) || has(i, j + 1);
  }
  return touches ? 1 : 2;
}

/// The same, or `most` if it is not shorter than that. In a small box one patch grows until it meets the other.
BATT_HD int distance_of_cells(Context& context, const SetRep& a, const SetRep& b, int most) {
  constexpr std::uint64_t few_pairs = 48;
  constexpr std::uint32_t most_looked_up = 4;
  const Extent x = a.extent(), y = b.extent(), box = box_around(x, y);
  const int bound = distance_of_boxes(x, y);
  if (bound >= most) return most;
  if (std::uint64_t{a.size} * b.size <= few_pairs) return std::min(most, distance_by_pairs(context, a, b, bound));
  const SetRep &few = a.size < b.size ? a : b, &many = a.size < b.size ? b : a;
  if (most == 2 && few.size <= most_looked_up && many.packing == Packing::Locations) return nearest_distance(few, many);
  if (!Picture::holds(box)) return std::min(most, distance_by_pairs(context, a, b, bound));
  Picture growing(box, a);
  const Picture met(box, b);
  int distance = 0;
  while (distance < most && (distance < bound || !growing.meets(met))) {
    growing.widen();
    ++distance;
  }
  return distance;
}

/// The shortest way between a cell of a set and one of a tuple that is packed as the rows of a grid.
BATT_HD int distance_to_list(Context& context, const SetRep& set, Value list) {
  context.charge(std::uint64_t{set.size} * static_cast<std::uint64_t>(list.height()));
  const Cell* cells = set.any_cells();
  const int width = list.width();
  int shortest = std::numeric_limits<int>::max();
  for (std::uint32_t k = 0; k < set.size; ++k) {
    const std::int8_t* row = list.bytes();
    for (int other = list.height(); other != 0; --other, row += width)
      shortest = std::min(shortest, std::abs(cells[k].i() - row[0]) + std::abs(cells[k].j() - row[1]));
  }
  return shortest;
}

/// The shortest way between two packed patches; what is not shorter than `most` need not be exact. False if they are
/// not packed, or no set is one of them.
BATT_HD bool find_distance(Context& context, Value a, Value b, int most, int& distance) {
  const SetRep *x = packed(a, Reading::Patch), *y = packed(b, Reading::Patch);
  if (x != nullptr && y != nullptr)
    distance = distance_of_cells(context, *x, *y, most);
  else if (x != nullptr && is_listed(b, Reading::Patch))
    distance = distance_to_list(context, *x, b);
  else if (y != nullptr && is_listed(a, Reading::Patch))
    distance = distance_to_list(context, *y, a);
  else
    return false;
  return true;
}

/// min(abs(ai - bi) + abs(aj - bj) ...) for patches of any values.
BATT_HD Value least_distance(Context& context, Value a, Value b) {
  BATT_LET(indices_of_a, op_toindices(context, a));
  Items from, to;
  if (!iterate(context, indices_of_a, from)) return type_error();
  Value shortest = value_error();
  for (std::int32_t k = 0; k < from.size(); ++k) {
    Value ai, aj, bi, bj;
    BATT_TRY(unpack(context, from[k], ai, aj));
    if (k == 0) {  // Python asks for them again for each cell of a; the result is the same.
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
      BATT_LET(shorter, less(context, distance, shortest));
      if (shorter.as_bool()) shortest = distance;
    }
  }
  return shortest;
}

// ---- gravitation ----------------------------------------------------------------------------------------------

constexpr int most_steps = 42;

/// At which numbers of steps some cell of the source is one apart from the destination, and at which it lies on it:
/// bits.
struct Meetings {
  std::uint64_t touching = 0, overlapping = 0;

  BATT_HD int steps() const {
    const std::uint64_t adjacent = touching & ~overlapping & ((std::uint64_t{1} << most_steps) - 1);
    return adjacent == 0 ? most_steps : bits::trailing_zeros(adjacent);
  }
};

/// Where a cell lies on the way of a source that moves up or down, left or right.
struct Way {
  bool vertical = false;
  int direction = 0;  ///< 1 or -1
  BATT_HD int along(Cell cell) const { return (vertical ? cell.i() : cell.j()) * direction; }
  BATT_HD int aside(Cell cell) const { return vertical ? cell.j() : cell.i(); }
  /// How far the source has come after these steps.
  BATT_HD Value after(int steps) const {
    return vertical ? Value::pair(direction * steps, 0) : Value::pair(0, direction * steps);
  }
};

BATT_HD Meetings meetings_by_pairs(Context& context, const SetRep& source, const SetRep& destination, Way way) {
  Meetings found;
  const auto note = [](std::uint64_t& steps, int step) {
    if (step >= 0 && step <= most_steps) steps |= std::uint64_t{1} << step;
  };
  for (std::uint32_t k = 0; k < source.size; ++k) {
    context.charge(destination.size);
    const Cell from = source.any_cells()[k];
    for (std::uint32_t other = 0; other < destination.size; ++other) {
      const Cell to = destination.any_cells()[other];
      const int aside = std::abs(way.aside(to) - way.aside(from)), ahead = way.along(to) - way.along(from);
      if (aside > 1) continue;
      if (aside == 1) {
        note(found.touching, ahead);
        continue;
      }
      note(found.touching, ahead - 1);
      note(found.overlapping, ahead);
      note(found.touching, ahead + 1);
    }
  }
  return found;
}

/// The same inside a small box: the destination as a word of bits for each of its lines along the way.
BATT_HD Meetings meetings_in_box(const SetRep& source, const SetRep& destination, const Extent& box, Way way) {
  std::uint64_t lines[Picture::side + 2] = {};  // one more on each side
  const int first_line = (way.vertical ? box.left : box.top) - 1;
  const int start = way.direction > 0 ? (way.vertical ? box.top : box.left) : -(way.vertical ? box.bottom : box.right);
  for (std::uint32_t k = 0; k < destination.size; ++k) {
    const Cell cell = destination.any_cells()[k];
    lines[way.aside(cell) - first_line] |= std::uint64_t{2} << (way.along(cell) - start);  // the lowest bit: one before
  }
  Meetings found;
  for (std::uint32_t k = 0; k < source.size; ++k) {
    const Cell cell = source.any_cells()[k];
    const std::uint64_t* line = lines + (way.aside(cell) - first_line);
    const int from = way.along(cell) - start;
    found.overlapping |= line[0] >> (from + 1);
    found.touching |= (line[-1] | line[1]) >> (from + 1) | line[0] >> from | line[0] >> (from + 2);
  }
  return found;
}

/// How often gravitate shifts packed cells until they are adjacent to the destination.
BATT_HD int steps_to_adjacent(Context& context, const SetRep& source, const SetRep& destination, Way way) {
  const Extent box = box_around(source.extent(), destination.extent());
  return (Picture::holds(box) ? meetings_in_box(source, destination, box, way)
                              : meetings_by_pairs(context, source, destination, way))
      .steps();
}

/// The same by shifting the source.
BATT_HD Value shift_until_adjacent(Context& context, Value source, Value destination, Value step, int& steps) {
  Value current = source;
  for (steps = 0;; ++steps) {
    BATT_LET(adjacent, op_adjacent(context, current, destination));
    if (adjacent.as_bool() || steps == most_steps) return Value::none();
    current = op_shift(context, current, step);
    BATT_TRY(current);
  }
}

/// Which way gravitate shifts the source.
BATT_HD Value find_way(Context& context, Value source, Value destination, Way& way) {
  Value si, sj, di, dj;
  BATT_LET(from, op_center(context, source));
  BATT_TRY(unpack(context, from, si, sj));
  BATT_LET(to, op_center(context, destination));
  BATT_TRY(unpack(context, to, di, dj));
  BATT_LET(matching, op_vmatching(context, source, destination));
  way.vertical = matching.as_bool();
  BATT_LET(direction, way.vertical ? toward(context, si, di) : toward(context, sj, dj));
  way.direction = static_cast<int>(direction.as_int());
  return Value::none();
}

}  // namespace

BATT_HD Value center_general(Context& context, Value patch) {
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
BATT_HD Value center_packed(Context&, Value patch) {
  Extent extent;
  if (!find_extent(patch, Reading::Patch, extent)) return declined();
  return Value::pair(extent.top + extent.height() / 2, extent.left + extent.width() / 2);
}

BATT_HD Value position_general(Context& context, Value a, Value b) {
  Value ai, aj, bi, bj;
  BATT_LET(center_of_a, center_of_indices(context, a));
  BATT_TRY(unpack(context, center_of_a, ai, aj));
  BATT_LET(center_of_b, center_of_indices(context, b));
  BATT_TRY(unpack(context, center_of_b, bi, bj));
  if (equal(context, ai, bi)) {
    BATT_LET(across, toward(context, aj, bj));
    return make_pair(context, Value::integer(0), across);
  }
  if (equal(context, aj, bj)) {
    BATT_LET(down, toward(context, ai, bi));
    return make_pair(context, down, Value::integer(0));
  }
  BATT_LET(above, less(context, ai, bi));
  if (!above.as_bool()) {
    BATT_LET(below, greater(context, ai, bi));
    if (!below.as_bool()) return Value::none();
  }
  BATT_LET(across, toward(context, aj, bj));
  return make_pair(context, Value::integer(above.as_bool() ? 1 : -1), across);
}

BATT_HD Value hmatching_general(Context& context, Value a, Value b) { return general_matching(context, a, b, true); }
BATT_HD Value hmatching_packed(Context& context, Value a, Value b) { return packed_matching(context, a, b, true); }
BATT_HD Value vmatching_general(Context& context, Value a, Value b) { return general_matching(context, a, b, false); }
BATT_HD Value vmatching_packed(Context& context, Value a, Value b) { return packed_matching(context, a, b, false); }

BATT_HD Value manhattan_general(Context& context, Value a, Value b) {
  if (!has_length(a) || !has_length(b)) return Value::infinity();
  if (length(a).as_int() == 0 || length(b).as_int() == 0) return Value::infinity();
  return least_distance(context, a, b);
}
BATT_HD Value manhattan_packed(Context& context, Value a, Value b) {
  int distance = 0;
  const bool is_found = find_distance(context, a, b, std::numeric_limits<int>::max(), distance);
  return is_found ? Value::integer(distance) : declined();
}

BATT_HD Value adjacent_general(Context& context, Value a, Value b) {
  BATT_LET(distance, op_manhattan(context, a, b));
  return Value::boolean(equal(context, distance, Value::integer(1)));
}
BATT_HD Value adjacent_packed(Context& context, Value a, Value b) {
  int distance = 0;
  return find_distance(context, a, b, 2, distance) ? Value::boolean(distance == 1) : declined();
}

BATT_HD Value bordering_general(Context& context, Value patch, Value grid) {
  const Value yes = Value::boolean(true), zero = Value::integer(0);
  BATT_LET(top, op_uppermost(context, patch));
  if (equal(context, top, zero)) return yes;
  BATT_LET(left, op_leftmost(context, patch));
  if (equal(context, left, zero)) return yes;
  BATT_LET(bottom, op_lowermost(context, patch));
  BATT_LET(height, length(grid));
  if (equal(context, bottom, Value::integer(height.as_int() - 1))) return yes;
  BATT_LET(right, op_rightmost(context, patch));
  BATT_LET(row, subscript(context, grid, 0));
  BATT_LET(width, length(row));
  return Value::boolean(equal(context, right, Value::integer(width.as_int() - 1)));
}
BATT_HD Value bordering_packed(Context&, Value patch, Value grid) {
  Extent extent;
  if (!grid.is_grid() || !find_extent(patch, Reading::Patch, extent)) return declined();
  return Value::boolean(extent.top == 0 || extent.left == 0 || extent.bottom == grid.height() - 1 ||
                        extent.right == grid.width() - 1);
}

BATT_HD Value gravitate_general(Context& context, Value source, Value destination) {
  if (!truth(destination)) return source;
  Way way;
  BATT_TRY(find_way(context, source, destination, way));
  int steps = 0;
  BATT_TRY(shift_until_adjacent(context, source, destination, way.after(1), steps));
  return way.after(steps);
}
BATT_HD Value gravitate_packed(Context& context, Value source, Value destination) {
  const SetRep *x = packed(source, Reading::Patch), *y = packed(destination, Reading::Patch);
  if (x == nullptr || y == nullptr) return declined();
  Way way;
  BATT_TRY(find_way(context, source, destination, way));
  return way.after(steps_to_adjacent(context, *x, *y, way));
}

}  // namespace batt
