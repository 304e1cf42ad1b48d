// Cells of a grid as sets: all of them, those of a colour or of a patch, lines of one colour, and where an object
// occurs.
#include <algorithm>
#include <cstring>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/members.h"
#include "dsl_kernels/object_search/components.h"
#include "dsl_kernels/object_search/large_objects.h"
#include "dsl_kernels/object_search/object_tables.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/patch.h"
#include "dsl_kernels/row_masks.h"
#include "dsl_kernels/single_valued.h"

namespace batt {
namespace {

// ---- packed: colours of places ---------------------------------------------------------------------------------

/// The locations inside a grid of bytes, with their colours; returns how many.
BATT_HD std::size_t color_locations(Value grid, const Cell* locations, std::uint32_t count, Cell* out) {
  std::size_t inside_count = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    const int i = locations[k].i(), j = locations[k].j();
    if (i < 0 || i >= grid.height() || j < 0 || j >= grid.width()) continue;
    out[inside_count++] = Cell(i, j, row_at(grid, i)[j]);
  }
  return inside_count;
}

struct ColoredOrder : Recipe {
  const SetRep* locations;
  Value grid;
};

BATT_HD void color_in_order(const Recipe& recipe, const ListedCells&, Cell* out) {
  const auto& order = static_cast<const ColoredOrder&>(recipe);
  color_locations(order.grid, order.locations->cell_list, order.locations->size, out);
}

/// frozenset((i, j, grid[i][j]) for i, j in locations if inside).
BATT_HD Value cells_on_grid(Context& context, Value grid, const SetRep& locations) {
  auto* order = context.arena().make<ColoredOrder>(Recipe{color_in_order}, &locations, grid);
  order->sources = &order->locations;
  order->source_count = 1;
  if (locations.rows.words != nullptr && takes_rows(grid)) return object_on_grid(context, grid, locations, *order);
  Cell* cells = context.arena().allocate<Cell>(locations.size);
  const std::size_t count = color_locations(grid, locations.any_cells(), locations.size, cells);
  return make_set_by_recipe(context, Packing::Colored, cells, count, *order);
}

// ---- packed: frontiers -----------------------------------------------------------------------------------------

/// frozenset({(i, j, color) ...}) of a row (down 0, across 1) or a column.
BATT_HD Value packed_line(Context& context, int i, int j, int down, int across, int count, int color) {
  Cell* cells = context.arena().allocate<Cell>(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) cells[k] = Cell(i + k * down, j + k * across, color);
  return copy_of_set(context,
                     make_listed_cell_set(context, Packing::Colored, cells, static_cast<std::size_t>(count)).set());
}

BATT_HD bool row_is_single(Value grid, int i) {
  const std::int8_t* row = row_at(grid, i);
  return std::all_of(row, row + grid.width(), [&](std::int8_t color) { return color == row[0]; });
}

BATT_HD bool column_is_single(Value grid, int j) {
  for (int i = 1; i < grid.height(); ++i)
    if (row_at(grid, i)[j] != grid.bytes()[j]) return false;
  return true;
}

/// frozenset({...}) of the lines that line_at(k) makes, None where there is none.
template <class LineAt>
BATT_HD Value packed_frontiers(Context& context, int count, LineAt line_at) {
  ArenaScope scope(context.scratch());
  auto* lines = context.scratch().allocate<Value>(static_cast<std::size_t>(count));
  auto* hashes = context.scratch().allocate<std::uint64_t>(static_cast<std::size_t>(count));
  std::size_t found = 0;
  for (int k = 0; k < count; ++k) {
    const Value line = line_at(k);
    if (line.is_none()) continue;
    hashes[found] = line.set().get_hash();
    lines[found++] = line;
  }
  return make_copied_set(context, lines, hashes, found);
}

// ---- packed: occurrences ---------------------------------------------------------------------------------------

/// An object's cells as seen from its upper left corner, and the offsets at which it still lies inside a grid.
struct NormedObject {
  const Cell* cells;
  std::uint32_t size;
  int rows, columns;

  /// Their number. Without any the cells are not known.
  BATT_HD std::size_t offsets() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }
};

