// Objects, partitions and other sets of cells found in a grid.
#include <algorithm>
#include <bit>

#include "dsl_kernels/checked/color_planes.h"
#include "dsl_kernels/checked/components.h"
#include "dsl_kernels/checked/grid_access.h"
#include "dsl_kernels/checked/object_search.h"
#include "dsl_kernels/checked/patch.h"
#include "dsl_kernels/checked/scan_order.h"
#include "dsl_kernels/checked/single_valued.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// A grid of bytes all of whose cells fit a Cell.
bool has_packed_cells(Value grid) {
  return grid.is_grid() && grid.height() < Cell::location_limit && grid.width() < Cell::location_limit;
}

/// frozenset(set) of a set made by adds, or the error that came instead.
Value frozen(Context& context, Value set) { return set.is_error() ? set : copy_of_set(context, set.set()); }

/// Calls use(i, j, value) for `for i, r in enumerate(grid) for j, c in enumerate(r)`.
template <class Use>
Value for_each_cell(Context& context, Value grid, Use use) {
  Items rows;
  if (!iterate(context, grid, rows)) return type_error();
  for (std::int32_t i = 0; i < rows.size(); ++i) {
    Items row;
    if (!iterate(context, rows[i], row)) return type_error();
    context.charge(static_cast<std::uint64_t>(row.size()));
    for (std::int32_t j = 0; j < row.size(); ++j) BATT_TRY(use(Value::integer(i), Value::integer(j), row[j]));
  }
  return Value::none();
}

/// The cells of a grid of bytes for which keep(byte) holds, row by row, as a set.
template <class Keep>
Value select_cells(Context& context, Value grid, Packing packing, Keep keep) {
  ArenaScope scope(context.scratch());
  Cell* cells = context.scratch().allocate<Cell>(cell_count(grid));
  const std::int8_t* bytes = grid.bytes();
  std::size_t count = 0;
  for (int i = 0; i < grid.height(); ++i)
    for (int j = 0; j < grid.width(); ++j, ++bytes)
      if (keep(*bytes)) cells[count++] = Cell(i, j, packing == Packing::Colored ? *bytes : 0);
  return make_distinct_cell_set(context, packing, cells, count);
}

// ---- partitions -----------------------------------------------------------------------------------------------

/// The cells of a grid of bytes sorted by colour, row by row within one colour.
class CellsByColor {
 public:
  CellsByColor(Context& context, Value grid) : cells_(context.scratch().allocate<Cell>(cell_count(grid))) {
    const std::size_t count = cell_count(grid);
    for (std::size_t k = 0; k < count; ++k) ++end_[index(grid.bytes()[k])];
    std::uint32_t before = 0;
    for (int color = 0; color < 256; ++color) {
      start_[color] = before;
      before += end_[color];
      end_[color] = start_[color];
    }
    const std::int8_t* bytes = grid.bytes();
    for (int i = 0; i < grid.height(); ++i)
      for (int j = 0; j < grid.width(); ++j, ++bytes) cells_[end_[index(*bytes)]++] = Cell(i, j, *bytes);
  }

  Value object(Context& context, int color) const {
    const std::uint8_t at = index(color);
    return make_distinct_cell_set(context, Packing::Colored, cells_ + start_[at], end_[at] - start_[at]);
  }

 private:
  static std::uint8_t index(int color) { return static_cast<std::uint8_t>(color); }
  Cell* cells_;
  std::uint32_t start_[256] = {}, end_[256] = {};
};

/// frozenset((i, j, c) for ... if c == color).
Value object_of_color(Context& context, Value grid, Value color) {
  Members cells(context);
  BATT_TRY(for_each_cell(context, grid, [&](Value i, Value j, Value value) {
    return equal(value, color) ? cells.add(make_triple(context, i, j, value)) : Value::none();
  }));
  return cells.finish();
}

/// frozenset(the grid's object of this colour for color in colors).
Value objects_by_color(Context& context, Value grid, const SetRep& colors) {
  ArenaScope scope(context.scratch());
  Value* objects = context.scratch().allocate<Value>(colors.size);
  if (has_packed_cells(grid)) {
    const CellsByColor cells(context, grid);
    for (std::uint32_t k = 0; k < colors.size; ++k) objects[k] = cells.object(context, static_cast<int>(colors.at(k).as_int()));
  } else {
    for (std::uint32_t k = 0; k < colors.size; ++k) {
      objects[k] = object_of_color(context, grid, colors.at(k));
      BATT_TRY(objects[k]);
    }
  }
  return make_set(context, objects, colors.size);
}

