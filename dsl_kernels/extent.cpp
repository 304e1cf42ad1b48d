// Sides, corners, sizes and the centre of mass of patches; shapes of grids.
#include <algorithm>

#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/readings.h"

namespace batt {
namespace {

enum class Side : std::uint8_t { Lower, Upper, Left, Right };

BATT_HD bool is_row_side(Side side) { return side == Side::Lower || side == Side::Upper; }
BATT_HD bool is_far_side(Side side) { return side == Side::Lower || side == Side::Right; }

BATT_HD int side_of(const Extent& extent, Side side) {
  switch (side) {
    case Side::Lower: return extent.bottom;
    case Side::Upper: return extent.top;
    case Side::Left: return extent.left;
    case Side::Right: return extent.right;
  }
  return 0;
}

/// max() or min() fed one by one: an item that does not compare raises before the next one is asked for.
class Extreme {
 public:
  BATT_HD Extreme(Context& context, bool largest) : context_(context), largest_(largest) {}

  BATT_HD Value take(Value item) {
    if (item.is_int() && best_.is_int() && !empty_) {
      if (largest_ ? item.as_int() <= best_.as_int() : item.as_int() >= best_.as_int()) return Value::none();
    } else if (!empty_) {
      BATT_LET(better, largest_ ? greater(context_, item, best_) : less(context_, item, best_));
      if (!better.as_bool()) return Value::none();
    }
    best_ = item;
    empty_ = false;
    return Value::none();
  }
  BATT_HD Value get() const { return empty_ ? value_error() : best_; }

 private:
  Context& context_;
  Value best_;
  bool largest_;
  bool empty_ = true;
};

// ---- sides ----------------------------------------------------------------------------------------------------

/// max(i for i, j in indices) and its likes.
BATT_HD Value extreme_part(Context& context, Value indices, Side side) {
  Items locations;
  if (!iterate(context, indices, locations)) return type_error();
  context.charge(static_cast<std::uint64_t>(locations.size()));
  Extreme extreme(context, is_far_side(side));
  for (std::int32_t k = 0; k < locations.size(); ++k) {
    Value i, j;
    BATT_TRY(unpack(context, locations[k], i, j));
    BATT_TRY(extreme.take(is_row_side(side) ? i : j));
  }
  return extreme.get();
}

BATT_HD Value general_side(Context& context, Value patch, Reading reading, Side side) {
  // Of the twelve ops only rightmost_i and rightmost_o do not look whether there is a patch.
  const bool looks = side != Side::Right || reading == Reading::Patch;
  if (looks && !truth(patch)) return Value::nan();
  BATT_LET(indices, op_toindices(context, patch, reading));
  return extreme_part(context, indices, side);
}

BATT_HD Value packed_side(Value patch, Reading reading, Side side) {
  if (Extent extent; find_extent(patch, reading, extent)) return Value::integer(side_of(extent, side));
  return is_misread(patch, reading) ? value_error() : declined();
}

BATT_HD Value op_side(Context& context, Value patch, Reading reading, Side side) {
  switch (side) {
    case Side::Lower: return op_lowermost(context, patch, reading);
    case Side::Upper: return op_uppermost(context, patch, reading);
    case Side::Left: return op_leftmost(context, patch, reading);
    case Side::Right: return op_rightmost(context, patch, reading);
  }
  return {};
}

// ---- sizes ----------------------------------------------------------------------------------------------------

enum class Measure : std::uint8_t { Height, Width };

/// 0 for nothing, else far - near + 1.
BATT_HD Value general_span(Context& context, Value piece, Reading reading, Measure measure) {
  BATT_LET(size, length(piece));
  if (size.as_int() == 0) return Value::integer(0);
  BATT_LET(last, op_side(context, piece, reading, measure == Measure::Height ? Side::Lower : Side::Right));
  BATT_LET(first, op_side(context, piece, reading, measure == Measure::Height ? Side::Upper : Side::Left));
  BATT_LET(distance, subtract(context, last, first));
  return add(context, distance, Value::integer(1));
}

BATT_HD Value packed_span(Value piece, Reading reading, Measure measure) {
  if (Extent extent; find_extent(piece, reading, extent))
    return Value::integer(measure == Measure::Height ? extent.height() : extent.width());
  return declined();
}

BATT_HD Value op_span(Context& context, Value piece, Reading reading, Measure measure) {
  if (measure == Measure::Height)
    return reading == Reading::Indices ? op_height_i(context, piece) : op_height_o(context, piece);
  return reading == Reading::Indices ? op_width_i(context, piece) : op_width_o(context, piece);
}

/// Whether the patch is as long as it has cells along one measure, and 1 along the other, which is asked for only if
/// the first holds.
BATT_HD Value general_line(Context& context, Value patch, Reading reading, Measure along) {
  BATT_LET(extension, op_span(context, patch, reading, along));
  BATT_LET(size, length(patch));
  if (!equal(context, extension, size)) return Value::boolean(false);
  BATT_LET(thickness, op_span(context, patch, reading, along == Measure::Height ? Measure::Width : Measure::Height));
  return Value::boolean(equal(context, thickness, Value::integer(1)));
}

BATT_HD Value packed_line(Value patch, Reading reading, Measure along) {
  const SetRep* cells = packed(patch, reading);
  if (cells == nullptr) return declined();
  const Extent extent = cells->extent();
  const int length = along == Measure::Height ? extent.height() : extent.width();
  const int thickness = along == Measure::Height ? extent.width() : extent.height();
  return Value::boolean(thickness == 1 && static_cast<std::uint32_t>(length) == cells->size);
}

// ---- corners --------------------------------------------------------------------------------------------------

/// The columns of zip(*rows), read where they stand. The caller scopes the scratch memory.
class Columns {
 public:
  /// TypeError where the rows, or one of them, cannot be iterated; else None.
  BATT_HD Value open(Context& context, Value rows) {
    Items items;
    if (!iterate(context, rows, items)) return type_error();
    height_ = items.size();
    context.charge(static_cast<std::uint64_t>(height_));
    rows_ = context.scratch().allocate<Items>(static_cast<std::size_t>(height_));
    for (std::int32_t k = 0; k < height_; ++k) {
      if (!iterate(context, items[k], *new (rows_ + k) Items)) return type_error();
      count_ = k == 0 ? rows_[k].size() : std::min(count_, rows_[k].size());
    }
    return Value::none();
  }
  BATT_HD std::int32_t count() const { return count_; }
  BATT_HD std::int32_t height() const { return height_; }
  BATT_HD Value at(std::int32_t row, std::int32_t column) const { return rows_[row][column]; }

