#include "dsl_kernels/checked/patch.h"

namespace batt {
namespace {

enum class Side : std::uint8_t { Lower, Upper, Left, Right };

bool is_row_side(Side side) { return side == Side::Lower || side == Side::Upper; }
bool is_far_side(Side side) { return side == Side::Lower || side == Side::Right; }

int side_of(const Extent& extent, Side side) {
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
  explicit Extreme(bool largest) : largest_(largest) {}

  Value meet(Value item) {
    if (!empty_) {
      BATT_LET(better, largest_ ? greater(item, best_) : less(item, best_));
      if (!better.as_bool()) return Value::none();
    }
    best_ = item;
    empty_ = false;
    return Value::none();
  }
  Value get() const { return empty_ ? value_error() : best_; }

 private:
  Value best_;
  bool largest_;
  bool empty_ = true;
};

/// max(i for i, j in indices) and its likes.
Value extreme_part(Context& context, Value indices, Side side) {
  Items locations;
  if (!iterate(context, indices, locations)) return type_error();
  context.charge(static_cast<std::uint64_t>(locations.size()));
  Extreme extreme(is_far_side(side));
  for (std::int32_t k = 0; k < locations.size(); ++k) {
    Value i, j;
    BATT_TRY(unpack(context, locations[k], i, j));
    BATT_TRY(extreme.meet(is_row_side(side) ? i : j));
  }
  return extreme.get();
}

Value side_body(Context& context, Value patch, Reading reading, Side side) {
  if (const SetRep* cells = packed(patch, reading)) return Value::integer(side_of(extent_of(*cells), side));
  // Of the twelve ops only rightmost_i and rightmost_o do not look whether there is a patch.
  const bool looks = side != Side::Right || reading == Reading::Patch;
  if (looks && !truth(patch)) return Value::nan();
  BATT_LET(indices, op_toindices(context, patch, reading));
  return extreme_part(context, indices, side);
}

Value op_side(Context& context, Value patch, Reading reading, Side side) {
  switch (side) {
    case Side::Lower: return op_lowermost(context, patch, reading);
    case Side::Upper: return op_uppermost(context, patch, reading);
    case Side::Left: return op_leftmost(context, patch, reading);
    case Side::Right: return op_rightmost(context, patch, reading);
  }
  return {};
}

/// 0 for nothing, else far - near + 1.
Value span_body(Context& context, Value piece, Reading reading, Side far, Side near) {
  if (const SetRep* cells = packed(piece, reading)) {
    const Extent extent = extent_of(*cells);
    return Value::integer(side_of(extent, far) - side_of(extent, near) + 1);
  }
  BATT_LET(size, length(piece));
  if (size.as_int() == 0) return Value::integer(0);
  BATT_LET(last, op_side(context, piece, reading, far));
  BATT_LET(first, op_side(context, piece, reading, near));
  BATT_LET(distance, subtract(context, last, first));
  return add(context, distance, Value::integer(1));
}

Value height_body(Context& context, Value piece, Reading reading) {
  return span_body(context, piece, reading, Side::Lower, Side::Upper);
}
Value width_body(Context& context, Value piece, Reading reading) {
  return span_body(context, piece, reading, Side::Right, Side::Left);
}

/// along == len(patch) and across == 1, with `across` asked for only if the first holds.
template <class Across>
Value line_body(Value along, Value patch, Across across) {
  BATT_TRY(along);
  BATT_LET(size, length(patch));
  if (!equal(along, size)) return Value::boolean(false);
  BATT_LET(thickness, across());
  return Value::boolean(equal(thickness, Value::integer(1)));
}

/// The columns of zip(*rows), read where they stand.
class Columns {
 public:
  /// TypeError where the rows, or one of them, cannot be iterated; else None.
  Value open(Context& context, Value rows) {
    if (!iterate(context, rows, rows_)) return type_error();
    context.charge(static_cast<std::uint64_t>(rows_.size()));
    for (std::int32_t k = 0; k < rows_.size(); ++k) {
      Items row;
      if (!iterate(context, rows_[k], row)) return type_error();
      count_ = k == 0 ? row.size() : std::min(count_, row.size());
    }
    return Value::none();
  }
  std::int32_t count() const { return count_; }
  std::int32_t height() const { return rows_.size(); }
  Value at(Context& context, std::int32_t row, std::int32_t column) const {
    Items items;
    iterate(context, rows_[row], items);
    return items[column];
  }