// ---- frontiers ------------------------------------------------------------------------------------------------

struct PlacePair {
  std::int64_t i, j;
};

/// The same cells of a grid of bytes.
template <class PlaceOf>
Value packed_line(Context& context, Value grid, std::int64_t count, PlaceOf place_of) {
  ArenaScope scope(context.scratch());
  Cell* cells = context.scratch().allocate<Cell>(static_cast<std::size_t>(count));
  for (std::int64_t k = 0; k < count; ++k) {
    const PlacePair at = place_of(k);
    cells[k] = Cell(static_cast<int>(at.i), static_cast<int>(at.j), grid.bytes()[at.i * grid.width() + at.j]);
  }
  return make_distinct_cell_set(context, Packing::Colored, cells, static_cast<std::size_t>(count));
}

/// frozenset({(i, j, grid[i][j]) ...}) along a row or a column: place_of(k) is the k-th place.
template <class PlaceOf>
Value line_object(Context& context, Value grid, std::int64_t count, PlaceOf place_of) {
  if (has_packed_cells(grid)) return frozen(context, packed_line(context, grid, count, place_of));
  Members cells(context);
  for (std::int64_t k = 0; k < count; ++k) {
    const PlacePair at = place_of(k);
    BATT_LET(value, cell_value(context, grid, at.i, at.j));
    BATT_TRY(cells.add(make_triple(context, Value::integer(at.i), Value::integer(at.j), value)));
  }
  return frozen(context, cells.finish());
}

/// frozenset({line(k) for the flagged k}).
template <class Line>
Value frontier_set(Context& context, const SingleValued& lines, Line line) {
  Members objects(context);
  for (std::int32_t k = 0; k < lines.count; ++k) {
    if (!lines.flags[k]) continue;
    BATT_LET(object, line(k));
    BATT_TRY(objects.add(object));
  }
  return frozen(context, objects.finish());
}

// ---- occurrences ----------------------------------------------------------------------------------------------

/// An object's cells as seen from its upper left corner, and the offsets at which it still lies inside a grid.
struct NormedObject {
  const Cell* cells;
  std::uint32_t size;
  int rows, columns;
};

NormedObject norm(Context& context, Value grid, const SetRep& object) {
  Extent extent{0, 0, -1, -1};
  if (object.size != 0) extent = extent_of(object);
  Cell* cells = context.scratch().allocate<Cell>(object.size);
  for (std::uint32_t k = 0; k < object.size; ++k) {
    const Cell cell = object.any_cells()[k];
    cells[k] = Cell(cell.i() - extent.top, cell.j() - extent.left, cell.c());
  }
  return {cells, object.size, std::max(grid.height() - extent.height() + 1, 0), std::max(grid.width() - extent.width() + 1, 0)};
}

/// The offsets (i, j) at which all cells lie on their own colours, in rows; answers how many. Bit j of a row's mask
/// stays as long as the object may occur there.
std::size_t find_in_planes(Value grid, const NormedObject& object, Cell* found) {
  ColorPlanes planes;
  make_color_planes(grid, planes);
  std::size_t count = 0;
  for (int i = 0; i < object.rows; ++i) {
    std::uint32_t columns = all_columns(object.columns);
    for (std::uint32_t k = 0; k < object.size && columns != 0; ++k) {
      const Cell cell = object.cells[k];
      const bool known = cell.c() >= 0 && cell.c() < plane_colors;
      columns &= known ? planes.rows[cell.c()][i + cell.i()] >> cell.j() : 0;
    }
    for (; columns != 0; columns &= columns - 1) found[count++] = Cell(i, std::countr_zero(columns));
  }
  return count;
}