BATT_HD NormedObject norm(Context& context, Value grid, const SetRep& object) {
  Extent extent{0, 0, -1, -1};
  if (object.size != 0) extent = object.extent();
  NormedObject normed{nullptr, object.size, std::max(grid.height() - extent.height() + 1, 0),
                      std::max(grid.width() - extent.width() + 1, 0)};
  if (normed.offsets() == 0) return normed;
  Cell* cells = context.scratch().allocate<Cell>(object.size);
  for (std::uint32_t k = 0; k < object.size; ++k) {
    const Cell cell = object.any_cells()[k];
    cells[k] = Cell(cell.i() - extent.top, cell.j() - extent.left, cell.c());
  }
  normed.cells = cells;
  return normed;
}

/// The masks of a grid's rows for each colour that is asked for.
class ColorPlanes {
 public:
  BATT_HD ColorPlanes(Context& context, Value grid)
      : scratch_(context.scratch()), grid_(grid), planes_(scratch_.allocate<std::uint64_t*>(256)) {
    std::fill_n(planes_, 256, nullptr);
  }
  BATT_HD const std::uint64_t* of(int color) {
    std::uint64_t*& plane = planes_[static_cast<std::uint8_t>(color)];
    if (plane == nullptr) {
      plane = scratch_.allocate<std::uint64_t>(static_cast<std::size_t>(grid_.height()));
      for (int i = 0; i < grid_.height(); ++i)
        plane[i] = cells_equal(row_at(grid_, i), grid_.width(), static_cast<std::int8_t>(color));
    }
    return plane;
  }

 private:
  Arena& scratch_;
  Value grid_;
  std::uint64_t** planes_;
};

/// The offsets (i, j) at which all cells lie on their own colours, in rows; returns how many. Bit j of a row's mask
/// stays as long as the object may occur there.
BATT_HD std::size_t find_in_planes(Context& context, Value grid, const NormedObject& object, Cell* found) {
  ColorPlanes planes(context, grid);
  auto* of_cells = context.scratch().allocate<const std::uint64_t*>(object.size);
  for (std::uint32_t k = 0; k < object.size; ++k) of_cells[k] = planes.of(object.cells[k].c()) + object.cells[k].i();
  std::size_t count = 0;
  const std::uint64_t all = object.columns == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << object.columns) - 1;
  for (int i = 0; i < object.rows; ++i) {
    std::uint64_t columns = all;
    for (std::uint32_t k = 0; k < object.size && columns != 0; ++k) columns &= of_cells[k][i] >> object.cells[k].j();
    for (; columns != 0; columns &= columns - 1) found[count++] = Cell(i, bits::trailing_zeros(columns));
  }
  return count;
}

/// The same, cell by cell.
BATT_HD std::size_t find_in_bytes(Value grid, const NormedObject& object, Cell* found) {
  const std::ptrdiff_t width = grid.width();
  const auto occurs = [&](const std::int8_t* start) {
    return std::all_of(object.cells, object.cells + object.size,
                       [&](Cell cell) { return start[cell.i() * width + cell.j()] == cell.c(); });
  };
  std::size_t count = 0;
  for (int i = 0; i < object.rows; ++i)
    for (int j = 0; j < object.columns; ++j)
      if (occurs(grid.bytes() + i * width + j)) found[count++] = Cell(i, j);
  return count;
}

// ---- general: frontiers ----------------------------------------------------------------------------------------

/// frozenset(set) of a set made by adds, or the error that came instead.
BATT_HD Value frozen(Context& context, Value set) { return set.is_error() ? set : copy_of_set(context, set.set()); }

/// Which of some lines have a set of one; a bit each, in the scratch arena.
struct SingleLines {
  std::uint64_t* marks = nullptr;
  std::int32_t count = 0;

  BATT_HD bool has(std::int32_t k) const { return (marks[k / 64] >> (k % 64) & 1) != 0; }
};

BATT_HD Value find_single_lines(Context& context, Value lines, SingleLines& found) {
  Items items;
  if (!iterate(context, lines, items)) return type_error();
  found.count = items.size();
  const auto words = static_cast<std::size_t>(items.size()) / 64 + 1;
  found.marks = context.scratch().allocate<std::uint64_t>(words);
  std::fill_n(found.marks, words, std::uint64_t{0});
  for (std::int32_t k = 0; k < items.size(); ++k) {
    BATT_LET(single, is_single_valued(context, items[k]));
    found.marks[k / 64] |= static_cast<std::uint64_t>(single.as_bool()) << (k % 64);
  }
  return Value::none();
}