 private:
  Items rows_;
  std::int32_t count_ = 0;
};

Value column_extreme(Context& context, const Columns& columns, std::int32_t column, bool largest) {
  context.charge(static_cast<std::uint64_t>(columns.height()));
  Extreme extreme(largest);
  for (std::int32_t row = 0; row < columns.height(); ++row) BATT_TRY(extreme.meet(columns.at(context, row, column)));
  return extreme.get();
}

/// The corner at the lower (else upper), right (else left) side. Rows that are no locations have other columns too:
/// the upper left and lower right corners take the minimum, or maximum, of them all, the other two refuse a third.
Value corner_body(Context& context, Value patch, Reading reading, bool lower, bool right) {
  if (const SetRep* cells = packed(patch, reading)) {
    const Extent extent = extent_of(*cells);
    return Value::pair(lower ? extent.bottom : extent.top, right ? extent.right : extent.left);
  }
  BATT_LET(indices, op_toindices(context, patch, reading));
  Columns columns;
  BATT_TRY(columns.open(context, indices));
  Collector corner(context);
  for (std::int32_t k = 0; k < columns.count(); ++k) {
    if (k > 1 && lower != right) return Value::error(Exception::KeyError);
    BATT_LET(extreme, column_extreme(context, columns, k, k == 0 ? lower : right));
    corner.push(extreme);
  }
  return make_tuple(context, corner);
}

/// sum(column).
Value column_sum(Context& context, const Columns& columns, std::int32_t column) {
  Value sum = Value::integer(0);
  for (std::int32_t row = 0; row < columns.height(); ++row) {
    sum = add(context, sum, columns.at(context, row, column));
    BATT_TRY(sum);
  }
  return sum;
}

/// An object may hold a location in several colours: its size is not the count of its locations.
Value packed_centerofmass(Context& context, const SetRep& locations, Value size) {
  std::int64_t rows = 0, columns = 0;
  for (std::uint32_t k = 0; k < locations.size; ++k) {
    rows += locations.any_cells()[k].i();
    columns += locations.any_cells()[k].j();
  }
  BATT_LET(i, floor_divide(context, Value::integer(rows), size));
  BATT_LET(j, floor_divide(context, Value::integer(columns), size));
  return make_pair(context, i, j);
}

bool is_type(Value type, int number) { return equal(type, Value::integer(number)); }

}  // namespace

Value lowermost_body(Context& context, Value patch) { return side_body(context, patch, Reading::Patch, Side::Lower); }
Value lowermost_i_body(Context& context, Value indices) { return side_body(context, indices, Reading::Indices, Side::Lower); }
Value lowermost_o_body(Context& context, Value obj) { return side_body(context, obj, Reading::Object, Side::Lower); }
Value uppermost_body(Context& context, Value patch) { return side_body(context, patch, Reading::Patch, Side::Upper); }
Value uppermost_i_body(Context& context, Value indices) { return side_body(context, indices, Reading::Indices, Side::Upper); }
Value uppermost_o_body(Context& context, Value obj) { return side_body(context, obj, Reading::Object, Side::Upper); }
Value leftmost_body(Context& context, Value patch) { return side_body(context, patch, Reading::Patch, Side::Left); }
Value leftmost_i_body(Context& context, Value indices) { return side_body(context, indices, Reading::Indices, Side::Left); }
Value leftmost_o_body(Context& context, Value obj) { return side_body(context, obj, Reading::Object, Side::Left); }
Value rightmost_body(Context& context, Value patch) { return side_body(context, patch, Reading::Patch, Side::Right); }
Value rightmost_i_body(Context& context, Value indices) { return side_body(context, indices, Reading::Indices, Side::Right); }
Value rightmost_o_body(Context& context, Value obj) { return side_body(context, obj, Reading::Object, Side::Right); }

Value col_row_body(Context& context, Value patch, Value type) {
  if (is_type(type, 0)) return op_lowermost(context, patch);
  if (is_type(type, 1)) return op_uppermost(context, patch);
  if (is_type(type, 2)) return op_leftmost(context, patch);
  if (is_type(type, 3)) return op_rightmost(context, patch);
  return Value::none();
}

Value height_t_body(Context&, Value piece) { return length(piece); }
Value height_f_body(Context& context, Value piece) { return height_body(context, piece, Reading::Patch); }
Value height_i_body(Context& context, Value piece) { return height_body(context, piece, Reading::Indices); }
Value height_o_body(Context& context, Value piece) { return height_body(context, piece, Reading::Object); }

Value width_t_body(Context& context, Value piece) {
  if (!truth(piece)) return Value::integer(0);
  BATT_LET(row, subscript(context, piece, 0));
  return length(row);
}
Value width_f_body(Context& context, Value piece) { return width_body(context, piece, Reading::Patch); }
Value width_i_body(Context& context, Value piece) { return width_body(context, piece, Reading::Indices); }
Value width_o_body(Context& context, Value piece) { return width_body(context, piece, Reading::Object); }

Value shape_t_body(Context& context, Value grid) {
  BATT_LET(height, op_height_t(context, grid));
  BATT_LET(width, op_width_t(context, grid));
  return make_pair(context, height, width);
}

Value shape_f_body(Context& context, Value patch) {
  BATT_LET(height, op_height_f(context, patch));
  BATT_LET(width, op_width_f(context, patch));
  return make_pair(context, height, width);
}

Value portrait_t_body(Context& context, Value grid) {
  BATT_LET(height, op_height_t(context, grid));
  BATT_LET(width, op_width_t(context, grid));
  return greater(height, width);
}

Value portrait_f_body(Context& context, Value patch) {
  BATT_LET(height, op_height_f(context, patch));
  BATT_LET(width, op_width_f(context, patch));
  return greater(height, width);
}

Value square_t_body(Context& context, Value grid) {
  BATT_LET(height, length(grid));
  BATT_LET(row, subscript(context, grid, 0));
  BATT_LET(width, length(row));
  return Value::boolean(height.as_int() == width.as_int());
}

Value square_f_body(Context& context, Value patch) {
  BATT_LET(height, op_height_f(context, patch));
  BATT_LET(width, op_width_f(context, patch));
  BATT_LET(area, multiply(context, height, width));
  BATT_LET(size, length(patch));
  return Value::boolean(equal(area, size) && equal(height, width));
}

Value vline_i_body(Context& context, Value patch) {
  return line_body(op_height_i(context, patch), patch, [&] { return op_width_i(context, patch); });
}
Value vline_o_body(Context& context, Value patch) {
  return line_body(op_height_o(context, patch), patch, [&] { return op_width_o(context, patch); });
}
Value hline_i_body(Context& context, Value patch) {
  return line_body(op_width_i(context, patch), patch, [&] { return op_height_i(context, patch); });
}
Value hline_o_body(Context& context, Value patch) {
  return line_body(op_width_o(context, patch), patch, [&] { return op_height_o(context, patch); });
}

Value ulcorner_body(Context& context, Value patch) { return corner_body(context, patch, Reading::Patch, false, false); }
Value ulcorner_i_body(Context& context, Value indices) { return corner_body(context, indices, Reading::Indices, false, false); }
Value ulcorner_o_body(Context& context, Value obj) { return corner_body(context, obj, Reading::Object, false, false); }
Value urcorner_body(Context& context, Value patch) { return corner_body(context, patch, Reading::Patch, false, true); }
Value urcorner_i_body(Context& context, Value indices) { return corner_body(context, indices, Reading::Indices, false, true); }
Value urcorner_o_body(Context& context, Value obj) { return corner_body(context, obj, Reading::Object, false, true); }
Value llcorner_body(Context& context, Value patch) { return corner_body(context, patch, Reading::Patch, true, false); }
Value llcorner_i_body(Context& context, Value indices) { return corner_body(context, indices, Reading::Indices, true, false); }
Value llcorner_o_body(Context& context, Value obj) { return corner_body(context, obj, Reading::Object, true, false); }
Value lrcorner_body(Context& context, Value patch) { return corner_body(context, patch, Reading::Patch, true, true); }
Value lrcorner_i_body(Context& context, Value indices) { return corner_body(context, indices, Reading::Indices, true, true); }
Value lrcorner_o_body(Context& context, Value obj) { return corner_body(context, obj, Reading::Object, true, true); }

Value corner_body(Context& context, Value patch, Value type) {
  if (is_type(type, 1)) return op_urcorner(context, patch);
  if (is_type(type, 2)) return op_llcorner(context, patch);
  if (is_type(type, 3)) return op_lrcorner(context, patch);
  return op_ulcorner(context, patch);
}

Value corners_body(Context& context, Value patch) {
  BATT_LET(upper_left, op_ulcorner(context, patch));
  BATT_LET(upper_right, op_urcorner(context, patch));
  BATT_LET(lower_left, op_llcorner(context, patch));
  BATT_LET(lower_right, op_lrcorner(context, patch));
  const Value all[] = {upper_left, upper_right, lower_left, lower_right};
  BATT_LET(set, make_set(context, all, 4));
  return copy_of_set(context, set.set());
}

Value centerofmass_body(Context& context, Value patch) {
  BATT_LET(indices, op_toindices(context, patch));
  if (const SetRep* cells = packed(indices, Reading::Indices)) return packed_centerofmass(context, *cells, length(patch));
  Columns columns;
  BATT_TRY(columns.open(context, indices));
  Collector center(context);
  for (std::int32_t k = 0; k < columns.count(); ++k) {
    BATT_LET(sum, column_sum(context, columns, k));
    BATT_LET(size, length(patch));
    BATT_LET(mean, floor_divide(context, sum, size));
    center.push(mean);
  }
  return make_tuple(context, center);
}

}  // namespace batt
