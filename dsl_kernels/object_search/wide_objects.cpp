#include "dsl_kernels/object_search/wide_objects.h"

#include <algorithm>

#include "dsl_kernels/byte_rows.h"
#include "dsl_kernels/object_search/general_search.h"
#include "dsl_kernels/object_search/large_runs.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/value/late_sets.h"
#include "runtime/value/set.h"

namespace batt {
namespace {

// ---- orders ---------------------------------------------------------------------------------------------------

/// The objects of a grid as the general search finds them, which is asked when someone looks at an order.
struct WideSearch {
  Value grid;
  ObjectKind kind;
  const LargeRun* runs;  ///< their parents are the numbers of their objects
  std::uint32_t run_count;
  const std::uint32_t* cells_before;  ///< by run: how many cells of its object are listed before its own
  std::uint32_t object_count;
  mutable const Value* visited = nullptr;        ///< by object: its cells as they are visited
  mutable const std::uint32_t* turns = nullptr;  ///< by object: the how-manieth the search comes upon

  /// The number of the run that holds a cell.
  std::uint32_t run_at(std::int32_t i, std::int32_t j) const {
    const LargeRun* const run = std::partition_point(
        runs, runs + run_count, [=](const LargeRun& r) { return r.row < i || (r.row == i && r.end <= j); });
    return static_cast<std::uint32_t>(run - runs);
  }
  std::uint32_t run_at(Value cell) const { return run_at(cell.i(), cell.j()); }

  void find(Context& context) const {
    if (visited != nullptr) return;
    const ArenaScope scope(context.scratch());
    const Value found = search_object_tuples(context, grid, kind);
    auto* by_object = context.arena().allocate<Value>(object_count);
    auto* turn_of = context.arena().allocate<std::uint32_t>(object_count);
    for (std::uint32_t turn = 0; turn < object_count; ++turn) {
      const Value cells = found.item(static_cast<std::int32_t>(turn));
      const std::uint32_t object = runs[run_at(cells.item(0))].parent;
      by_object[object] = cells;
      turn_of[object] = turn;
    }
    visited = by_object;
    turns = turn_of;
  }
};

struct WideOrder : Recipe {
  const WideSearch* search;
};

/// Of an object all of whose cells fit a Cell.
void write_visited(const Recipe& recipe, const ListedCells& object, Cell* out) {
  const WideSearch& search = *static_cast<const WideOrder&>(recipe).search;
  search.find(object.context);
  const Cell first = object.cells()[0];
  const Value cells = search.visited[search.runs[search.run_at(first.i(), first.j())].parent];
  for (std::uint32_t k = 0; k < object.size; ++k) {
    const Value cell = cells.item(static_cast<std::int32_t>(k));
    out[k] = Cell(cell.i(), cell.j(), cell.c());
  }
}

/// Of any other object.
void write_places(const Recipe& recipe, const SetRep& object, std::uint32_t* out) {
  const WideSearch& search = *static_cast<const WideOrder&>(recipe).search;
  search.find(*object.context);
  const Value cells = search.visited[search.runs[search.run_at(object.value_list[0])].parent];
  for (std::uint32_t k = 0; k < object.size; ++k) {
    const Value cell = cells.item(static_cast<std::int32_t>(k));
    const std::uint32_t run = search.run_at(cell);
    out[k] = search.cells_before[run] + static_cast<std::uint32_t>(cell.j() - search.runs[run].begin);
  }
}

/// Of the set of all objects, which are listed by their numbers.
void write_turns(const Recipe& recipe, const SetRep& objects, std::uint32_t* out) {
  const WideSearch& search = *static_cast<const WideOrder&>(recipe).search;
  search.find(*objects.context);
  for (std::uint32_t k = 0; k < objects.size; ++k) out[search.turns[k]] = k;
}

// ---- objects --------------------------------------------------------------------------------------------------

/// The bytes of a grid in whatever form; false if it has none, or its rows differ in length.
bool find_bytes(Context& context, Value grid, GridBytes& found) {
  if (grid.is_grid()) {
    found = {grid.bytes(), grid.height(), grid.width()};
    return true;
  }
  if (!has_rows_of_bytes(grid)) return false;
  const Value* rows = grid.items();
  const std::int32_t height = grid.tuple_size(), width = rows[0].tuple_size();
  const auto is_as_long = [=](Value row) { return row.is_row() && row.tuple_size() == width; };
  if (!std::all_of(rows, rows + height, is_as_long)) return false;
  const auto pitch = static_cast<std::size_t>(width);
  auto* bytes = context.scratch().allocate<std::int8_t>(static_cast<std::size_t>(height) * pitch);
  for (std::int32_t i = 0; i < height; ++i)
    std::copy_n(rows[i].bytes(), pitch, bytes + static_cast<std::size_t>(i) * pitch);
  found = {bytes, height, width};
  return true;
}

/// One object while its cells are listed.
struct WidePart {
  std::uint32_t size = 0;
  std::uint32_t listed = 0;
  std::uint64_t mixed = 0;  ///< the xor of the listed cells' shuffled hashes
  bool fits = true;         ///< whether all cells fit a Cell
  Cell* cells = nullptr;    ///< then; and if not:
  Value* values = nullptr;
  std::uint64_t* hashes = nullptr;
};

class WideObjects {
 public:
  /// The runs lie in the arena.
  WideObjects(Context& context, Value grid, const ObjectKind& kind, const LargeRuns& runs)
      : context_(context), runs_(runs), count_(number_objects(runs, kind)) {
    measure();
    search_ = context.arena().make<WideSearch>(grid, kind, runs.runs, runs.count, cells_before_, count_);
  }

