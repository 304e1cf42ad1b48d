// Objects, partitions and other sets of cells found in a grid of bytes.
#include <algorithm>

#include "dsl_kernels/color_counts.h"
#include "dsl_kernels/object_search/components.h"
#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/object_search/large_objects.h"
#include "dsl_kernels/make_container.h"
#include "dsl_kernels/object_search/object_tables.h"
#include "dsl_kernels/patch.h"
#include "dsl_kernels/row_masks.h"
#include "dsl_kernels/runs.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// A grid of bytes whose rows fit a word.
BATT_HD bool has_row_masks(Value grid) { return grid.is_grid() && grid.height() < 256 && grid.width() <= 64; }

BATT_HD const std::int8_t* row_at(Value grid, int i) {
  return grid.bytes() + static_cast<std::ptrdiff_t>(i) * grid.width();
}

// ---- partitions -----------------------------------------------------------------------------------------------

/// The objects of a grid by colour.
class ColorObjects {
 public:
  /// Of a grid that has_packed_cells. The caller scopes the scratch arena.
  BATT_HD ColorObjects(Context& context, Value grid)
      : context_(context),
        grid_(grid),
        total_(cell_count(grid)),
        counts_(context),
        by_rows_(takes_rows(grid) && survey_colors(grid, counts_)),
        of_colors_(context.scratch().allocate<OfColor>(256)) {
    if (by_rows_) return;
    std::fill_n(of_colors_, 256, OfColor{0, nullptr});
    if (has_row_masks(grid))
      measure_runs();
    else
      measure_cells();
  }

  BATT_HD const ColorCounts& counts() const { return counts_; }

  /// Leaves the object of this colour out.
  BATT_HD void drop(std::int8_t color) {
    drop_color(runs_, color);
    total_ -= counts_.count_of(color);
  }

  /// frozenset(object of color for color in colors): all that are left, in any order.
  BATT_HD Value of(const std::int8_t* colors, std::uint32_t count) {
    if (by_rows_) return objects_of_colors(context_, grid_, counts_, colors, count);
    Cell* cells = context_.arena().allocate<Cell>(total_);
    auto* objects = context_.scratch().allocate<Value>(count);
    auto* hashes = context_.scratch().allocate<std::uint64_t>(count);
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t size = counts_.count_of(colors[k]);
      objects[k] = make_listed_cell_set(context_, Packing::Colored, cells, size);
      const SetRep& object = objects[k].set();
      hashes[k] = object.hash = hash::finish_set(of_colors_[index(colors[k])].mixed, size);
      object.hashed = true;
      of_colors_[index(colors[k])].next = cells;
      cells += size;
    }
    if (has_row_masks(grid_))
      write_runs();
    else
      write_cells();
    return make_distinct_set(context_, objects, hashes, count);
  }

 private:
  struct OfColor {
    std::uint64_t mixed;  ///< the xor of the cells' shuffled hashes
    Cell* next;           ///< where the next cell goes
  };
  BATT_HD static std::uint8_t index(int color) { return static_cast<std::uint8_t>(color); }

  BATT_HD void measure_runs() {
    runs_ = find_runs(context_, grid_);
    const HashSums sums = hash_sums();
    for (std::uint32_t k = 0; k < runs_.count; ++k) {
      const Run& run = runs_.runs[k];
      counts_.count(run.color, static_cast<std::uint32_t>(run.size()));
      of_colors_[index(run.color)].mixed ^= sums.of_run(run.row, run.begin, run.end, run.color);
    }
  }
  BATT_HD void measure_cells() {
    for (int i = 0; i < grid_.height(); ++i)
      for (int j = 0; j < grid_.width(); ++j) {
        const std::int8_t color = row_at(grid_, i)[j];
        counts_.count(color);
        of_colors_[index(color)].mixed ^= hash::shuffle(hash::of_triple(i, j, color));
      }
  }

  BATT_HD void write_runs() {
    for (std::uint32_t k = 0; k < runs_.count; ++k) {
      Cell*& next = of_colors_[index(runs_.runs[k].color)].next;
      next = write_run(runs_.runs[k], next);
    }
  }
  BATT_HD void write_cells() {
    for (int i = 0; i < grid_.height(); ++i)
      for (int j = 0; j < grid_.width(); ++j) {
        const std::int8_t color = row_at(grid_, i)[j];
        if (Cell*& next = of_colors_[index(color)].next; next != nullptr) *next++ = Cell(i, j, color);
      }
  }

  Context& context_;
  Value grid_;
  std::size_t total_;
  Runs runs_{nullptr, 0};  ///< of a grid that has_row_masks
  ColorCounts counts_;
  bool by_rows_;
  OfColor* of_colors_;
};

// ---- frontiers ------------------------------------------------------------------------------------------------