 private:
  Items* rows_ = nullptr;
  std::int32_t height_ = 0, count_ = 0;
};

BATT_HD Value column_extreme(Context& context, const Columns& columns, std::int32_t column, bool largest) {
  context.charge(static_cast<std::uint64_t>(columns.height()));
  Extreme extreme(context, largest);
  for (std::int32_t row = 0; row < columns.height(); ++row) BATT_TRY(extreme.take(columns.at(row, column)));
  return extreme.get();
}

/// Which corner: at the lower (else upper), right (else left) side.
struct Corner {
  bool lower, right;
};
constexpr Corner upper_left{false, false}, upper_right{false, true}, lower_left{true, false}, lower_right{true, true};

/// Rows that are no locations have other columns too: the upper left and lower right corners take the minimum, or
/// maximum, of them all, the other two refuse a third.
BATT_HD Value general_corner(Context& context, Value patch, Reading reading, Corner which) {
  BATT_LET(indices, op_toindices(context, patch, reading));
  ArenaScope scope(context.scratch());
  Columns columns;
  BATT_TRY(columns.open(context, indices));
  ScratchVector corner(context);
  for (std::int32_t k = 0; k < columns.count(); ++k) {
    if (k > 1 && which.lower != which.right) return Value::error(Exception::KeyError);
    BATT_LET(extreme, column_extreme(context, columns, k, k == 0 ? which.lower : which.right));
    corner.push(extreme);
  }
  return make_tuple(context, corner);
}

BATT_HD Value corner_of(const Extent& extent, Corner which) {
  return Value::pair(which.lower ? extent.bottom : extent.top, which.right ? extent.right : extent.left);
}

BATT_HD Value packed_corner(Value patch, Reading reading, Corner which) {
  if (Extent extent; find_extent(patch, reading, extent)) return corner_of(extent, which);
  return declined();
}

// ---- the centre of mass ---------------------------------------------------------------------------------------

/// sum(column).
BATT_HD Value column_sum(Context& context, const Columns& columns, std::int32_t column) {
  Value sum = Value::integer(0);
  for (std::int32_t row = 0; row < columns.height(); ++row) {
    sum = add(context, sum, columns.at(row, column));
    BATT_TRY(sum);
  }
  return sum;
}

/// An object may hold a location in several colours: its size is not the count of its locations.
BATT_HD Value mean_of(Context& context, const SetRep& locations, std::uint32_t size) {
  std::int64_t rows = 0, columns = 0;
  for (std::uint32_t k = 0; k < locations.size; ++k) {
    rows += locations.any_cells()[k].i();
    columns += locations.any_cells()[k].j();
  }
  const Value count = Value::integer(size);
  return make_pair(context, floor_divide(context, Value::integer(rows), count),
                   floor_divide(context, Value::integer(columns), count));
}

BATT_HD bool is_type(Context& context, Value type, int number) { return equal(context, type, Value::integer(number)); }

}  // namespace

#define BY_READING(name, way, what)                                                                        \
  BATT_HD Value name##_general(Context& context, Value patch) {                                            \
    return general_##way(context, patch, Reading::Patch, what);                                            \
  }                                                                                                        \
  BATT_HD Value name##_packed(Context&, Value patch) { return packed_##way(patch, Reading::Patch, what); } \
  ONE_KIND(name##_i, way, Reading::Indices, what)                                                          \
  ONE_KIND(name##_o, way, Reading::Object, what)

#define ONE_KIND(name, way, reading, what)                                                                             \
  BATT_HD Value name##_general(Context& context, Value patch) { return general_##way(context, patch, reading, what); } \
  BATT_HD Value name##_packed(Context&, Value patch) { return packed_##way(patch, reading, what); }

BY_READING(lowermost, side, Side::Lower)
BY_READING(uppermost, side, Side::Upper)
BY_READING(leftmost, side, Side::Left)
BY_READING(rightmost, side, Side::Right)

BY_READING(ulcorner, corner, upper_left)
BY_READING(urcorner, corner, upper_right)
BY_READING(llcorner, corner, lower_left)
BY_READING(lrcorner, corner, lower_right)

ONE_KIND(height_f, span, Reading::Patch, Measure::Height)
ONE_KIND(height_i, span, Reading::Indices, Measure::Height)
ONE_KIND(height_o, span, Reading::Object, Measure::Height)
ONE_KIND(width_f, span, Reading::Patch, Measure::Width)
ONE_KIND(width_i, span, Reading::Indices, Measure::Width)
ONE_KIND(width_o, span, Reading::Object, Measure::Width)

ONE_KIND(vline_i, line, Reading::Indices, Measure::Height)
ONE_KIND(vline_o, line, Reading::Object, Measure::Height)
ONE_KIND(hline_i, line, Reading::Indices, Measure::Width)
ONE_KIND(hline_o, line, Reading::Object, Measure::Width)

#undef ONE_KIND
#undef BY_READING

BATT_HD Value col_row_general(Context& context, Value patch, Value type) {
  if (is_type(context, type, 0)) return op_lowermost(context, patch);
  if (is_type(context, type, 1)) return op_uppermost(context, patch);
  if (is_type(context, type, 2)) return op_leftmost(context, patch);
  if (is_type(context, type, 3)) return op_rightmost(context, patch);
  return Value::none();
}

BATT_HD Value corner_general(Context& context, Value patch, Value type) {
  if (is_type(context, type, 1)) return op_urcorner(context, patch);
  if (is_type(context, type, 2)) return op_llcorner(context, patch);
  if (is_type(context, type, 3)) return op_lrcorner(context, patch);
  return op_ulcorner(context, patch);
}

BATT_HD Value corners_general(Context& context, Value patch) {
  BATT_LET(ul, op_ulcorner(context, patch));
  BATT_LET(ur, op_urcorner(context, patch));
  BATT_LET(ll, op_llcorner(context, patch));
  BATT_LET(lr, op_lrcorner(context, patch));
  const Value all[] = {ul, ur, ll, lr};
  BATT_LET(set, make_set(context, all, 4));
  return copy_of_set(context, set.set());
}

/// Four members lie in a table of the smallest size, and so does a copy of them: frozenset({...}) is the set itself.
BATT_HD Value corners_packed(Context& context, Value patch) {
  const SetRep* patch_cells = packed(patch, Reading::Patch);
  if (patch_cells == nullptr) return declined();
  const Extent extent = patch_cells->extent();
  Cell corners[4] = {Cell(extent.top, extent.left)};
  std::size_t count = 1;
  if (extent.width() > 1) corners[count++] = Cell(extent.top, extent.right);
  if (extent.height() > 1) corners[count++] = Cell(extent.bottom, extent.left);
  if (extent.width() > 1 && extent.height() > 1) corners[count++] = Cell(extent.bottom, extent.right);
  return make_distinct_cell_set(context, Packing::Locations, corners, count);
}

BATT_HD Value height_t_general(Context&, Value piece) { return length(piece); }

BATT_HD Value width_t_general(Context& context, Value piece) {
  if (piece.is_grid()) return Value::integer(piece.width());
  if (!truth(piece)) return Value::integer(0);
  BATT_LET(row, subscript(context, piece, 0));
  return length(row);
}

BATT_HD Value shape_t_general(Context& context, Value grid) {
  BATT_LET(height, op_height_t(context, grid));
  BATT_LET(width, op_width_t(context, grid));
  return make_pair(context, height, width);
}
BATT_HD Value shape_t_packed(Context&, Value grid) {
  return grid.is_grid() ? Value::pair(grid.height(), grid.width()) : declined();
}

BATT_HD Value shape_f_general(Context& context, Value patch) {
  BATT_LET(height, op_height_f(context, patch));
  BATT_LET(width, op_width_f(context, patch));
  return make_pair(context, height, width);
}
BATT_HD Value shape_f_packed(Context&, Value patch) {
  const SetRep* cells = packed(patch, Reading::Patch);
  if (cells == nullptr) return declined();
  const Extent extent = cells->extent();
  return Value::pair(extent.height(), extent.width());
}

BATT_HD Value portrait_t_general(Context& context, Value grid) {
  if (grid.is_grid()) return Value::boolean(grid.height() > grid.width());
  BATT_LET(height, op_height_t(context, grid));
  BATT_LET(width, op_width_t(context, grid));
  return greater(context, height, width);
}

BATT_HD Value portrait_f_general(Context& context, Value patch) {
  BATT_LET(height, op_height_f(context, patch));
  BATT_LET(width, op_width_f(context, patch));
  return greater(context, height, width);
}
BATT_HD Value portrait_f_packed(Context&, Value patch) {
  const SetRep* cells = packed(patch, Reading::Patch);
  if (cells == nullptr) return declined();
  const Extent extent = cells->extent();
  return Value::boolean(extent.height() > extent.width());
}

BATT_HD Value square_t_general(Context& context, Value grid) {
  if (grid.is_grid()) return Value::boolean(grid.height() == grid.width());
  BATT_LET(height, length(grid));
  BATT_LET(row, subscript(context, grid, 0));
  BATT_LET(width, length(row));
  return Value::boolean(height.as_int() == width.as_int());
}

BATT_HD Value square_f_general(Context& context, Value patch) {
  BATT_LET(height, op_height_f(context, patch));
  BATT_LET(width, op_width_f(context, patch));
  BATT_LET(area, multiply(context, height, width));
  BATT_LET(size, length(patch));
  return Value::boolean(equal(context, area, size) && equal(context, height, width));
}
BATT_HD Value square_f_packed(Context&, Value patch) {
  const SetRep* cells = packed(patch, Reading::Patch);
  if (cells == nullptr) return declined();
  const Extent extent = cells->extent();
  const auto height = static_cast<std::uint32_t>(extent.height()), width = static_cast<std::uint32_t>(extent.width());
  return Value::boolean(height == width && height * width == cells->size);
}

BATT_HD Value centerofmass_general(Context& context, Value patch) {
  BATT_LET(indices, op_toindices(context, patch));
  ArenaScope scope(context.scratch());
  Columns columns;
  BATT_TRY(columns.open(context, indices));
  ScratchVector center(context);
  for (std::int32_t k = 0; k < columns.count(); ++k) {
    BATT_LET(sum, column_sum(context, columns, k));
    BATT_LET(size, length(patch));
    BATT_LET(mean, floor_divide(context, sum, size));
    center.push(mean);
  }
  return make_tuple(context, center);
}

BATT_HD Value centerofmass_packed(Context& context, Value patch) {
  const SetRep* cells = packed(patch, Reading::Patch);
  if (cells == nullptr) return declined();
  if (cells->packing == Packing::Locations || has_distinct_locations(context, *cells))
    return mean_of(context, *cells, cells->size);
  BATT_LET(indices, op_toindices(context, patch));
  return mean_of(context, indices.set(), cells->size);
}

}  // namespace batt