  Value make() {
    for (const LargeRun& run : runs_) list(run);
    Arena& arena = context_.arena();
    Value* objects = arena.allocate<Value>(count_);
    auto* hashes = arena.allocate<std::uint64_t>(count_);
    SetRep* reps = arena.allocate<SetRep>(count_);
    const Recipe* of_cells = arena.make<WideOrder>(Recipe{.sequence = write_visited}, search_);
    const Recipe* of_values = arena.make<WideOrder>(Recipe{.sequence = nullptr, .places = write_places}, search_);
    for (std::uint32_t k = 0; k < count_; ++k) {
      hashes[k] = hash::finish_set(parts_[k].mixed, parts_[k].size);
      reps[k] = rep_of(parts_[k], hashes[k], *of_cells, *of_values);
      objects[k] = Value::set(reps + k);
    }
    if (Value made; make_set_by_homes(context_, objects, hashes, count_, made)) return made;
    const Recipe* order = arena.make<WideOrder>(Recipe{.sequence = nullptr, .places = write_turns}, search_);
    return make_copied_set_later(context_, objects, hashes, count_, *order);
  }

 private:
  void measure() {
    parts_ = context_.scratch().allocate<WidePart>(count_);
    std::fill_n(parts_, count_, WidePart{});
    cells_before_ = context_.arena().allocate<std::uint32_t>(runs_.count);
    for (std::uint32_t k = 0; k < runs_.count; ++k) {
      const LargeRun& run = runs_.runs[k];
      WidePart& part = parts_[run.parent];
      cells_before_[k] = part.size;
      part.size += static_cast<std::uint32_t>(run.size());
      part.fits = part.fits && Cell::fits(run.row, run.end - 1);
    }
    for (std::uint32_t k = 0; k < count_; ++k) {
      WidePart& part = parts_[k];
      context_.charge(part.size);
      if (part.fits) {
        part.cells = context_.arena().allocate<Cell>(part.size);
      } else {
        part.values = context_.arena().allocate<Value>(part.size);
        part.hashes = context_.arena().allocate<std::uint64_t>(part.size);
      }
    }
  }

  void list(const LargeRun& run) {
    WidePart& part = parts_[run.parent];
    const std::uint64_t row = hash::tuple_step(hash::prime_5, static_cast<std::uint64_t>(run.row));
    const std::uint64_t color = hash::of_small_int(run.color);
    for (std::int32_t j = run.begin; j < run.end; ++j, ++part.listed) {
      const std::uint64_t location = hash::tuple_step(row, static_cast<std::uint64_t>(j));
      const std::uint64_t cell = hash::finish_tuple(hash::tuple_step(location, color), 3);
      part.mixed ^= hash::shuffle(cell);
      if (part.fits) {
        part.cells[part.listed] = Cell(run.row, j, run.color);
      } else {
        part.values[part.listed] = Value::cell(run.row, j, run.color);
        part.hashes[part.listed] = cell;
      }
    }
  }

  SetRep rep_of(const WidePart& part, std::uint64_t hash, const Recipe& of_cells, const Recipe& of_values) {
    SetRep rep{.size = part.size,
               .packing = part.fits ? Packing::Colored : Packing::Values,
               .hashed = true,
               .copied = true,
               .hash = hash,
               .value_list = part.values,
               .hash_list = part.hashes,
               .recipe = part.fits ? &of_cells : &of_values,
               .context = &context_};
    if (part.fits) rep.cell_list = part.cells;
    if (part.fits && part.size == 1) rep.recipe = &as_listed(context_);
    return rep;
  }

  Context& context_;
  const LargeRuns& runs_;
  std::uint32_t count_;
  WidePart* parts_ = nullptr;
  std::uint32_t* cells_before_ = nullptr;
  const WideSearch* search_ = nullptr;
};

}  // namespace

bool objects_of_wide_grid(Context& context, Value grid, const ObjectKind& kind, Value& objects) {
  const ArenaScope scope(context.scratch());
  GridBytes bytes;
  if (!find_bytes(context, grid, bytes)) return false;
  context.charge(static_cast<std::uint64_t>(bytes.height) * static_cast<std::uint64_t>(bytes.width));
  const auto most_common = [&] { return mostcolor_t_packed(context, grid).as_int(); };
  const std::int8_t background = kind.without_background ? kind.find_background(most_common) : std::int8_t{0};
  const LargeRuns runs(context.arena(), bytes, kind, background);
  objects = runs.count == 0 ? Value::empty_set() : WideObjects(context, grid, kind, runs).make();
  return true;
}

}  // namespace batt
