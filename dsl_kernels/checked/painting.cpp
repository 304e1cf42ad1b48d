// Grids with some of their cells painted over.
#include <cstring>
#include <type_traits>

#include "dsl_kernels/checked/grid_access.h"
#include "dsl_kernels/checked/patch.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// A copy of a grid of bytes to paint on; cells outside are not painted.
class ByteCanvas {
 public:
  ByteCanvas(Context& context, Value grid) : context_(context), height_(grid.height()), width_(grid.width()) {
    context.charge(cell_count(grid));
    bytes_ = context.arena().copy(grid.bytes(), cell_count(grid));
  }

  bool holds(int i, int j) const {
    return static_cast<unsigned>(i) < static_cast<unsigned>(height_) && static_cast<unsigned>(j) < static_cast<unsigned>(width_);
  }
  std::ptrdiff_t place(int i, int j) const { return static_cast<std::ptrdiff_t>(i) * width_ + j; }
  std::int8_t& operator[](std::ptrdiff_t place) { return bytes_[place]; }
  std::size_t size() const { return static_cast<std::size_t>(height_) * static_cast<std::size_t>(width_); }
  Context& context() const { return context_; }
  Value finish() { return make_grid(context_, bytes_, height_, width_); }

 private:
  Context& context_;
  int height_, width_;
  std::int8_t* bytes_;
};

struct OwnColor {
  std::int8_t operator()(Cell cell) const { return static_cast<std::int8_t>(cell.c()); }
};
constexpr OwnColor own_color;

/// Paints color_of(cell) on every cell where may_paint(what is there) holds.
template <class ColorOf, class MayPaint>
void paint_cells(ByteCanvas& canvas, const SetRep& set, ColorOf color_of, MayPaint may_paint) {
  // Two cells at one place may differ in colour: only then it matters which comes first.
  const bool one_color = set.packing == Packing::Locations || !std::is_same_v<ColorOf, OwnColor>;
  const bool any_order = one_color || set.recipe == nullptr || has_distinct_locations(canvas.context(), set);
  const Cell* cells = any_order ? set.any_cells() : set.cells();
  for (std::uint32_t k = 0; k < set.size; ++k) {
    const Cell cell = cells[k];
    if (!canvas.holds(cell.i(), cell.j())) continue;
    std::int8_t& place = canvas[canvas.place(cell.i(), cell.j())];
    if (may_paint(place)) place = color_of(cell);
  }
}

auto one_color(Value color) {
  return [byte = static_cast<std::int8_t>(color.as_int())](Cell) { return byte; };
}

bool anywhere(std::int8_t) { return true; }
auto only_on(Value background) {
  return [byte = static_cast<std::int8_t>(background.as_int())](std::int8_t there) { return there == byte; };
}

template <class ColorOf, class MayPaint>
Value painted_copy(Context& context, Value grid, const SetRep& set, ColorOf color_of, MayPaint may_paint) {
  ByteCanvas canvas(context, grid);
  paint_cells(canvas, set, color_of, may_paint);
  return canvas.finish();
}

/// Whether a patch is a tuple of locations or cells, packed as the rows of a grid.
bool has_rows(Value patch) { return patch.is_grid() && (patch.width() == 2 || patch.width() == 3); }

/// The same by such a tuple.
template <class ColorOf, class MayPaint>
Value painted_by_rows(Context& context, Value grid, Value patch, ColorOf color_of, MayPaint may_paint) {
  ByteCanvas canvas(context, grid);
  const std::int8_t* row = patch.bytes();
  for (int k = 0; k < patch.height(); ++k, row += patch.width()) {
    if (!canvas.holds(row[0], row[1])) continue;
    std::int8_t& place = canvas[canvas.place(row[0], row[1])];
    if (may_paint(place)) place = color_of(Cell(row[0], row[1], patch.width() == 3 ? row[2] : 0));
  }
  return canvas.finish();
}

/// `[list(row) for row in grid]`: rows of any values that can be written to.
class ListedGrid {
 public:
  explicit ListedGrid(Context& context) : context_(context), scope_(context.scratch()) {}

