// Grids with some of their cells painted over, for values of any type.
#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// `[list(row) for row in grid]`: rows of any values that can be written to.
class ListedGrid {
 public:
  BATT_HD explicit ListedGrid(Context& context) : context_(context), scope_(context.scratch()) {}

  BATT_HD Value load(Value grid) {
    Items rows;
    if (!iterate(context_, grid, rows)) return type_error();
    count_ = rows.size();
    rows_ = context_.scratch().allocate<Row>(static_cast<std::size_t>(count_));
    for (std::int32_t i = 0; i < count_; ++i) {
      Items values;
      if (!iterate(context_, rows[i], values)) return type_error();
      context_.charge(static_cast<std::uint64_t>(values.size()));
      rows_[i] = {context_.scratch().allocate<Value>(static_cast<std::size_t>(values.size())), values.size()};
      for (std::int32_t j = 0; j < values.size(); ++j) rows_[i].values[j] = values[j];
    }
    return Value::none();
  }

  /// rows[i][j] for the i and j of a cell that lies inside; `place` is where it can be read and written.
  BATT_HD Value find(Value i, Value j, Value*& place) {
    if (!i.is_int()) return type_error();
    if (i.as_int() >= count_) return index_error();
    if (!j.is_int()) return type_error();
    const Row& row = rows_[i.as_int()];
    if (j.as_int() >= row.size) return index_error();
    place = row.values + j.as_int();
    return Value::none();
  }

  /// tuple(tuple(row) for row in rows).
  BATT_HD Value finish() {
    ScratchVector rows(context_);
    for (std::int32_t i = 0; i < count_; ++i) {
      const Value row = make_tuple(context_, rows_[i].values, static_cast<std::size_t>(rows_[i].size));
      rows.push(row);
    }
    return make_tuple(context_, rows);
  }

 private:
  struct Row {
    Value* values;
    std::int32_t size;
  };
  Context& context_;
  ArenaScope scope_;
  Row* rows_ = nullptr;
  std::int32_t count_ = 0;
};

/// Writes `color` at (i, j) if the cell lies inside and, where only `over` may be painted over, holds that.
BATT_HD Value paint_cell(Context& context, ListedGrid& rows, const GridShape& shape, Value i, Value j, Value color,
                         const Value* over) {
  BATT_LET(is_inside, inside(context, i, j, shape));
  if (!is_inside.as_bool()) return Value::none();
  Value* place = nullptr;
  BATT_TRY(rows.find(i, j, place));
  if (over == nullptr || equal(context, *place, *over)) *place = color;
  return Value::none();
}

/// What fill and underfill do, for any values. The background is asked for between the shape and the rows.
template <class Background>
BATT_HD Value fill_any(Context& context, Value grid, Value color, Value patch, Background background) {
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  Value over_color;
  const Value* over = nullptr;
  BATT_TRY(background(over_color, over));
  ListedGrid rows(context);
  BATT_TRY(rows.load(grid));
  BATT_LET(indices, op_toindices(context, patch));
  Items cells;
  if (!iterate(context, indices, cells)) return type_error();
  for (std::int32_t k = 0; k < cells.size(); ++k) {
    Value i, j;
    BATT_TRY(unpack(context, cells[k], i, j));
    BATT_TRY(paint_cell(context, rows, shape, i, j, color, over));
  }
  return rows.finish();
}

/// The same for paint and underpaint.
template <class Background>
BATT_HD Value paint_any(Context& context, Value grid, Value obj, Background background) {
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  Value over_color;
  const Value* over = nullptr;
  BATT_TRY(background(over_color, over));
  ListedGrid rows(context);
  BATT_TRY(rows.load(grid));
  Items cells;
  if (!iterate(context, obj, cells)) return type_error();
  for (std::int32_t k = 0; k < cells.size(); ++k) {
    Value i, j, color;
    BATT_TRY(unpack(context, cells[k], i, j, color));
    BATT_TRY(paint_cell(context, rows, shape, i, j, color, over));
  }
  return rows.finish();
}

struct OverAnything {
  BATT_HD Value operator()(Value&, const Value*&) const { return Value::none(); }
};

/// Where only the grid's most common colour may be painted over.
struct OverBackground {
  Context& context;
  Value grid;

  BATT_HD Value operator()(Value& color, const Value*& over) const {
    color = op_mostcolor_t(context, grid);
    over = &color;
    return color;
  }
};

}  // namespace

BATT_HD Value fill_general(Context& context, Value grid, Value color, Value patch) {
  return fill_any(context, grid, color, patch, OverAnything{});
}

BATT_HD Value paint_general(Context& context, Value grid, Value obj) {
  return paint_any(context, grid, obj, OverAnything{});
}

BATT_HD Value underfill_general(Context& context, Value grid, Value color, Value patch) {
  return fill_any(context, grid, color, patch, OverBackground{context, grid});
}

BATT_HD Value underpaint_general(Context& context, Value grid, Value obj) {
  return paint_any(context, grid, obj, OverBackground{context, grid});
}

BATT_HD Value cover_general(Context& context, Value grid, Value patch) {
  BATT_LET(background, op_mostcolor_t(context, grid));
  BATT_LET(indices, op_toindices(context, patch));
  return op_fill(context, grid, background, indices);
}

BATT_HD Value move_general(Context& context, Value grid, Value obj, Value offset) {
  BATT_LET(covered, op_cover(context, grid, obj));
  BATT_LET(shifted, op_shift(context, obj, offset));
  return op_paint(context, covered, shifted);
}

}  // namespace batt