/// frozenset({(i, j, color) ...}) of a row (down 0, across 1) or a column.
BATT_HD Value line_object(Context& context, int i, int j, int down, int across, int count, int color) {
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
BATT_HD Value frontier_set(Context& context, int count, LineAt line_at) {
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

// ---- occurrences ----------------------------------------------------------------------------------------------

/// An object's cells as seen from its upper left corner, and the offsets at which it still lies inside a grid.
struct NormedObject {
  const Cell* cells;
  std::uint32_t size;
  int rows, columns;
};

BATT_HD NormedObject norm(Context& context, Value grid, const SetRep& object) {
  Extent extent{0, 0, -1, -1};
  if (object.size != 0) extent = extent_of(object);
  Cell* cells = context.scratch().allocate<Cell>(object.size);
  for (std::uint32_t k = 0; k < object.size; ++k) {
    const Cell cell = object.any_cells()[k];
    cells[k] = Cell(cell.i() - extent.top, cell.j() - extent.left, cell.c());
  }
  return {cells, object.size, std::max(grid.height() - extent.height() + 1, 0),
          std::max(grid.width() - extent.width() + 1, 0)};
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

/// The offsets (i, j) at which all cells lie on their own colours, in rows; answers how many. Bit j of a row's mask
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

// ---- colours of places ----------------------------------------------------------------------------------------

/// The locations inside a grid of bytes, with their colours; answers how many.
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

/// objects(grid, ...) for a grid that has_packed_cells.
BATT_HD Value objects_by_search(Context& context, Value grid, const ObjectKind& kind) {
  return has_components(grid) ? objects_of_grid(context, grid, kind) : objects_of_large_grid(context, grid, kind);
}

/// The objects of one grid as tuples, in the order in which the search comes upon them and visits their cells.
BATT_HD Value object_tuples(Context& context, Value objects) {
  const SetRep& set = objects.set();
  if (set.size == 0) return Value::empty_tuple();
  ArenaScope scope(context.scratch());
  const auto& order = static_cast<const VisitOrder&>(*set.values[0].set().recipe);
  constexpr std::uint32_t nothing = 0xffffffffu;
  std::uint32_t largest = 0, last_turn = 0;
  auto* turns = context.scratch().allocate<std::uint32_t>(set.size);
  for (std::uint32_t k = 0; k < set.size; ++k) {
    turns[k] = order.turn(order, set.values[k].set(), context);
    last_turn = std::max(last_turn, turns[k]);
    largest = std::max(largest, set.values[k].set().size);
  }
  auto* at_turn = context.scratch().allocate<std::uint32_t>(std::size_t{last_turn} + 1);
  std::fill_n(at_turn, std::size_t{last_turn} + 1, nothing);
  for (std::uint32_t k = 0; k < set.size; ++k) at_turn[turns[k]] = k;
  Cell* cells = context.scratch().allocate<Cell>(largest);
  auto* tuples = context.scratch().allocate<Value>(set.size);
  std::uint32_t count = 0;
  for (std::uint32_t turn = 0; turn <= last_turn; ++turn) {
    if (at_turn[turn] == nothing) continue;
    const SetRep& object = set.values[at_turn[turn]].set();
    order.visit(order, ListedCells(object, context), cells);
    tuples[count++] = tuple_of_cells(context, Packing::Colored, cells, object.size);
  }
  return make_tuple(context, tuples, count);
}

}  // namespace

BATT_HD Value objects_packed(Context& context, Value grid, Value univalued, Value diagonal, Value without_bg) {
  if (!has_packed_cells(grid)) return objects_general(context, grid, univalued, diagonal, without_bg);
  return objects_by_search(context, grid, {truth(univalued), truth(diagonal), truth(without_bg)});
}

BATT_HD Value o_g_packed(Context& context, Value grid, Value type) {
  const bool is_kind = type.is_exact_int() && type.as_int() >= 0 && type.as_int() <= 7;
  if (!is_kind || !has_packed_cells(grid)) return o_g_general(context, grid, type);
  const std::int64_t which = type.as_int();
  return objects_by_search(context, grid, {(which & 4) != 0, (which & 2) != 0, (which & 1) != 0});
}

BATT_HD Value objects_t_packed(Context& context, Value grid, Value univalued, Value diagonal, Value without_bg) {
  if (!has_packed_cells(grid)) return objects_t_general(context, grid, univalued, diagonal, without_bg);
  return object_tuples(context,
                       objects_by_search(context, grid, {truth(univalued), truth(diagonal), truth(without_bg)}));
}

BATT_HD Value o_g_t_packed(Context& context, Value grid, Value type) {
  const bool is_kind = type.is_exact_int() && type.as_int() >= 0 && type.as_int() <= 7;
  if (!is_kind || !has_packed_cells(grid)) return o_g_t_general(context, grid, type);
  const std::int64_t which = type.as_int();
  return object_tuples(context,
                       objects_by_search(context, grid, {(which & 4) != 0, (which & 2) != 0, (which & 1) != 0}));
}

BATT_HD Value partition_packed(Context& context, Value grid) {
  if (!has_packed_cells(grid)) return partition_general(context, grid);
  context.charge(cell_count(grid));
  ArenaScope scope(context.scratch());
  ColorObjects objects(context, grid);
  return objects.of(objects.counts().in_set_order(), objects.counts().size());
}

BATT_HD Value fgpartition_packed(Context& context, Value grid) {
  if (!has_packed_cells(grid)) return fgpartition_general(context, grid);
  context.charge(cell_count(grid));
  ArenaScope scope(context.scratch());
  ColorObjects objects(context, grid);
  const std::int8_t background = objects.counts().extreme(Rank::Most);
  const Value excluded = make_singleton(context, Value::integer(background));
  const SetRep& colors = set_difference(context, objects.counts().as_set().set(), excluded.set()).set();
  auto* listed = context.scratch().allocate<std::int8_t>(colors.size);
  for (std::uint32_t k = 0; k < colors.size; ++k) listed[k] = static_cast<std::int8_t>(colors.values[k].as_int());
  objects.drop(background);
  return objects.of(listed, colors.size);
}

BATT_HD Value asindices_packed(Context& context, Value grid) {
  if (has_components(grid)) return indices_of_shape(context, grid.height(), grid.width());
  if (!has_packed_cells(grid)) return asindices_general(context, grid);
  Cell* cells = context.arena().allocate<Cell>(cell_count(grid));
  Cell* next = cells;
  for (int i = 0; i < grid.height(); ++i)
    for (int j = 0; j < grid.width(); ++j) *next++ = Cell(i, j);
  return make_listed_cell_set(context, Packing::Locations, cells, cell_count(grid));
}

BATT_HD Value asobject_packed(Context& context, Value grid) {
  if (!has_packed_cells(grid)) return asobject_general(context, grid);
  if (takes_rows(grid)) return object_of_grid(context, grid);
  Cell* cells = context.arena().allocate<Cell>(cell_count(grid));
  Cell* next = cells;
  for (int i = 0; i < grid.height(); ++i)
    for (int j = 0; j < grid.width(); ++j) *next++ = Cell(i, j, row_at(grid, i)[j]);
  return make_listed_cell_set(context, Packing::Colored, cells, cell_count(grid));
}

BATT_HD Value toobject_packed(Context& context, Value patch, Value grid) {
  if (!has_packed_cells(grid)) return toobject_general(context, patch, grid);
  BATT_LET(indices, op_toindices(context, patch));
  if (const SetRep* locations = packed(indices, Reading::Indices)) return cells_on_grid(context, grid, *locations);
  return toobject_general(context, patch, grid);
}

BATT_HD Value f_ofcolor_packed(Context& context, Value grid, Value color) {
  if (!has_row_masks(grid)) return f_ofcolor_general(context, grid, color);
  std::int8_t byte = 0;
  if (!equals_byte(color, byte)) return Value::empty_set();
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

BATT_HD Value occurrences_packed(Context& context, Value grid, Value obj) {
  const bool packed_object = obj.is_set() && (obj.set().size == 0 || obj.set().packing == Packing::Colored);
  if (!packed_object || !has_packed_cells(grid)) return occurrences_general(context, grid, obj);
  ArenaScope scope(context.scratch());
  const NormedObject object = norm(context, grid, obj.set());
  const std::size_t tries = static_cast<std::size_t>(object.rows) * static_cast<std::size_t>(object.columns);
  if (tries == 0) return Value::empty_set();
  context.charge(tries);
  Cell* found = context.scratch().allocate<Cell>(tries);
  const std::size_t count = has_row_masks(grid) && object.columns <= 64 ? find_in_planes(context, grid, object, found)
                                                                        : find_in_bytes(grid, object, found);
  return copy_of_set(context, make_distinct_cell_set(context, Packing::Locations, found, count).set());
}

BATT_HD Value frontiers_packed(Context& context, Value grid) {
  if (!has_packed_cells(grid)) return frontiers_general(context, grid);
  const int height = grid.height(), width = grid.width();
  context.charge(cell_count(grid));
  const Value horizontal = frontier_set(context, height, [&](int i) {
    return row_is_single(grid, i) ? line_object(context, i, 0, 0, 1, width, row_at(grid, i)[0]) : Value::none();
  });
  const Value vertical = frontier_set(context, width, [&](int j) {
    return column_is_single(grid, j) ? line_object(context, 0, j, 1, 0, height, grid.bytes()[j]) : Value::none();
  });
  return set_union(context, horizontal.set(), vertical.set());
}

BATT_HD Value is_no_grid_packed(Context& context, Value x) { return is_no_grid_general(context, x); }

}  // namespace batt
