// Palettes, rankings of colours and recoloured patches, on grids of bytes and sets of packed cells.
#include <algorithm>

#include "dsl_kernels/color_counts.h"
#include "dsl_kernels/generate.h"
#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/members.h"
#include "dsl_kernels/patch.h"
#include "dsl_kernels/places.h"
#include "dsl_kernels/row_masks.h"
#include "dsl_kernels/runs.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// Counts the colours of a grid of bytes, row by row.
BATT_HD void count_grid(Context& context, Value grid, ColorCounts& counts) {
  context.charge(cell_count(grid));
  if (survey_colors(grid, counts)) return;
  const int width = grid.width();
  const std::int8_t* row = grid.bytes();
  if (width > 64) {
    for (std::size_t k = 0; k < cell_count(grid); ++k) counts.count(row[k]);
    return;
  }
  for (int i = 0; i < grid.height(); ++i, row += width)
    for (std::uint64_t starts = run_starts(row, width); starts != 0;) {
      const int begin = bits::trailing_zeros(starts);
      starts &= starts - 1;
      counts.count(row[begin],
                   static_cast<std::uint32_t>((starts != 0 ? bits::trailing_zeros(starts) : width) - begin));
    }
}

BATT_HD void count_cells(const Cell* cells, std::uint32_t size, ColorCounts& counts) {
  for (std::uint32_t k = 0; k < size; ++k) counts.count(static_cast<std::int8_t>(cells[k].c()));
}

/// The colours of an object, in an order of meeting that gives the set of them its order.
BATT_HD ColorCounts count_object(Context& context, const SetRep& object) {
  context.charge(object.size);
  ColorCounts counts(context);
  count_cells(object.any_cells(), object.size, counts);
  if (object.recipe == nullptr || counts.order_is_fixed()) return counts;
  ColorCounts in_order(context);
  count_cells(object.cells(), object.size, in_order);
  return in_order;
}

BATT_HD Value grid_palette(Context& context, Value grid) {
  if (Value palette; find_palette(context, grid, false, palette)) return palette;
  ArenaScope scope(context.scratch());
  ColorCounts counts(context);
  count_grid(context, grid, counts);
  return counts.as_set();
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
  if (std::int8_t most = 0; rank == Rank::Most && find_most_common(grid, most)) {
    context.charge(cell_count(grid));
    return Value::integer(most);
  }
  ArenaScope scope(context.scratch());
  ColorCounts counts(context);
  count_grid(context, grid, counts);
  return Value::integer(counts.extreme(rank));
}

/// Only a tie asks for the order of the cells.
BATT_HD Value object_extreme(Context& context, const SetRep& object, Rank rank) {
  context.charge(object.size);
  ArenaScope scope(context.scratch());
  ColorCounts counts(context);
  count_cells(object.any_cells(), object.size, counts);
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

/// frozenset((i, j, color) for i, j in indices); None if the result is no set of packed cells.
BATT_HD Value recolored(Context& context, Value color, Value indices) {
  const SetRep* cells = packed(indices, Reading::Indices);
  if (cells == nullptr || !color.is_exact_int() || !Cell::color_fits(color.as_int())) return Value::none();
  const auto bits = static_cast<std::uint32_t>(color.as_int()) & 0xff;
  const auto with_color = [bits](Cell cell) { return Cell::from_bits(cell.bits() | bits); };
  if (cells->rows.words != nullptr)
    return map_rows(context, Packing::Colored, *cells, cells->rows.recolored(static_cast<std::int8_t>(bits)), with_color);
  return map_cells(context, Packing::Colored, *cells, with_color);
}

}  // namespace

BATT_HD Value palette_t_packed(Context& context, Value element) {
  return element.is_grid() ? grid_palette(context, element) : palette_t_general(context, element);
}

BATT_HD Value palette_f_packed(Context& context, Value element) {
  const SetRep* object = packed(element, Reading::Object);
  return object != nullptr ? object_palette(context, *object) : palette_f_general(context, element);
}

BATT_HD Value p_f_packed(Context& context, Value element) { return palette_f_packed(context, element); }

