// Palettes, rankings of colours and recoloured patches.
#include <algorithm>

#include "dsl_kernels/byte_rows.h"
#include "dsl_kernels/color_counts.h"
#include "dsl_kernels/generate.h"
#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/members.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/patch.h"
#include "dsl_kernels/places.h"
#include "dsl_kernels/row_masks.h"
#include "dsl_kernels/runs.h"
#include "dsl_kernels/value_counts.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

// ---- packed ----------------------------------------------------------------------------------------------------

BATT_HD void count_bytes(const std::int8_t* bytes, std::size_t size, ColorCounts& counts) {
  for (const std::int8_t* const end = bytes + size; bytes != end;) {
    const std::int8_t* const begin = bytes;
    bytes = end_of_run(begin, end);
    counts.count(*begin, static_cast<std::uint32_t>(bytes - begin));
  }
}

/// Counts the colours of a grid of bytes, row by row.
BATT_HD void count_grid(Context& context, Value grid, ColorCounts& counts) {
  context.charge(cell_count(grid));
  if (survey_colors(grid, counts) || counts.count_by_team(grid.bytes(), 1, cell_count(grid))) return;
  const int width = grid.width();
  const std::int8_t* row = grid.bytes();
  if (width > 64) return count_bytes(row, cell_count(grid), counts);
  for (int i = 0; i < grid.height(); ++i, row += width)
    for (std::uint64_t starts = run_starts(row, width); starts != 0;) {
      const int begin = bits::trailing_zeros(starts);
      starts &= starts - 1;
      counts.count(row[begin],
                   static_cast<std::uint32_t>((starts != 0 ? bits::trailing_zeros(starts) : width) - begin));
    }
}

/// The same of a grid that has_rows_of_bytes.
BATT_HD void count_rows(Context& context, Value grid, ColorCounts& counts) {
  for (std::int32_t i = 0; i < grid.tuple_size(); ++i) {
    const Value row = grid.items()[i];
    const std::int32_t size = row.tuple_size();
    context.charge(static_cast<std::uint64_t>(size));
    if (row.is_row())
      count_bytes(row.bytes(), static_cast<std::size_t>(size), counts);
    else
      for (std::int32_t j = 0; j < size; ++j) counts.count(static_cast<std::int8_t>(row.item(j).as_int()));
  }
}

/// The colours of a grid of bytes in any form; false if it is none.
BATT_HD bool count_byte_grid(Context& context, Value grid, ColorCounts& counts) {
  if (grid.is_grid())
    count_grid(context, grid, counts);
  else if (has_rows_of_bytes(grid))
    count_rows(context, grid, counts);
  else
    return false;
  return true;
}

BATT_HD void count_cells(const Cell* cells, std::uint32_t size, ColorCounts& counts) {
  if (counts.count_by_team(cells, sizeof(Cell), size)) return;  // a cell begins with its colour
  for (std::uint32_t k = 0; k < size; ++k) counts.count(static_cast<std::int8_t>(cells[k].c()));
}

/// The same of an object's cells in any order.
BATT_HD void count_cells(const SetRep& object, ColorCounts& counts) {
  const CellRows& cells = object.rows;
  if (cells.words != nullptr && cells.one_color)
    counts.count(cells.color, object.size);
  else
    count_cells(object.any_cells(), object.size, counts);
}

/// The colours of an object, in an order of meeting that gives the set of them its order.
BATT_HD ColorCounts count_object(Context& context, const SetRep& object) {
  context.charge(object.size);
  ColorCounts counts(context);
  count_cells(object, counts);
  if (object.recipe == nullptr || counts.order_is_fixed()) return counts;
  ColorCounts in_order(context);
  count_cells(object.cells(), object.size, in_order);
  return in_order;
}

BATT_HD Value grid_palette(Context& context, Value grid) {
  if (Value palette; grid.is_grid() && find_palette(context, grid, false, palette)) return palette;
  ArenaScope scope(context.scratch());
  ColorCounts counts(context);
  return count_byte_grid(context, grid, counts) ? counts.as_set() : declined();
}

BATT_HD Value object_palette(Context& context, const SetRep& object) {
  ArenaScope scope(context.scratch());
  return count_object(context, object).as_set();
}

/// tuple({...}) of the colours.
BATT_HD Value as_tuple(Context& context, const ColorCounts& counts) {
  return make_row(context, counts.in_set_order(), counts.size());
}

BATT_HD Value grid_extreme(Context& context, Value grid, Rank rank) {
  if (!grid.is_exact_tuple()) return declined();
  if (std::int8_t most = 0; rank == Rank::Most && grid.is_grid() && find_most_common(grid, most)) {
    context.charge(cell_count(grid));
    return Value::integer(most);
  }
  ArenaScope scope(context.scratch());
  ColorCounts counts(context);
  return count_byte_grid(context, grid, counts) ? Value::integer(counts.extreme(rank)) : declined();
}

