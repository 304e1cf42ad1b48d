// Objects and partitions of a grid.
#include <algorithm>

#include "dsl_kernels/byte_rows.h"
#include "dsl_kernels/color_counts.h"
#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/make_container.h"
#include "dsl_kernels/members.h"
#include "dsl_kernels/object_search/components.h"
#include "dsl_kernels/object_search/general_search.h"
#include "dsl_kernels/object_search/large_objects.h"
#include "dsl_kernels/object_search/object_tables.h"
#include "dsl_kernels/object_search/value_objects.h"
#include "dsl_kernels/object_search/wide_objects.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/row_masks.h"
#include "dsl_kernels/runs.h"
#include "runtime/team/hash_jobs.h"
#include "runtime/value/build.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

// ---- packed: objects -------------------------------------------------------------------------------------------

/// The search looks at no more of a row than the first row has: if none has less, it sees a grid. Only the background
/// is the colour most common in all of the rows. Concatenation makes such grids, of grids that do not fit. False if it
/// is another value, or no grid of bytes is left.
BATT_HD bool crop_to_first_row(Context& context, Value grid, ObjectKind& kind, Value& cropped) {
  if (!has_rows_of_bytes(grid)) return false;
  const Value* rows = grid.items();
  const std::int32_t height = grid.tuple_size();
  const std::int32_t width = rows[0].tuple_size();
  if (height >= Cell::location_limit || width >= Cell::location_limit) return false;
  if (std::any_of(rows, rows + height, [width](Value row) { return row.tuple_size() < width; })) return false;
  auto* bytes =
      context.arena().allocate<std::int8_t>(static_cast<std::size_t>(height) * static_cast<std::size_t>(width));
  ArenaScope scope(context.scratch());
  ColorCounts counts(context);
  for (std::int32_t i = 0; i < height; ++i) {
    const std::int32_t size = rows[i].tuple_size();
    context.charge(static_cast<std::uint64_t>(size));
    for (std::int32_t j = 0; j < size; ++j) {
      const auto color = static_cast<std::int8_t>(rows[i].item(j).as_int());
      if (kind.without_background) counts.count(color);
      if (j < width) bytes[i * width + j] = color;
    }
  }
  if (kind.without_background) kind.background = counts.extreme(Rank::Most);
  cropped = make_grid(context, bytes, height, width);
  return true;
}

/// objects(grid, ...); declined if it is no grid of bytes to the search.
BATT_HD Value objects_by_search(Context& context, Value grid, ObjectKind kind) {
  if (!grid.is_grid() && !crop_to_first_row(context, grid, kind, grid)) return declined();
  if (!has_packed_cells(grid)) return declined();
  return has_components(grid) ? objects_of_grid(context, grid, kind) : objects_of_large_grid(context, grid, kind);
}

/// The objects of one grid as tuples, in the order in which the search comes upon them and visits their cells; declined
/// if they are.
BATT_HD Value object_tuples(Context& context, Value objects) {
  if (objects.is_declined()) return objects;
  const SetRep& set = objects.set();
  if (set.size == 0) return Value::empty_tuple();
  ArenaScope scope(context.scratch());
  const auto& order = static_cast<const VisitOrder&>(*set.values()[0].set().recipe);
  constexpr std::uint32_t nothing = 0xffffffffu;
  std::uint32_t largest = 0, last_turn = 0;
  auto* turns = context.scratch().allocate<std::uint32_t>(set.size);
  for (std::uint32_t k = 0; k < set.size; ++k) {
    turns[k] = order.turn(order, set.values()[k].set(), context);
    last_turn = std::max(last_turn, turns[k]);
    largest = std::max(largest, set.values()[k].set().size);
  }
  auto* at_turn = context.scratch().allocate<std::uint32_t>(std::size_t{last_turn} + 1);
  std::fill_n(at_turn, std::size_t{last_turn} + 1, nothing);
  for (std::uint32_t k = 0; k < set.size; ++k) at_turn[turns[k]] = k;
  Cell* cells = context.scratch().allocate<Cell>(largest);
  auto* tuples = context.scratch().allocate<Value>(set.size);
  std::uint32_t count = 0;
  for (std::uint32_t turn = 0; turn <= last_turn; ++turn) {
    if (at_turn[turn] == nothing) continue;
    const SetRep& object = set.values()[at_turn[turn]].set();
    order.visit(order, ListedCells(object, context), cells);
    tuples[count++] = tuple_of_cells(context, Packing::Colored, cells, object.size);
  }
  return make_tuple(context, tuples, count);
}

/// objects(grid, ...) as a set; declined if it is no grid of bytes to the search, and for large ones on the device.
BATT_HD Value object_set(Context& context, Value grid, const ObjectKind& kind) {
  const Value objects = objects_by_search(context, grid, kind);
#ifndef BATT_ON_DEVICE
  if (Value found;
      objects.is_declined() && grid.is_exact_tuple() &&
      (objects_of_wide_grid(context, grid, kind, found) || objects_of_value_grid(context, grid, kind, found)))
    return found;
#endif
  return objects;
}