/// The same, cell by cell.
std::size_t find_in_bytes(Value grid, const NormedObject& object, Cell* found) {
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

Value occurrences_of_cells(Context& context, Value grid, const SetRep& cells) {
  ArenaScope scope(context.scratch());
  const NormedObject object = norm(context, grid, cells);
  const std::size_t tries = static_cast<std::size_t>(object.rows) * static_cast<std::size_t>(object.columns);
  context.charge(tries);
  Cell* found = context.scratch().allocate<Cell>(tries);
  const std::size_t count = has_color_planes(grid) ? find_in_planes(grid, object, found) : find_in_bytes(grid, object, found);
  return frozen(context, make_distinct_cell_set(context, Packing::Locations, found, count));
}

/// Whether the object, normed to the corner and shifted there, lies inside the grid on its own colours.
Value occurs_shifted(Context& context, Value grid, const GridShape& shape, Value normed, Value offset) {
  BATT_LET(shifted, op_shift(context, normed, offset));
  Items cells;
  if (!iterate(context, shifted, cells)) return type_error();
  for (std::int32_t k = 0; k < cells.size(); ++k) {
    Value i, j, value;
    BATT_TRY(unpack(context, cells[k], i, j, value));
    BATT_LET(is_inside, inside(i, j, shape));
    if (!is_inside.as_bool()) return is_inside;
    BATT_LET(there, cell_value(context, grid, i, j));
    if (!equal(there, value)) return Value::boolean(false);
  }
  return Value::boolean(true);
}

/// The locations inside a grid of bytes, with their colours; answers how many.
std::size_t color_locations(Value grid, const Cell* locations, std::uint32_t count, Cell* out) {
  std::size_t inside_count = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    const int i = locations[k].i(), j = locations[k].j();
    if (i < 0 || i >= grid.height() || j < 0 || j >= grid.width()) continue;
    out[inside_count++] = Cell(i, j, grid.bytes()[static_cast<std::ptrdiff_t>(i) * grid.width() + j]);
  }
  return inside_count;
}

/// toobject() of locations and a grid of bytes.
Value cells_on_grid(Context& context, Value grid, const SetRep& locations) {
  struct ColoredOrder : Recipe {
    const SetRep* locations;
    Value grid;
  };
  const auto sequence = [](const Recipe& recipe, const SetRep&, Cell* out) {
    const auto& order = static_cast<const ColoredOrder&>(recipe);
    color_locations(order.grid, order.locations->cells(), order.locations->size, out);
  };
  Cell* cells = context.arena().allocate<Cell>(locations.size);
  const std::size_t count = color_locations(grid, locations.any_cells(), locations.size, cells);
  const auto* order = context.arena().make<ColoredOrder>(Recipe{sequence}, &locations, grid);
  return make_set_by_recipe(context, Packing::Colored, cells, count, *order);
}

/// size - extent + 1 as a range's end.
Value offsets_along(Context& context, std::int64_t size, Value extent) {
  BATT_LET(rest, subtract(context, Value::integer(size), extent));
  return add(context, rest, Value::integer(1));
}

}  // namespace

Value objects_body(Context& context, Value grid, Value univalued, Value diagonal, Value without_bg) {
  if (grid.is_empty_tuple()) return Value::empty_set();
  const ObjectKind kind{truth(univalued), truth(diagonal), truth(without_bg)};
  ArenaScope scope(context.scratch());
  if (has_components(grid)) return objects_from_components(context, find_components(context, grid, kind));
  return search_objects(context, grid, kind);
}

Value o_g_body(Context& context, Value grid, Value type) {
  std::int8_t which = -1;
  if (!equals_byte(type, which) || which < 0 || which > 7) return Value::none();
  return op_objects(context, grid, Value::boolean(which & 4), Value::boolean(which & 2), Value::boolean(which & 1));
}

Value partition_body(Context& context, Value grid) {
  BATT_LET(colors, op_palette_t(context, grid));
  return objects_by_color(context, grid, colors.set());
}

Value fgpartition_body(Context& context, Value grid) {
  BATT_LET(colors, op_palette_t(context, grid));
  BATT_LET(background, op_mostcolor_t(context, grid));
  BATT_LET(excluded, make_singleton(context, background));
  return objects_by_color(context, grid, set_difference(context, colors.set(), excluded.set()).set());
}