/// Only a tie asks for the order of the cells.
BATT_HD Value object_extreme(Context& context, const SetRep& object, Rank rank) {
  context.charge(object.size);
  ArenaScope scope(context.scratch());
  ColorCounts counts(context);
  count_cells(object, counts);
  bool tie = false;
  const std::int8_t best = counts.first_extreme(rank, tie);
  return Value::integer(tie ? count_object(context, object).extreme(rank) : best);
}

/// Whether the object's first cell has this colour; only one that has it among others asks for the order.
BATT_HD bool first_has_color(const SetRep& object, std::int8_t color) {
  if (object.rows.words != nullptr && object.rows.one_color) return object.rows.color == color;
  const Cell* cells = object.any_cells();
  const auto has_color = [color](Cell cell) { return cell.c() == color; };
  if (std::all_of(cells, cells + object.size, has_color)) return true;
  if (std::none_of(cells, cells + object.size, has_color)) return false;
  return object.cells()[0].c() == color;
}

/// frozenset((i, j, color) for i, j in indices), if the result is a set of packed cells.
BATT_HD Value recolored_cells(Context& context, Value color, Value indices) {
  const SetRep* cells = packed(indices, Reading::Indices);
  if (cells == nullptr || !color.is_exact_int() || !Cell::color_fits(color.as_int())) return declined();
  const auto bits = static_cast<std::uint32_t>(color.as_int()) & 0xff;
  const auto with_color = [bits](Cell cell) { return Cell::from_bits(cell.bits() | bits); };
  if (cells->find_rows(context))
    return map_rows(context, Packing::Colored, *cells, cells->rows.recolored(static_cast<std::int8_t>(bits)),
                    with_color);
  return map_cells(context, Packing::Colored, *cells, with_color);
}

// ---- general ---------------------------------------------------------------------------------------------------

/// The values of an iterable of rows: `for row in grid for value in row`.
template <class Use>
BATT_HD Value for_each_grid_value(Context& context, Value grid, Use use) {
  return for_each_cell(context, grid, [&](Value, Value, Value value) { return use(value); });
}

/// The colours of an iterable of cells: `for _, _, color in object`.
template <class Use>
BATT_HD Value for_each_object_value(Context& context, Value object, Use use) {
  if (packed(object, Reading::Indices) != nullptr) return value_error();  // whichever comes first has no colour
  Items cells;
  if (!iterate(context, object, cells)) return type_error();
  context.charge(static_cast<std::uint64_t>(cells.size()));
  for (std::int32_t k = 0; k < cells.size(); ++k) {
    Value i, j, color;
    BATT_TRY(unpack(context, cells[k], i, j, color));
    BATT_TRY(use(color));
  }
  return Value::none();
}

BATT_HD Value palette_of_rows(Context& context, Value grid) {
  Members members(context);
  BATT_TRY(for_each_grid_value(context, grid, [&](Value value) { return members.add(value); }));
  return members.finish();
}

BATT_HD Value palette_of_cells(Context& context, Value object) {
  Members members(context);
  BATT_TRY(for_each_object_value(context, object, [&](Value color) { return members.add(color); }));
  return members.finish();
}

/// tuple(set), or the error that came instead of the set.
BATT_HD Value listed(Context& context, Value set) {
  BATT_TRY(set);
  set.set().note_look(context);
  ScratchVector members(context);
  for (std::uint32_t k = 0; k < set.set().size; ++k) members.push(set.set().at(k));
  return make_tuple(context, members);
}

BATT_HD bool beats(Rank rank, std::int64_t count, std::int64_t best) {
  return rank == Rank::Most ? count > best : count < best;
}

/// max(set(values), key=values.count), or min: the set's order decides between equals.
BATT_HD Value extreme_value(Context& context, ScratchVector& values, Rank rank) {
  if (values.size() == 0) return Value::nan();
  ArenaScope scope(context.scratch());
  ValueCounts counted;
  BATT_TRY(count_values(context, values.data(), values.size(), counted));
  std::size_t best = 0;
  bool tie = false;
  for (std::size_t k = 1; k < counted.size; ++k) {
    const std::int64_t count = counted.counts[k].as_int(), best_count = counted.counts[best].as_int();
    const bool is_better = beats(rank, count, best_count);
    tie = !is_better && (tie || count == best_count);
    if (is_better) best = k;
  }
  if (tie) counted.note_look(context);
  return counted.members[best];
}