// ---- packed: partitions ----------------------------------------------------------------------------------------

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
    const HashSums sums = hash_sums(grid_.height(), grid_.width());
    for (std::uint32_t k = 0; k < runs_.count; ++k) {
      const CellRun& run = runs_.runs[k];
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

// ---- general ---------------------------------------------------------------------------------------------------

/// frozenset((i, j, c) for ... if c == color).
BATT_HD Value object_of_color(Context& context, Value grid, Value color) {
  Members cells(context);
  BATT_TRY(for_each_cell(context, grid, [&](Value i, Value j, Value value) {
    return equal(context, value, color) ? cells.add(make_triple(context, i, j, value)) : Value::none();
  }));
  return cells.finish();
}

/// Whether it is a tuple of tuples whose values are tuples of ints in a packed form, as a pair of grids is.
BATT_HD bool has_packed_tuples(Value grid) {
  if (!grid.is_exact_tuple() || grid.form() != Form::Plain) return false;
  for (std::int32_t i = 0; i < grid.tuple_size(); ++i) {
    const Value row = grid.items()[i];
    if (row.is_grid()) continue;
    if (!row.is_exact_tuple() || row.form() != Form::Plain) return false;
    for (std::int32_t j = 0; j < row.tuple_size(); ++j)
      if (!row.items()[j].is_packed_tuple()) return false;
  }
  return true;
}

/// The objects of a grid that has_packed_tuples by colour. The hash of a value leads to its colour, and is a part of
/// its cell's hash.
class TupleObjects {
 public:
  /// The caller scopes the scratch arena.
  BATT_HD TupleObjects(Context& context, Value grid, const SetRep& colors)
      : context_(context),
        grid_(grid),
        colors_(colors),
        color_hashes_(context.scratch().allocate<std::uint64_t>(colors.size)),
        begins_(context.scratch().allocate<std::uint32_t>(colors.size + std::size_t{1})) {
    for (std::uint32_t k = 0; k < colors.size; ++k) color_hashes_[k] = colors.hash_at(k);
    number_cells();
    write_cells();
  }

  BATT_HD Value object_of(std::uint32_t color) const {
    const std::uint32_t begin = begins_[color];
    return make_distinct_set(context_, values_ + begin, hashes_ + begin, begins_[color + 1] - begin);
  }

 private:
  struct NumberedCell {
    std::uint64_t hash;   ///< of its value
    std::uint32_t color;  ///< the place of its value among the colours, or no_color
  };
  static constexpr std::uint32_t no_color = 0xffffffffu;

  BATT_HD std::uint32_t color_of(Value value, std::uint64_t hash) const {
    std::uint32_t found = no_color;
    const auto matches = [&](std::uint32_t k) {
      if (color_hashes_[k] != hash || !equal(context_, colors_.at(k), value)) return false;
      found = k;
      return true;
    };
    if (walk_instead(colors_))
      for (std::uint32_t k = 0; k < colors_.size && !matches(k); ++k) continue;
    else
      find_member(colors_, hash, matches);
    return found;
  }

  /// Finds the colours of all cells, and where the cells of each colour begin if they stand one colour after the other.
  BATT_HD void number_cells() {
    std::size_t total = 0;
    for (std::int32_t i = 0; i < grid_.tuple_size(); ++i)
      total += static_cast<std::size_t>(grid_.items()[i].tuple_size());
    context_.charge(total);
    cells_ = context_.scratch().allocate<NumberedCell>(total);
    std::fill_n(begins_, colors_.size + std::size_t{1}, std::uint32_t{0});
    NumberedCell* next = cells_;
    for (std::int32_t i = 0; i < grid_.tuple_size(); ++i) {
      const Value row = grid_.items()[i];
      for (std::int32_t j = 0; j < row.tuple_size(); ++j, ++next) {
        hash_packed(row.item(j), next->hash);
        next->color = color_of(row.item(j), next->hash);
        if (next->color != no_color) ++begins_[next->color + 1];
      }
    }
    for (std::uint32_t k = 0; k < colors_.size; ++k) begins_[k + 1] += begins_[k];
  }

  BATT_HD void write_cells() {
    values_ = context_.scratch().allocate<Value>(begins_[colors_.size]);
    hashes_ = context_.scratch().allocate<std::uint64_t>(begins_[colors_.size]);
    std::uint32_t* ends = context_.scratch().copy(begins_, colors_.size);
    const NumberedCell* next = cells_;
    for (std::int32_t i = 0; i < grid_.tuple_size(); ++i) {
      const Value row = grid_.items()[i];
      for (std::int32_t j = 0; j < row.tuple_size(); ++j, ++next) {
        if (next->color == no_color) continue;
        const std::uint32_t at = ends[next->color]++;
        values_[at] = make_triple(context_, Value::integer(i), Value::integer(j), row.item(j));
        hashes_[at] = hash::finish_tuple(hash::tuple_step(hash::location_state(i, j), next->hash), 3);
      }
    }
  }

  Context& context_;
  const Value grid_;
  const SetRep& colors_;
  std::uint64_t* const color_hashes_;
  std::uint32_t* const begins_;  ///< of the objects, by colour, among what follows
  NumberedCell* cells_ = nullptr;
  Value* values_ = nullptr;
  std::uint64_t* hashes_ = nullptr;
};

/// frozenset(the grid's object of this colour for color in colors).
BATT_HD Value objects_by_color(Context& context, Value grid, const SetRep& colors) {
  colors.note_look(context);
  ArenaScope scope(context.scratch());
  Value* objects = context.scratch().allocate<Value>(colors.size);
  if (has_packed_tuples(grid)) {
    const TupleObjects by_color(context, grid, colors);
    for (std::uint32_t k = 0; k < colors.size; ++k) objects[k] = by_color.object_of(k);
  } else {
    for (std::uint32_t k = 0; k < colors.size; ++k) {
      objects[k] = object_of_color(context, grid, colors.at(k));
      BATT_TRY(objects[k]);
    }
  }
  return make_set(context, objects, colors.size);
}

}  // namespace