struct PlacePair {
  std::int64_t i, j;
};

/// frozenset({(i, j, grid[i][j]) ...}) along a row or a column: place_of(k) is the k-th place.
template <class PlaceOf>
BATT_HD Value line_object(Context& context, Value grid, std::int64_t count, PlaceOf place_of) {
  Members cells(context);
  for (std::int64_t k = 0; k < count; ++k) {
    const PlacePair at = place_of(k);
    BATT_LET(value, cell_value(context, grid, at.i, at.j));
    BATT_TRY(cells.add(make_triple(context, Value::integer(at.i), Value::integer(at.j), value)));
  }
  return frozen(context, cells.finish());
}

/// frozenset({line(k) for the marked k}).
template <class Line>
BATT_HD Value frontier_set(Context& context, const SingleLines& lines, Line line) {
  Members objects(context);
  for (std::int32_t k = 0; k < lines.count; ++k) {
    if (!lines.has(k)) continue;
    BATT_LET(object, line(k));
    BATT_TRY(objects.add(object));
  }
  return frozen(context, objects.finish());
}

// ---- general: occurrences --------------------------------------------------------------------------------------

/// Whether the object, normed to the corner and shifted there, lies inside the grid on its own colours.
BATT_HD Value occurs_shifted(Context& context, Value grid, const GridShape& shape, Value normed, Value offset) {
  BATT_LET(shifted, op_shift(context, normed, offset));
  Items cells;
  if (!iterate(context, shifted, cells)) return type_error();
  for (std::int32_t k = 0; k < cells.size(); ++k) {
    Value i, j, value;
    BATT_TRY(unpack(context, cells[k], i, j, value));
    BATT_LET(is_inside, inside(context, i, j, shape));
    if (!is_inside.as_bool()) return is_inside;
    BATT_LET(there, cell_value(context, grid, i, j));
    if (!equal(context, there, value)) return Value::boolean(false);
  }
  return Value::boolean(true);
}

/// size - extent + 1 as a range's end.
BATT_HD Value offsets_along(Context& context, std::int64_t size, Value extent) {
  BATT_LET(rest, subtract(context, Value::integer(size), extent));
  return add(context, rest, Value::integer(1));
}

}  // namespace

BATT_HD Value asindices_packed(Context& context, Value grid) {
  if (has_components(grid)) return indices_of_shape(context, grid.height(), grid.width());
  if (!has_packed_cells(grid)) return declined();
  Cell* cells = context.arena().allocate<Cell>(cell_count(grid));
  Cell* next = cells;
  for (int i = 0; i < grid.height(); ++i)
    for (int j = 0; j < grid.width(); ++j) *next++ = Cell(i, j);
  return make_listed_cell_set(context, Packing::Locations, cells, cell_count(grid));
}
BATT_HD Value asindices_general(Context& context, Value grid) {
  BATT_LET(height, length(grid));
  if (height.as_int() == 0) return Value::empty_set();
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  const auto count = static_cast<std::size_t>(shape.height) * static_cast<std::size_t>(shape.width);
  ArenaScope scope(context.scratch());
  Value* indices = context.scratch().allocate<Value>(count);
  context.charge(count);
  for (std::size_t k = 0; k < count; ++k)
    indices[k] = Value::pair(static_cast<std::int32_t>(k / static_cast<std::size_t>(shape.width)),
                             static_cast<std::int32_t>(k % static_cast<std::size_t>(shape.width)));
  return make_set(context, indices, count);
}

BATT_HD Value asobject_packed(Context& context, Value grid) {
  if (!has_packed_cells(grid)) return declined();
  if (takes_rows(grid)) return object_of_grid(context, grid);
  Cell* cells = context.arena().allocate<Cell>(cell_count(grid));
  Cell* next = cells;
  for (int i = 0; i < grid.height(); ++i)
    for (int j = 0; j < grid.width(); ++j) *next++ = Cell(i, j, row_at(grid, i)[j]);
  return make_listed_cell_set(context, Packing::Colored, cells, cell_count(grid));
}
BATT_HD Value asobject_general(Context& context, Value grid) {
  BATT_LET(no_grid, op_is_no_grid(context, grid));
  if (truth(no_grid)) return Value::empty_set();
  Members cells(context);
  BATT_TRY(for_each_cell(context, grid,
                         [&](Value i, Value j, Value value) { return cells.add(make_triple(context, i, j, value)); }));
  return cells.finish();
}

