// Grids with some of their cells painted over.
#include <type_traits>

#include "dsl_kernels/byte_rows.h"
#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/patch.h"
#include "runtime/value/bytes.h"

namespace batt {
namespace {

// ---- packed ----------------------------------------------------------------------------------------------------

/// A copy of a grid of bytes to paint on; cells outside are not painted.
class ByteCanvas {
 public:
  BATT_HD ByteCanvas(Context& context, Value grid) : context_(context), height_(grid.height()), width_(grid.width()) {
    context.charge(cell_count(grid));
    bytes_ = context.arena().allocate<std::int8_t>(cell_count(grid));
    copy(grid);
  }

  /// Begins anew with the grid as it was.
  BATT_HD void copy(Value grid) { copy_bytes(bytes_, grid.bytes(), size()); }

  BATT_HD bool holds(int i, int j) const {
    return static_cast<unsigned>(i) < static_cast<unsigned>(height_) &&
           static_cast<unsigned>(j) < static_cast<unsigned>(width_);
  }
  BATT_HD std::ptrdiff_t place(int i, int j) const { return static_cast<std::ptrdiff_t>(i) * width_ + j; }
  BATT_HD std::int8_t& operator[](std::ptrdiff_t place) { return bytes_[place]; }
  BATT_HD std::size_t size() const { return static_cast<std::size_t>(height_) * static_cast<std::size_t>(width_); }
  BATT_HD Value finish() { return make_grid(context_, bytes_, height_, width_); }