BATT_HD Value objects_packed(Context& context, Value grid, Value univalued, Value diagonal, Value without_bg) {
  return object_set(context, grid, {truth(univalued), truth(diagonal), truth(without_bg)});
}
BATT_HD Value objects_general(Context& context, Value grid, Value univalued, Value diagonal, Value without_bg) {
  if (grid.is_empty_tuple()) return Value::empty_set();
  ArenaScope scope(context.scratch());
  return search_objects(context, grid, {truth(univalued), truth(diagonal), truth(without_bg)});
}

BATT_HD Value o_g_packed(Context& context, Value grid, Value type) {
  return is_object_kind(type) ? object_set(context, grid, object_kind(type.as_int())) : declined();
}
BATT_HD Value o_g_general(Context& context, Value grid, Value type) {
  std::int8_t which = -1;
  if (!equals_byte(type, which) || which < 0 || which > 7) return Value::none();
  return op_objects(context, grid, Value::boolean(which & 4), Value::boolean(which & 2), Value::boolean(which & 1));
}

BATT_HD Value objects_t_packed(Context& context, Value grid, Value univalued, Value diagonal, Value without_bg) {
  return object_tuples(context,
                       objects_by_search(context, grid, {truth(univalued), truth(diagonal), truth(without_bg)}));
}
BATT_HD Value objects_t_general(Context& context, Value grid, Value univalued, Value diagonal, Value without_bg) {
  if (grid.is_empty_tuple()) return Value::empty_tuple();
  ArenaScope scope(context.scratch());
  return search_object_tuples(context, grid, {truth(univalued), truth(diagonal), truth(without_bg)});
}

BATT_HD Value o_g_t_packed(Context& context, Value grid, Value type) {
  if (!is_object_kind(type)) return declined();
  return object_tuples(context, objects_by_search(context, grid, object_kind(type.as_int())));
}
BATT_HD Value o_g_t_general(Context& context, Value grid, Value type) {
  std::int8_t which = -1;
  if (!equals_byte(type, which) || which < 0 || which > 7) return Value::none();
  return op_objects_t(context, grid, Value::boolean(which & 4), Value::boolean(which & 2), Value::boolean(which & 1));
}

BATT_HD Value partition_packed(Context& context, Value grid) {
  if (!has_packed_cells(grid)) return declined();
  context.charge(cell_count(grid));
  ArenaScope scope(context.scratch());
  ColorObjects objects(context, grid);
  return objects.of(objects.counts().in_set_order(), objects.counts().size());
}
BATT_HD Value partition_general(Context& context, Value grid) {
  BATT_LET(colors, op_palette_t(context, grid));
  return objects_by_color(context, grid, colors.set());
}

BATT_HD Value fgpartition_packed(Context& context, Value grid) {
  if (!has_packed_cells(grid)) return declined();
  context.charge(cell_count(grid));
  ArenaScope scope(context.scratch());
  ColorObjects objects(context, grid);
  const std::int8_t background = objects.counts().extreme(Rank::Most);
  const Value excluded = make_singleton(context, Value::integer(background));
  const SetRep& colors = set_difference(context, objects.counts().as_set().set(), excluded.set()).set();
  auto* listed = context.scratch().allocate<std::int8_t>(colors.size);
  for (std::uint32_t k = 0; k < colors.size; ++k) listed[k] = static_cast<std::int8_t>(colors.values()[k].as_int());
  objects.drop(background);
  return objects.of(listed, colors.size);
}
BATT_HD Value fgpartition_general(Context& context, Value grid) {
  BATT_LET(colors, op_palette_t(context, grid));
  BATT_LET(background, op_mostcolor_t(context, grid));
  BATT_LET(excluded, make_singleton(context, background));
  return objects_by_color(context, grid, set_difference(context, colors.set(), excluded.set()).set());
}

}  // namespace batt