BATT_HD Value extreme_of_rows(Context& context, Value grid, Rank rank) {
  ScratchVector values(context);
  BATT_TRY(for_each_grid_value(context, grid, [&](Value value) { return values.push(value), Value::none(); }));
  return extreme_value(context, values, rank);
}

BATT_HD Value extreme_of_cells(Context& context, Value object, Rank rank) {
  ScratchVector values(context);
  BATT_TRY(for_each_object_value(context, object, [&](Value value) { return values.push(value), Value::none(); }));
  return extreme_value(context, values, rank);
}

/// frozenset((i, j, color) for i, j in indices).
BATT_HD Value recolored(Context& context, Value color, Value indices) {
  Items locations;
  if (!iterate(context, indices, locations)) return type_error();
  Members members(context);
  for (std::int32_t k = 0; k < locations.size(); ++k) {
    Value i, j;
    BATT_TRY(unpack(context, locations[k], i, j));
    BATT_TRY(members.add(make_triple(context, i, j, color)));
  }
  return members.finish();
}

}  // namespace

BATT_HD Value palette_t_packed(Context& context, Value element) { return grid_palette(context, element); }
BATT_HD Value palette_t_general(Context& context, Value element) { return palette_of_rows(context, element); }

BATT_HD Value palette_f_packed(Context& context, Value element) {
  const SetRep* object = packed(element, Reading::Object);
  return object != nullptr ? object_palette(context, *object) : declined();
}
BATT_HD Value palette_f_general(Context& context, Value element) { return palette_of_cells(context, element); }

BATT_HD Value p_f_packed(Context& context, Value element) { return palette_f_packed(context, element); }
BATT_HD Value p_f_general(Context& context, Value element) { return palette_of_cells(context, element); }

BATT_HD Value p_g_packed(Context& context, Value grid) {
  if (!grid.is_exact_tuple()) return declined();
  if (Value palette; grid.is_grid() && find_palette(context, grid, true, palette)) return palette;
  ArenaScope scope(context.scratch());
  ColorCounts counts(context);
  return count_byte_grid(context, grid, counts) ? as_tuple(context, counts) : declined();
}
BATT_HD Value p_g_general(Context& context, Value grid) { return listed(context, palette_of_rows(context, grid)); }

BATT_HD Value p_o_packed(Context& context, Value obj) {
  const SetRep* object = packed(obj, Reading::Object);
  if (object == nullptr) return declined();
  ArenaScope scope(context.scratch());
  return as_tuple(context, count_object(context, *object));
}
BATT_HD Value p_o_general(Context& context, Value obj) { return listed(context, palette_of_cells(context, obj)); }

BATT_HD Value mostcolor_t_packed(Context& context, Value grid) { return grid_extreme(context, grid, Rank::Most); }
BATT_HD Value mostcolor_t_general(Context& context, Value grid) { return extreme_of_rows(context, grid, Rank::Most); }

BATT_HD Value mostcolor_f_packed(Context& context, Value obj) {
  const SetRep* object = packed(obj, Reading::Object);
  return object != nullptr ? object_extreme(context, *object, Rank::Most) : declined();
}
BATT_HD Value mostcolor_f_general(Context& context, Value obj) { return extreme_of_cells(context, obj, Rank::Most); }

BATT_HD Value leastcolor_t_packed(Context& context, Value grid) { return grid_extreme(context, grid, Rank::Least); }
BATT_HD Value leastcolor_t_general(Context& context, Value grid) { return extreme_of_rows(context, grid, Rank::Least); }

BATT_HD Value leastcolor_f_packed(Context& context, Value obj) {
  const SetRep* object = packed(obj, Reading::Object);
  return object != nullptr ? object_extreme(context, *object, Rank::Least) : declined();
}
BATT_HD Value leastcolor_f_general(Context& context, Value obj) { return extreme_of_cells(context, obj, Rank::Least); }

BATT_HD Value colorcount_t_packed(Context& context, Value grid, Value color) {
  if (!grid.is_grid() || color.is_float()) return declined();
  std::int8_t byte = 0;
  if (!color.is_int() || !equals_byte(color, byte)) return Value::integer(0);
  context.charge(cell_count(grid));
  const std::size_t size = cell_count(grid);
  std::int64_t count = 0;
  for (std::size_t start = 0; start < size; start += 64)
    count +=
        bits::ones(cells_equal(grid.bytes() + start, static_cast<int>(std::min<std::size_t>(64, size - start)), byte));
  return Value::integer(count);
}
BATT_HD Value colorcount_t_general(Context& context, Value grid, Value color) {
  std::int64_t count = 0;
  Items rows;
  if (!iterate(context, grid, rows)) return type_error();
  for (std::int32_t k = 0; k < rows.size(); ++k) {
    BATT_LET(in_row, count_of(context, rows[k], color));
    count += in_row.as_int();
  }
  return Value::integer(count);
}