BATT_HD Value toobject_packed(Context& context, Value patch, Value grid) {
  if (!has_packed_cells(grid)) return declined();
  BATT_LET(indices, op_toindices(context, patch));
  if (const SetRep* locations = packed(indices, Reading::Indices)) return cells_on_grid(context, grid, *locations);
  return declined();
}
BATT_HD Value toobject_general(Context& context, Value patch, Value grid) {
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  BATT_LET(indices, op_toindices(context, patch));
  Items places;
  if (!iterate(context, indices, places)) return type_error();
  Members cells(context);
  for (std::int32_t k = 0; k < places.size(); ++k) {
    Value i, j;
    BATT_TRY(unpack(context, places[k], i, j));
    BATT_LET(is_inside, inside(context, i, j, shape));
    if (!is_inside.as_bool()) continue;
    BATT_LET(value, cell_value(context, grid, i, j));
    BATT_TRY(cells.add(make_triple(context, i, j, value)));
  }
  return cells.finish();
}

/// Calls use(j, mask) for pieces of a row that hold a colour: a bit for each of up to 64 cells from j on that has it.
template <class Use>
BATT_HD void for_each_piece(const std::int8_t* row, int width, std::int8_t color, Use use) {
  for (int j = 0; j < width; j += 64) {
#ifndef BATT_ON_DEVICE
    const void* found = std::memchr(row + j, static_cast<std::uint8_t>(color), static_cast<std::size_t>(width - j));
    if (found == nullptr) return;
    j = static_cast<int>(static_cast<const std::int8_t*>(found) - row);
#endif
    use(j, cells_equal(row + j, std::min(width - j, 64), color));
  }
}

/// f_ofcolor of a grid that is too large for row masks.
BATT_HD Value cells_of_color(Context& context, Value grid, std::int8_t color) {
  context.charge(cell_count(grid));
  const int height = grid.height(), width = grid.width();
  std::size_t count = 0;
  const auto add_to_count = [&](int, std::uint64_t mask) { count += static_cast<std::size_t>(bits::ones(mask)); };
  for (int i = 0; i < height; ++i) for_each_piece(row_at(grid, i), width, color, add_to_count);
  if (count == 0) return Value::empty_set();
  Cell* cells = context.arena().allocate<Cell>(count);
  Cell* next = cells;
  for (int i = 0; i < height; ++i)
    for_each_piece(row_at(grid, i), width, color, [&](int j, std::uint64_t mask) {
      for (; mask != 0; mask &= mask - 1) *next++ = Cell(i, j + bits::trailing_zeros(mask));
    });
  return make_listed_cell_set(context, Packing::Locations, cells, count);
}

BATT_HD Value f_ofcolor_packed(Context& context, Value grid, Value color) {
  if (!has_packed_cells(grid)) return declined();
  std::int8_t byte = 0;
  if (!equals_byte(color, byte)) return Value::empty_set();
  if (!has_row_masks(grid)) return cells_of_color(context, grid, byte);
  if (takes_rows(grid)) return indices_of_color(context, grid, byte);
  ArenaScope scope(context.scratch());
  const int height = grid.height(), width = grid.width();
  auto* rows = context.scratch().allocate<std::uint64_t>(static_cast<std::size_t>(height));
  std::size_t count = 0;
  for (int i = 0; i < height; ++i) {
    rows[i] = cells_equal(row_at(grid, i), width, byte);
    count += static_cast<std::size_t>(bits::ones(rows[i]));
  }
  Cell* cells = context.arena().allocate<Cell>(count);
  Cell* next = cells;
  for (int i = 0; i < height; ++i)
    for (std::uint64_t rest = rows[i]; rest != 0; rest &= rest - 1) *next++ = Cell(i, bits::trailing_zeros(rest));
  return make_listed_cell_set(context, Packing::Locations, cells, count);
}
BATT_HD Value f_ofcolor_general(Context& context, Value grid, Value color) {
  ScratchVector places(context);
  BATT_TRY(for_each_cell(context, grid, [&](Value i, Value j, Value value) {
    if (equal(context, value, color)) places.push(make_pair(context, i, j));
    return Value::none();
  }));
  return make_set(context, places);
}