BATT_HD Value p_g_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return p_g_general(context, grid);
  if (Value palette; find_palette(context, grid, true, palette)) return palette;
  ArenaScope scope(context.scratch());
  ColorCounts counts(context);
  count_grid(context, grid, counts);
  return as_tuple(context, counts);
}

BATT_HD Value p_o_packed(Context& context, Value obj) {
  const SetRep* object = packed(obj, Reading::Object);
  if (object == nullptr) return p_o_general(context, obj);
  ArenaScope scope(context.scratch());
  return as_tuple(context, count_object(context, *object));
}

BATT_HD Value mostcolor_t_packed(Context& context, Value grid) {
  return grid.is_grid() ? grid_extreme(context, grid, Rank::Most) : mostcolor_t_general(context, grid);
}

BATT_HD Value mostcolor_f_packed(Context& context, Value obj) {
  const SetRep* object = packed(obj, Reading::Object);
  return object != nullptr ? object_extreme(context, *object, Rank::Most) : mostcolor_f_general(context, obj);
}

BATT_HD Value leastcolor_t_packed(Context& context, Value grid) {
  return grid.is_grid() ? grid_extreme(context, grid, Rank::Least) : leastcolor_t_general(context, grid);
}

BATT_HD Value leastcolor_f_packed(Context& context, Value obj) {
  const SetRep* object = packed(obj, Reading::Object);
  return object != nullptr ? object_extreme(context, *object, Rank::Least) : leastcolor_f_general(context, obj);
}

BATT_HD Value colorcount_t_packed(Context& context, Value grid, Value color) {
  if (!grid.is_grid() || !color.is_int()) return colorcount_t_general(context, grid, color);
  std::int8_t byte = 0;
  if (!equals_byte(color, byte)) return Value::integer(0);
  context.charge(cell_count(grid));
  const std::size_t size = cell_count(grid);
  std::int64_t count = 0;
  for (std::size_t start = 0; start < size; start += 64)
    count +=
        bits::ones(cells_equal(grid.bytes() + start, static_cast<int>(std::min<std::size_t>(64, size - start)), byte));
  return Value::integer(count);
}

BATT_HD Value colorcount_f_packed(Context& context, Value obj, Value color) {
  const SetRep* object = packed(obj, Reading::Object);
  if (object == nullptr || !color.is_int()) return colorcount_f_general(context, obj, color);
  context.charge(object->size);
  std::int64_t count = 0;
  for (std::uint32_t k = 0; k < object->size; ++k) count += object->any_cells()[k].c() == color.as_int() ? 1 : 0;
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

BATT_HD Value numcolors_t_packed(Context& context, Value grid) {
  if (!grid.is_grid()) return numcolors_t_general(context, grid);
  ArenaScope scope(context.scratch());
  ColorCounts counts(context);
  count_grid(context, grid, counts);
  return Value::integer(counts.size());
}

BATT_HD Value numcolors_f_packed(Context& context, Value obj) {
  const SetRep* object = packed(obj, Reading::Object);
  if (object == nullptr) return numcolors_f_general(context, obj);
  context.charge(object->size);
  ArenaScope scope(context.scratch());
  ColorCounts counts(context);
  count_cells(object->any_cells(), object->size, counts);
  return Value::integer(counts.size());
}

BATT_HD Value color_packed(Context& context, Value obj) {
  const SetRep* object = packed(obj, Reading::Object);
  if (object != nullptr && object->rows.words != nullptr && object->rows.one_color)
    return Value::integer(object->rows.color);
  return object != nullptr ? Value::integer(cells_by_color(*object)[0].c()) : color_general(context, obj);
}

BATT_HD Value recolor_i_packed(Context& context, Value color, Value indices) {
  const Value object = recolored(context, color, indices);
  return object.is_none() ? recolor_i_general(context, color, indices) : object;
}

BATT_HD Value recolor_o_packed(Context& context, Value color, Value obj) {
  if (packed(obj, Reading::Object) == nullptr) return recolor_o_general(context, color, obj);
  BATT_LET(locations, op_toindices_o(context, obj));
  const Value object = recolored(context, color, locations);
  return object.is_none() ? recolor_o_general(context, color, obj) : object;
}

}  // namespace batt