 private:
  Context& context_;
  int height_, width_;
  std::int8_t* bytes_;
};

struct OwnColor {
  BATT_HD std::int8_t operator()(Cell cell) const { return static_cast<std::int8_t>(cell.c()); }
};

struct OneColor {
  BATT_HD explicit OneColor(Value color) : byte(static_cast<std::int8_t>(color.as_int())) {}
  BATT_HD std::int8_t operator()(Cell) const { return byte; }
  std::int8_t byte;
};

struct Anywhere {
  BATT_HD bool operator()(std::int8_t) const { return true; }
};

struct OnlyOn {
  BATT_HD explicit OnlyOn(Value background) : byte(static_cast<std::int8_t>(background.as_int())) {}
  BATT_HD bool operator()(std::int8_t there) const { return there == byte; }
  std::int8_t byte;
};

/// Paints color_of(cell) on a cell inside where may_paint(what is there) holds.
template <class ColorOf, class MayPaint>
BATT_HD void paint_cell(ByteCanvas& canvas, Cell cell, ColorOf color_of, MayPaint may_paint) {
  if (!canvas.holds(cell.i(), cell.j())) return;
  std::int8_t& place = canvas[canvas.place(cell.i(), cell.j())];
  if (may_paint(place)) place = color_of(cell);
}

/// Whether each cell inside that may have been painted has its own colour: no other one was painted over it.
template <class MayPaint>
BATT_HD bool shows_all(ByteCanvas& canvas, Value grid, const SetRep& set, MayPaint may_paint) {
  const Cell* cells = set.any_cells();
  const std::uint32_t count = set.size;
  for (std::uint32_t k = 0; k < count; ++k) {
    if (!canvas.holds(cells[k].i(), cells[k].j())) continue;
    const std::ptrdiff_t place = canvas.place(cells[k].i(), cells[k].j());
    if (canvas[place] != cells[k].c() && may_paint(grid.bytes()[place])) return false;
  }
  return true;
}

/// Two cells at one place may differ in colour: only then it matters which comes first.
template <class ColorOf, class MayPaint>
BATT_HD void paint_cells(ByteCanvas& canvas, Value grid, const SetRep& set, ColorOf color_of, MayPaint may_paint) {
  const auto paint_all = [&, count = set.size](const Cell* cells) {
    for (std::uint32_t k = 0; k < count; ++k) paint_cell(canvas, cells[k], color_of, may_paint);
  };
  paint_all(set.any_cells());
  if (!std::is_same_v<ColorOf, OwnColor> || set.recipe == nullptr || set.rows.words != nullptr ||
      shows_all(canvas, grid, set, may_paint))
    return;
  canvas.copy(grid);
  paint_all(set.cells());
}

/// The same by a tuple of locations or cells that is packed as the rows of a grid.
template <class ColorOf, class MayPaint>
BATT_HD void paint_rows(ByteCanvas& canvas, Value patch, ColorOf color_of, MayPaint may_paint) {
  const std::int8_t* row = patch.bytes();
  for (int k = 0; k < patch.height(); ++k, row += patch.width())
    paint_cell(canvas, Cell(row[0], row[1], patch.width() == 3 ? row[2] : 0), color_of, may_paint);
}

/// Whether `patch` is a tuple of locations or of cells that can be read this way, too far off for the rows of a grid.
BATT_HD bool is_far_list(Value patch, Reading reading) {
  if (!patch.is_exact_tuple() || patch.form() != Form::Plain || patch.is_empty_tuple()) return false;
  const Form form = patch.items()[0].form();
  if (form != Form::Cell && (form != Form::Pair || reading == Reading::Object)) return false;
  for (std::int32_t k = 0; k < patch.tuple_size(); ++k) {
    const Value item = patch.items()[k];
    if (item.form() != form || (reading == Reading::Object && !Cell::color_fits(item.c()))) return false;
  }
  return true;
}

/// The same by such a tuple.
template <class ColorOf, class MayPaint>
BATT_HD void paint_list(Context& context, ByteCanvas& canvas, Value patch, ColorOf color_of, MayPaint may_paint) {
  context.charge(static_cast<std::uint64_t>(patch.tuple_size()));
  for (std::int32_t k = 0; k < patch.tuple_size(); ++k) {
    const Value item = patch.items()[k];
    if (!canvas.holds(item.i(), item.j())) continue;
    std::int8_t& place = canvas[canvas.place(item.i(), item.j())];
    if (may_paint(place)) place = color_of(Cell(0, 0, item.is_cell() ? item.c() : 0));
  }
}

/// A patch that paints a grid of bytes: a set of cells that is packed, or a tuple of such cells.
BATT_HD bool is_paintable(Value patch, Reading reading) {
  if (patch.is_grid()) return patch.width() == 3 || (reading == Reading::Patch && patch.width() == 2);
  return packed(patch, reading) != nullptr || is_far_list(patch, reading);
}

/// The colours that a set paints on a grid, as far as they are known for rows.
BATT_HD bool find_colors(const SetRep&, const OneColor& color_of, rows::Colors& colors) {
  colors = {nullptr, 0, color_of.byte};
  return true;
}
BATT_HD bool find_colors(const SetRep& set, const OwnColor&, rows::Colors& colors) {
  if (set.rows.words == nullptr) return false;
  colors = set.rows.placed_colors(0, 0);
  return true;
}
BATT_HD const std::int8_t* painted_over(const Anywhere&) { return nullptr; }
BATT_HD const std::int8_t* painted_over(const OnlyOn& may_paint) { return &may_paint.byte; }

template <class ColorOf, class MayPaint>
BATT_HD Value painted_copy(Context& context, Value grid, Value patch, ColorOf color_of, MayPaint may_paint) {
  if (rows::Colors colors{}; patch.is_set() && find_colors(patch.set(), color_of, colors)) {
    Value painted;
    if (paint_by_rows(context, grid, patch.set(), colors, painted_over(may_paint), painted)) return painted;
  }
  ByteCanvas canvas(context, grid);
  if (patch.is_grid())
    paint_rows(canvas, patch, color_of, may_paint);
  else if (!patch.is_set())
    paint_list(context, canvas, patch, color_of, may_paint);
  else
    paint_cells(canvas, grid, patch.set(), color_of, may_paint);
  return canvas.finish();
}

/// Whether the patch has no cell to paint on this grid of bytes.
BATT_HD bool paints_nothing(Value grid, Value patch) {
  const bool is_empty = patch.is_empty_tuple() || (patch.is_set() && patch.set().size == 0);
  return is_empty && (grid.is_grid() || has_rows_of_bytes(grid));
}

/// Paints the cells shifted by `offset`. False if two of them land on one place in two colours: then the order of the
/// shifted set decides, and it has to be made.
BATT_HD bool paint_shifted(Context& context, ByteCanvas& canvas, const SetRep& cells, Value offset) {
  ArenaScope scope(context.scratch());
  bool* painted = context.scratch().allocate<bool>(canvas.size());
  fill_bytes(painted, 0, canvas.size());
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

// ---- general ---------------------------------------------------------------------------------------------------

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

/// Paints the cells of `listed()` for any values; `read` takes a cell apart. The background is asked for between the
/// shape and the rows, the cells after these. `one_color`: all cells get the same one, so that packed cells are painted
/// in any order. They all fail in one way, if at all.
template <bool one_color, class Background, class Listed, class Read>
BATT_HD Value paint_any(Context& context, Value grid, Background background, Listed listed, Read read) {
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  Value over_color;
  const Value* over = nullptr;
  BATT_TRY(background(over_color, over));
  ListedGrid rows(context);
  BATT_TRY(rows.load(grid));
  BATT_LET(list, listed());
  const auto paint = [&](Value cell) {
    Value i, j, color;
    BATT_TRY(read(cell, i, j, color));
    return paint_cell(context, rows, shape, i, j, color, over);
  };
  if (const SetRep* set = packed(list, Reading::Indices); one_color && set != nullptr) {
    const Cell* any_cells = set->any_cells();
    for (std::uint32_t k = 0; k < set->size; ++k) BATT_TRY(paint(value_of(set->packing, any_cells[k])));
    return rows.finish();
  }
  Items cells;
  if (!iterate(context, list, cells)) return type_error();
  for (std::int32_t k = 0; k < cells.size(); ++k) BATT_TRY(paint(cells[k]));
  return rows.finish();
}

/// What fill and underfill do.
template <class Background>
BATT_HD Value fill_any(Context& context, Value grid, Value color, Value patch, Background background) {
  const auto read = [&](Value cell, Value& i, Value& j, Value& own) {
    own = color;
    return unpack(context, cell, i, j);
  };
  return paint_any<true>(
      context, grid, background, [&] { return op_toindices(context, patch); }, read);
}

/// What paint and underpaint do.
template <class Background>
BATT_HD Value paint_any(Context& context, Value grid, Value obj, Background background) {
  const auto read = [&](Value cell, Value& i, Value& j, Value& own) { return unpack(context, cell, i, j, own); };
  return paint_any<false>(
      context, grid, background, [&] { return obj; }, read);
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

BATT_HD Value fill_packed(Context& context, Value grid, Value color, Value patch) {
  if (paints_nothing(grid, patch)) return grid;
  if (!grid.is_grid() || !fits_byte(color) || !is_paintable(patch, Reading::Patch)) return declined();
  return painted_copy(context, grid, patch, OneColor(color), Anywhere{});
}
BATT_HD Value fill_general(Context& context, Value grid, Value color, Value patch) {
  return fill_any(context, grid, color, patch, OverAnything{});
}

BATT_HD Value paint_packed(Context& context, Value grid, Value obj) {
  if (paints_nothing(grid, obj)) return grid;
  if (!grid.is_grid() || !is_paintable(obj, Reading::Object)) return declined();
  return painted_copy(context, grid, obj, OwnColor{}, Anywhere{});
}
BATT_HD Value paint_general(Context& context, Value grid, Value obj) {
  return paint_any(context, grid, obj, OverAnything{});
}

BATT_HD Value underfill_packed(Context& context, Value grid, Value color, Value patch) {
  if (paints_nothing(grid, patch)) return grid;
  if (!grid.is_grid() || !fits_byte(color) || !is_paintable(patch, Reading::Patch)) return declined();
  BATT_LET(background, op_mostcolor_t(context, grid));
  return painted_copy(context, grid, patch, OneColor(color), OnlyOn(background));
}
BATT_HD Value underfill_general(Context& context, Value grid, Value color, Value patch) {
  return fill_any(context, grid, color, patch, OverBackground{context, grid});
}

BATT_HD Value underpaint_packed(Context& context, Value grid, Value obj) {
  if (paints_nothing(grid, obj)) return grid;
  if (!grid.is_grid() || !is_paintable(obj, Reading::Object)) return declined();
  BATT_LET(background, op_mostcolor_t(context, grid));
  return painted_copy(context, grid, obj, OwnColor{}, OnlyOn(background));
}
BATT_HD Value underpaint_general(Context& context, Value grid, Value obj) {
  return paint_any(context, grid, obj, OverBackground{context, grid});
}

BATT_HD Value cover_packed(Context& context, Value grid, Value patch) {
  if (paints_nothing(grid, patch)) return grid;
  if (!grid.is_grid() || !is_paintable(patch, Reading::Patch)) return declined();
  BATT_LET(background, op_mostcolor_t(context, grid));
  return painted_copy(context, grid, patch, OneColor(background), Anywhere{});
}
BATT_HD Value cover_general(Context& context, Value grid, Value patch) {
  BATT_LET(background, op_mostcolor_t(context, grid));
  BATT_LET(indices, op_toindices(context, patch));
  return op_fill(context, grid, background, indices);
}

BATT_HD Value move_packed(Context& context, Value grid, Value obj, Value offset) {
  const SetRep* cells = packed(obj, Reading::Object);
  if (!grid.is_grid() || cells == nullptr || !offset.is_pair()) return declined();
  BATT_LET(background, op_mostcolor_t(context, grid));
  ByteCanvas canvas(context, grid);
  paint_cells(canvas, grid, *cells, OneColor(background), Anywhere{});
  return paint_shifted(context, canvas, *cells, offset) ? canvas.finish() : declined();
}
BATT_HD Value move_general(Context& context, Value grid, Value obj, Value offset) {
  BATT_LET(covered, op_cover(context, grid, obj));
  BATT_LET(shifted, op_shift(context, obj, offset));
  return op_paint(context, covered, shifted);
}

}  // namespace batt