BATT_HD Value occurrences_packed(Context& context, Value grid, Value obj) {
  const bool packed_object = obj.is_set() && (obj.set().size == 0 || obj.set().packing == Packing::Colored);
  if (!packed_object || !has_packed_cells(grid)) return declined();
  ArenaScope scope(context.scratch());
  const NormedObject object = norm(context, grid, obj.set());
  const std::size_t tries = object.offsets();
  if (tries == 0) return Value::empty_set();
  context.charge(tries);
  Cell* found = context.scratch().allocate<Cell>(tries);
  const std::size_t count = has_row_masks(grid) && object.columns <= 64 ? find_in_planes(context, grid, object, found)
                                                                        : find_in_bytes(grid, object, found);
  return copy_of_set(context, make_distinct_cell_set(context, Packing::Locations, found, count).set());
}
BATT_HD Value occurrences_general(Context& context, Value grid, Value obj) {
  BATT_LET(normed, op_normalize(context, obj));
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  BATT_LET(extent, op_shape_f(context, obj));
  Value height, width;
  BATT_TRY(unpack(context, extent, height, width));
  BATT_LET(last_row, offsets_along(context, shape.height, height));
  BATT_LET(last_column, offsets_along(context, shape.width, width));
  BATT_LET(rows, range_size(last_row));
  ScratchVector found(context);
  for (std::int64_t i = 0; i < rows.as_int(); ++i) {
    BATT_LET(columns, range_size(last_column));
    for (std::int64_t j = 0; j < columns.as_int(); ++j) {
      const Value offset = make_pair(context, Value::integer(i), Value::integer(j));
      BATT_LET(occurs, occurs_shifted(context, grid, shape, normed, offset));
      if (occurs.as_bool()) found.push(offset);
    }
  }
  return frozen(context, make_set(context, found));
}

BATT_HD Value frontiers_packed(Context& context, Value grid) {
  if (!has_packed_cells(grid)) return declined();
  const int height = grid.height(), width = grid.width();
  context.charge(cell_count(grid));
  const Value horizontal = packed_frontiers(context, height, [&](int i) {
    return row_is_single(grid, i) ? packed_line(context, i, 0, 0, 1, width, row_at(grid, i)[0]) : Value::none();
  });
  const Value vertical = packed_frontiers(context, width, [&](int j) {
    return column_is_single(grid, j) ? packed_line(context, 0, j, 1, 0, height, grid.bytes()[j]) : Value::none();
  });
  return set_union(context, horizontal.set(), vertical.set());
}
BATT_HD Value frontiers_general(Context& context, Value grid) {
  ArenaScope scope(context.scratch());
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  SingleLines rows, columns;
  BATT_TRY(find_single_lines(context, grid, rows));
  BATT_LET(mirrored, op_dmirror_t(context, grid));
  BATT_TRY(find_single_lines(context, mirrored, columns));
  BATT_LET(horizontal, frontier_set(context, rows, [&](std::int64_t i) {
             return line_object(context, grid, shape.width, [i](std::int64_t j) { return PlacePair{i, j}; });
           }));
  BATT_LET(vertical, frontier_set(context, columns, [&](std::int64_t j) {
             return line_object(context, grid, shape.height, [j](std::int64_t i) { return PlacePair{i, j}; });
           }));
  return set_union(context, horizontal.set(), vertical.set());
}

BATT_HD Value is_no_grid_general(Context&, Value x) {
  if (!x.is_tuple()) return Value::boolean(true);
  if (x.is_grid()) return Value::boolean(false);
  for (std::int32_t i = 0; i < x.tuple_size(); ++i) {
    const Value row = x.item(i);
    if (!row.is_tuple()) return Value::boolean(true);
    for (std::int32_t j = 0; j < row.tuple_size(); ++j)
      if (!row.item(j).is_int()) return Value::boolean(true);
  }
  return Value::boolean(false);
}

}  // namespace batt