  Value load(Value grid) {
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
  Value find(Value i, Value j, Value*& place) {
    if (!i.is_int()) return type_error();
    if (i.as_int() >= count_) return index_error();
    if (!j.is_int()) return type_error();
    const Row& row = rows_[i.as_int()];
    if (j.as_int() >= row.size) return index_error();
    place = row.values + j.as_int();
    return Value::none();
  }

  /// tuple(tuple(row) for row in rows).
  Value finish() {
    Collector rows(context_);
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
Value paint_cell(ListedGrid& rows, const GridShape& shape, Value i, Value j, Value color, const Value* over) {
  BATT_LET(is_inside, inside(i, j, shape));
  if (!is_inside.as_bool()) return Value::none();
  Value* place = nullptr;
  BATT_TRY(rows.find(i, j, place));
  if (over == nullptr || equal(*place, *over)) *place = color;
  return Value::none();
}

/// What fill and underfill do, for any values. The background is asked for between the shape and the rows.
template <class Background>
Value fill_any(Context& context, Value grid, Value color, Value patch, Background background) {
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
    BATT_TRY(paint_cell(rows, shape, i, j, color, over));
  }
  return rows.finish();
}

/// The same for paint and underpaint.
template <class Background>
Value paint_any(Context& context, Value grid, Value obj, Background background) {
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
    BATT_TRY(paint_cell(rows, shape, i, j, color, over));
  }
  return rows.finish();
}

Value over_anything(Value&, const Value*&) { return Value::none(); }

auto over_background(Context& context, Value grid) {
  return [&context, grid](Value& color, const Value*& over) -> Value {
    color = op_mostcolor_t(context, grid);
    over = &color;
    return color;
  };
}

bool is_empty_set(Value v) { return v.is_set() && v.set().size == 0; }

/// paint(cover(grid, obj), shift(obj, offset)) without the shifted set. False if two cells land on one place in two
/// colours: then the shifted set's order decides, and it has to be made.
bool move_cells(Context& context, ByteCanvas& canvas, const SetRep& cells, Value offset) {
  ArenaScope scope(context.scratch());
  bool* painted = context.scratch().allocate<bool>(canvas.size());
  std::memset(painted, 0, canvas.size());
  for (std::uint32_t k = 0; k < cells.size; ++k) {
    const Cell cell = cells.any_cells()[k];
    const std::int64_t i = std::int64_t{cell.i()} + offset.i(), j = std::int64_t{cell.j()} + offset.j();
    if (!Cell::fits(i, j) || !canvas.holds(static_cast<int>(i), static_cast<int>(j))) continue;
    const std::ptrdiff_t place = canvas.place(static_cast<int>(i), static_cast<int>(j));
    const auto color = static_cast<std::int8_t>(cell.c());
    if (painted[place] && canvas[place] != color) return false;
    painted[place] = true;
    canvas[place] = color;
  }
  return true;
}

}  // namespace

Value fill_body(Context& context, Value grid, Value color, Value patch) {
  if (grid.is_grid() && fits_byte(color)) {
    if (is_empty_set(patch)) return grid;
    if (const SetRep* cells = packed(patch, Reading::Patch)) return painted_copy(context, grid, *cells, one_color(color), anywhere);
    if (has_rows(patch)) return painted_by_rows(context, grid, patch, one_color(color), anywhere);
  }
  return fill_any(context, grid, color, patch, over_anything);
}

Value paint_body(Context& context, Value grid, Value obj) {
  if (grid.is_grid()) {
    if (is_empty_set(obj)) return grid;
    if (const SetRep* cells = packed(obj, Reading::Object)) return painted_copy(context, grid, *cells, own_color, anywhere);
    if (obj.is_grid() && obj.width() == 3) return painted_by_rows(context, grid, obj, own_color, anywhere);
  }
  return paint_any(context, grid, obj, over_anything);
}

Value underfill_body(Context& context, Value grid, Value color, Value patch) {
  const SetRep* cells = packed(patch, Reading::Patch);
  if (!grid.is_grid() || !fits_byte(color) || (cells == nullptr && !has_rows(patch)))
    return fill_any(context, grid, color, patch, over_background(context, grid));
  BATT_LET(background, op_mostcolor_t(context, grid));
  if (cells == nullptr) return painted_by_rows(context, grid, patch, one_color(color), only_on(background));
  return painted_copy(context, grid, *cells, one_color(color), only_on(background));
}

Value underpaint_body(Context& context, Value grid, Value obj) {
  const SetRep* cells = packed(obj, Reading::Object);
  if (!grid.is_grid() || cells == nullptr) return paint_any(context, grid, obj, over_background(context, grid));
  BATT_LET(background, op_mostcolor_t(context, grid));
  return painted_copy(context, grid, *cells, own_color, only_on(background));
}

Value cover_body(Context& context, Value grid, Value patch) {
  BATT_LET(background, op_mostcolor_t(context, grid));
  // fill takes an object's cells as they are: in which order they are filled cannot be seen.
  if (grid.is_grid() && packed(patch, Reading::Patch) != nullptr) return op_fill(context, grid, background, patch);
  BATT_LET(indices, op_toindices(context, patch));
  return op_fill(context, grid, background, indices);
}

Value move_body(Context& context, Value grid, Value obj, Value offset) {
  const SetRep* cells = packed(obj, Reading::Object);
  if (grid.is_grid() && cells != nullptr && offset.is_pair()) {
    BATT_LET(background, op_mostcolor_t(context, grid));
    ByteCanvas canvas(context, grid);
    paint_cells(canvas, *cells, one_color(background), anywhere);
    if (move_cells(context, canvas, *cells, offset)) return canvas.finish();
  }
  BATT_LET(covered, op_cover(context, grid, obj));
  BATT_LET(shifted, op_shift(context, obj, offset));
  return op_paint(context, covered, shifted);
}

}  // namespace batt
