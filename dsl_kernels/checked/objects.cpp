// Objects, partitions and other sets of cells found in a grid, for values of any type.
#include <algorithm>

#include "dsl_kernels/object_search/general_search.h"
#include "dsl_kernels/object_search/components.h"
#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/members.h"
#include "dsl_kernels/single_valued.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// frozenset(set) of a set made by adds, or the error that came instead.
BATT_HD Value frozen(Context& context, Value set) { return set.is_error() ? set : copy_of_set(context, set.set()); }

/// Calls use(i, j, value) for `for i, r in enumerate(grid) for j, c in enumerate(r)`.
template <class Use>
BATT_HD Value for_each_cell(Context& context, Value grid, Use use) {
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

/// frozenset((i, j, c) for ... if c == color).
BATT_HD Value object_of_color(Context& context, Value grid, Value color) {
  Members cells(context);
  BATT_TRY(for_each_cell(context, grid, [&](Value i, Value j, Value value) {
    return equal(context, value, color) ? cells.add(make_triple(context, i, j, value)) : Value::none();
  }));
  return cells.finish();
}

/// frozenset(the grid's object of this colour for color in colors).
BATT_HD Value objects_by_color(Context& context, Value grid, const SetRep& colors) {
  colors.note_look(context);
  ArenaScope scope(context.scratch());
  Value* objects = context.scratch().allocate<Value>(colors.size);
  for (std::uint32_t k = 0; k < colors.size; ++k) {
    objects[k] = object_of_color(context, grid, colors.at(k));
    BATT_TRY(objects[k]);
  }
  return make_set(context, objects, colors.size);
}

// ---- frontiers ------------------------------------------------------------------------------------------------

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

// ---- occurrences ----------------------------------------------------------------------------------------------

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

BATT_HD Value objects_general(Context& context, Value grid, Value univalued, Value diagonal, Value without_bg) {
  if (grid.is_empty_tuple()) return Value::empty_set();
  ArenaScope scope(context.scratch());
  return search_objects(context, grid, {truth(univalued), truth(diagonal), truth(without_bg)});
}

BATT_HD Value o_g_general(Context& context, Value grid, Value type) {
  std::int8_t which = -1;
  if (!equals_byte(type, which) || which < 0 || which > 7) return Value::none();
  return op_objects(context, grid, Value::boolean(which & 4), Value::boolean(which & 2), Value::boolean(which & 1));
}

BATT_HD Value objects_t_general(Context& context, Value grid, Value univalued, Value diagonal, Value without_bg) {
  if (grid.is_empty_tuple()) return Value::empty_tuple();
  ArenaScope scope(context.scratch());
  return search_object_tuples(context, grid, {truth(univalued), truth(diagonal), truth(without_bg)});
}

BATT_HD Value o_g_t_general(Context& context, Value grid, Value type) {
  std::int8_t which = -1;
  if (!equals_byte(type, which) || which < 0 || which > 7) return Value::none();
  return op_objects_t(context, grid, Value::boolean(which & 4), Value::boolean(which & 2), Value::boolean(which & 1));
}

BATT_HD Value partition_general(Context& context, Value grid) {
  BATT_LET(colors, op_palette_t(context, grid));
  return objects_by_color(context, grid, colors.set());
}

BATT_HD Value fgpartition_general(Context& context, Value grid) {
  BATT_LET(colors, op_palette_t(context, grid));
  BATT_LET(background, op_mostcolor_t(context, grid));
  BATT_LET(excluded, make_singleton(context, background));
  return objects_by_color(context, grid, set_difference(context, colors.set(), excluded.set()).set());
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

BATT_HD Value asobject_general(Context& context, Value grid) {
  BATT_LET(no_grid, op_is_no_grid(context, grid));
  if (truth(no_grid)) return Value::empty_set();
  Members cells(context);
  BATT_TRY(for_each_cell(context, grid,
                         [&](Value i, Value j, Value value) { return cells.add(make_triple(context, i, j, value)); }));
  return cells.finish();
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

BATT_HD Value f_ofcolor_general(Context& context, Value grid, Value color) {
  ScratchVector places(context);
  BATT_TRY(for_each_cell(context, grid, [&](Value i, Value j, Value value) {
    if (equal(context, value, color)) places.push(make_pair(context, i, j));
    return Value::none();
  }));
  return make_set(context, places);
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