BATT_HD Value colorcount_f_packed(Context& context, Value obj, Value color) {
  const SetRep* object = packed(obj, Reading::Object);
  if (object == nullptr || color.is_float()) return declined();
  context.charge(object->size);
  if (!color.is_int()) return Value::integer(0);
  if (object->rows.words != nullptr && object->rows.one_color)
    return Value::integer(object->rows.color == color.as_int() ? object->size : 0);
  std::int64_t count = 0;
  for (std::uint32_t k = 0; k < object->size; ++k) count += object->any_cells()[k].c() == color.as_int() ? 1 : 0;
  return Value::integer(count);
}
BATT_HD Value colorcount_f_general(Context& context, Value obj, Value color) {
  std::int64_t count = 0;
  BATT_TRY(for_each_object_value(context, obj, [&](Value value) {
    count += equal(context, value, color) ? 1 : 0;
    return Value::none();
  }));
  return Value::integer(count);
}

BATT_HD Value colorfilter_packed(Context& context, Value objs, Value color) {
  std::int8_t byte = 0;
  const bool is_byte = equals_byte(color, byte);
  return filter_like(context, a_set(), objs, [&](Value object) -> Value {
    if (const SetRep* cells = packed(object, Reading::Object))
      return Value::boolean(is_byte && first_has_color(*cells, byte));
    BATT_LET(first, first_item(context, object));
    BATT_LET(first_color, subscript(context, first, 2));
    return Value::boolean(equal(context, first_color, color));
  });
}
BATT_HD Value colorfilter_general(Context& context, Value objs, Value color) {
  return filter_like(context, a_set(), objs, [&](Value object) -> Value {
    BATT_LET(first, first_item(context, object));
    BATT_LET(first_color, subscript(context, first, 2));
    return Value::boolean(equal(context, first_color, color));
  });
}

BATT_HD Value numcolors_t_packed(Context& context, Value grid) {
  ArenaScope scope(context.scratch());
  ColorCounts counts(context);
  return count_byte_grid(context, grid, counts) ? Value::integer(counts.size()) : declined();
}
BATT_HD Value numcolors_t_general(Context& context, Value grid) {
  BATT_LET(colors, op_palette_t(context, grid));
  return length(colors);
}

BATT_HD Value numcolors_f_packed(Context& context, Value obj) {
  const SetRep* object = packed(obj, Reading::Object);
  if (object == nullptr) return declined();
  context.charge(object->size);
  ArenaScope scope(context.scratch());
  ColorCounts counts(context);
  count_cells(*object, counts);
  return Value::integer(counts.size());
}
BATT_HD Value numcolors_f_general(Context& context, Value obj) {
  BATT_LET(colors, op_palette_f(context, obj));
  return length(colors);
}

BATT_HD Value color_packed(Context&, Value obj) {
  const SetRep* object = packed(obj, Reading::Object);
  if (object != nullptr && object->rows.words != nullptr && object->rows.one_color)
    return Value::integer(object->rows.color);
  return object != nullptr ? Value::integer(cells_by_color(*object)[0].c()) : declined();
}
BATT_HD Value color_general(Context& context, Value obj) {
  Items cells;
  if (!iterate(context, obj, cells)) return type_error();
  if (cells.size() == 0) return Value::minus_infinity();
  const Value first = cells[0];
  return first.is_tuple() ? subscript(context, first, 2) : Value::minus_infinity();
}

BATT_HD Value recolor_i_packed(Context& context, Value color, Value indices) {
  return recolored_cells(context, color, indices);
}
BATT_HD Value recolor_i_general(Context& context, Value color, Value indices) {
  BATT_LET(locations, op_toindices_i(context, indices));
  return recolored(context, color, locations);
}

BATT_HD Value recolor_o_packed(Context& context, Value color, Value obj) {
  if (packed(obj, Reading::Object) == nullptr) return declined();
  BATT_LET(locations, op_toindices_o(context, obj));
  return recolored_cells(context, color, locations);
}
BATT_HD Value recolor_o_general(Context& context, Value color, Value obj) {
  BATT_LET(locations, op_toindices_o(context, obj));
  return recolored(context, color, locations);
}

BATT_HD Value colorfilter_t_general(Context& context, Value objs, Value color) {
  return filter_like(context, a_tuple(), objs, [&](Value object) -> Value {
    BATT_LET(first, subscript(context, object, 0));
    BATT_LET(first_color, subscript(context, first, 2));
    return Value::boolean(equal(context, first_color, color));
  });
}

}  // namespace batt