Value asindices_body(Context& context, Value grid) {
  if (grid.is_grid() && grid.height() <= plane_side && grid.width() <= plane_side)
    return indices_of_shape(context, grid.height(), grid.width());
  if (has_packed_cells(grid)) return select_cells(context, grid, Packing::Locations, [](std::int8_t) { return true; });
  BATT_LET(height, length(grid));
  if (height.as_int() == 0) return Value::empty_set();
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  const std::size_t count = room_for(shape.height, shape.width);
  context.charge(count);
  ArenaScope scope(context.scratch());
  Value* indices = context.scratch().allocate<Value>(count);
  for (std::size_t k = 0; k < count; ++k)
    indices[k] = Value::pair(static_cast<std::int32_t>(k / static_cast<std::size_t>(shape.width)),
                             static_cast<std::int32_t>(k % static_cast<std::size_t>(shape.width)));
  return make_set(context, indices, count);
}

Value asobject_body(Context& context, Value grid) {
  if (has_packed_cells(grid)) return select_cells(context, grid, Packing::Colored, [](std::int8_t) { return true; });
  BATT_LET(no_grid, op_is_no_grid(context, grid));
  if (truth(no_grid)) return Value::empty_set();
  Members cells(context);
  BATT_TRY(for_each_cell(context, grid, [&](Value i, Value j, Value value) { return cells.add(make_triple(context, i, j, value)); }));
  return cells.finish();
}

Value toobject_body(Context& context, Value patch, Value grid) {
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  BATT_LET(indices, op_toindices(context, patch));
  if (const SetRep* set = packed(indices, Reading::Indices); set != nullptr && has_packed_cells(grid)) {
    return cells_on_grid(context, grid, *set);
  }
  Items places;
  if (!iterate(context, indices, places)) return type_error();
  Members cells(context);
  for (std::int32_t k = 0; k < places.size(); ++k) {
    Value i, j;
    BATT_TRY(unpack(context, places[k], i, j));
    BATT_LET(is_inside, inside(i, j, shape));
    if (!is_inside.as_bool()) continue;
    BATT_LET(value, cell_value(context, grid, i, j));
    BATT_TRY(cells.add(make_triple(context, i, j, value)));
  }
  return cells.finish();
}

Value f_ofcolor_body(Context& context, Value grid, Value color) {
  if (has_packed_cells(grid)) {
    std::int8_t byte = 0;
    if (!equals_byte(color, byte)) return Value::empty_set();
    return select_cells(context, grid, Packing::Locations, [byte](std::int8_t there) { return there == byte; });
  }
  Collector places(context);
  BATT_TRY(for_each_cell(context, grid, [&](Value i, Value j, Value value) {
    if (equal(value, color)) places.push(make_pair(context, i, j));
    return Value::none();
  }));
  return make_set(context, places);
}

Value occurrences_body(Context& context, Value grid, Value obj) {
  const bool packed_object = obj.is_set() && (obj.set().size == 0 || obj.set().packing == Packing::Colored);
  if (packed_object && has_packed_cells(grid)) return occurrences_of_cells(context, grid, obj.set());
  BATT_LET(normed, op_normalize(context, obj));
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  BATT_LET(extent, op_shape_f(context, obj));
  Value height, width;
  BATT_TRY(unpack(context, extent, height, width));
  BATT_LET(last_row, offsets_along(context, shape.height, height));
  BATT_LET(last_column, offsets_along(context, shape.width, width));
  BATT_LET(rows, range_size(last_row));
  Collector found(context);
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

Value frontiers_body(Context& context, Value grid) {
  ArenaScope scope(context.scratch());
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  SingleValued rows, columns;
  BATT_TRY(find_single_valued(context, grid, rows));
  BATT_LET(mirrored, op_dmirror_t(context, grid));
  BATT_TRY(find_single_valued(context, mirrored, columns));
  BATT_LET(horizontal, frontier_set(context, rows, [&](std::int64_t i) {
    return line_object(context, grid, shape.width, [i](std::int64_t j) { return PlacePair{i, j}; });
  }));
  BATT_LET(vertical, frontier_set(context, columns, [&](std::int64_t j) {
    return line_object(context, grid, shape.height, [j](std::int64_t i) { return PlacePair{i, j}; });
  }));
  return set_union(context, horizontal.set(), vertical.set());
}

Value is_no_grid_body(Context&, Value x) {
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
