#include "dsl_kernels/object_search/large_objects.h"

#include <algorithm>
#include <limits>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/object_search/index_order.h"
#include "dsl_kernels/object_search/level_sets.h"
#include "dsl_kernels/object_search/object_jobs.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/value/build_order.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

// ---- which cells make one object ------------------------------------------------------------------------------

/// Joins neighbouring cells, which are numbered row by row. A cell's parent stands before it, or is the cell itself;
/// `none`: the cell belongs to no object.
class CellJoiner {
 public:
  BATT_HD CellJoiner(Value grid, const ObjectKind& kind, std::uint32_t* parents)
      : bytes_(grid.bytes()), height_(grid.height()), width_(grid.width()), kind_(kind), parents_(parents) {}

  /// `background` is looked at for kinds without it.
  BATT_HD void join(std::int8_t background) {
    std::uint32_t cell = 0;
    for (int i = 0; i < height_; ++i)
      for (int j = 0; j < width_; ++j, ++cell) {
        parents_[cell] = kind_.without_background && bytes_[cell] == background ? none : cell;
        if (parents_[cell] == none) continue;
        const auto above = cell - static_cast<std::uint32_t>(width_);
        if (j > 0) touch(cell, cell - 1);
        if (i > 0) touch(cell, above);
        if (i > 0 && j > 0 && kind_.diagonal) touch(cell, above - 1);
        if (i > 0 && j < width_ - 1 && kind_.diagonal) touch(cell, above + 1);
      }
  }

  BATT_HD std::uint32_t root(std::uint32_t cell) {
    while (parents_[cell] != cell) {
      parents_[cell] = parents_[parents_[cell]];
      cell = parents_[cell];
    }
    return cell;
  }

 private:
  BATT_HD void touch(std::uint32_t cell, std::uint32_t other) {
    if (parents_[other] == none || (kind_.univalued && bytes_[cell] != bytes_[other])) return;
    const std::uint32_t root_a = root(cell), root_b = root(other);
    parents_[std::max(root_a, root_b)] = std::min(root_a, root_b);
  }

  const std::int8_t* bytes_;
  int height_, width_;
  ObjectKind kind_;
  std::uint32_t* parents_;
};

// ---- the order of an object's cells ---------------------------------------------------------------------------

struct LargeOrder : VisitOrder {
  Value grid;
  bool diagonal;
  const std::uint32_t* numbers;  ///< by cell: the how-manieth object it belongs to, or `none`
  const Cell* seeds;             ///< by object: where it is come upon

  BATT_HD std::uint32_t number_at(Cell cell) const {
    return numbers[static_cast<std::uint32_t>(cell.i()) * static_cast<std::uint32_t>(grid.width()) +
                   static_cast<std::uint32_t>(cell.j())];
  }
};

using LocationSet = SetTable<LocationTraits>;

/// The breadth-first search of objects() for one object, level by level, with CPython's sets.
class LargeReplay {
 public:
  BATT_HD LargeReplay(const LargeOrder& order, const ListedCells& object)
      : context_(object.context),
        scratch_(context_.scratch()),
        order_(order),
        number_(order.number_at(object.cells()[0])),
        occupied_count_(static_cast<std::uint32_t>(object.cells() - order.cells)) {
    const Cell* cells = object.cells();
    int bottom = top_ = cells[0].i(), right = left_ = cells[0].j();
    for (std::uint32_t k = 1; k < object.size; ++k) {
      top_ = std::min(top_, cells[k].i());
      bottom = std::max(bottom, cells[k].i());
      left_ = std::min(left_, cells[k].j());
      right = std::max(right, cells[k].j());
    }
    width_ = right - left_ + 1;
    const auto area = static_cast<std::size_t>(bottom - top_ + 1) * static_cast<std::size_t>(width_);
    visited_ = scratch_.allocate<bool>(area);
    std::fill_n(visited_, area, false);
  }

  /// Writes the object's cells, without their colours.
  BATT_HD void run(std::uint32_t size, Cell* out) {
    std::uint32_t first = order_.seeds[number_].bits();
    const std::uint32_t* candidates = &first;
    std::uint32_t count = 1;
    for (const Cell* end = out + size; out != end;) {
      context_.charge(count);
      LocationSet neighborhood(scratch_, hashes_);
      for (std::uint32_t k = 0; k < count; ++k) {
        const Cell cell = Cell::from_bits(candidates[k]);
        if (order_.number_at(cell) != number_) continue;
        *out++ = cell;
        visited(cell) = true;
        ++occupied_count_;
        add_neighbors(cell, neighborhood);
      }
      auto* next = scratch_.allocate<std::uint32_t>(neighborhood.size());
      count = list_difference(
          scratch_, neighborhood, hashes_, occupied_count_,
          [&](std::uint32_t bits) { return is_occupied(Cell::from_bits(bits)); }, next);
      candidates = next;
    }
  }

 private:
  BATT_HD bool& visited(Cell cell) { return visited_[(cell.i() - top_) * width_ + cell.j() - left_]; }
  /// By an object come upon earlier, or by this one up to now.
  BATT_HD bool is_occupied(Cell cell) {
    const std::uint32_t number = order_.number_at(cell);
    return number < number_ || (number == number_ && visited(cell));
  }

  BATT_HD bool is_inside(Cell cell) const {
    return cell.i() >= 0 && cell.i() < order_.grid.height() && cell.j() >= 0 && cell.j() < order_.grid.width();
  }

  /// neighborhood |= {(i, j) for i, j in neighbors(cell) if it is inside the grid}.
  BATT_HD void add_neighbors(Cell cell, LocationSet& neighborhood) {
    // Room now: what it allocates stays, what follows does not.
    neighborhood.reserve_for_merge(count_inside(cell));
    const ArenaScope scope(scratch_);
    const int i = cell.i(), j = cell.j();
    const Cell straight[] = {{i - 1, j}, {i + 1, j}, {i, j - 1}, {i, j + 1}};
    const Cell slanted[] = {{i - 1, j - 1}, {i - 1, j + 1}, {i + 1, j - 1}, {i + 1, j + 1}};
    LocationSet around(scratch_, hashes_);
    for (const Cell neighbor : straight) add_new(around, neighbor);
    if (order_.diagonal) {
      LocationSet others(scratch_, hashes_);
      for (const Cell neighbor : slanted) add_new(others, neighbor);
      merge_into(around, others, hashes_);
    }
    std::uint32_t listed[8];
    around.list(listed);
    LocationSet inside(scratch_, hashes_);
    for (std::uint32_t k = 0; k < around.size(); ++k)
      if (is_inside(Cell::from_bits(listed[k]))) add_new(inside, Cell::from_bits(listed[k]));
    merge_into(neighborhood, inside, hashes_);
  }

  BATT_HD std::uint32_t count_inside(Cell cell) const {
    const int rows = 1 + (cell.i() > 0 ? 1 : 0) + (cell.i() < order_.grid.height() - 1 ? 1 : 0);
    const int columns = 1 + (cell.j() > 0 ? 1 : 0) + (cell.j() < order_.grid.width() - 1 ? 1 : 0);
    return static_cast<std::uint32_t>(order_.diagonal ? rows * columns - 1 : rows + columns - 2);
  }

  BATT_HD void add_new(LocationSet& set, Cell cell) const { set.add_new(cell.bits(), hashes_.hash(cell.bits())); }

  Context& context_;
  Arena& scratch_;
  const LargeOrder& order_;
  LocationTraits hashes_;
  std::uint32_t number_;
  std::uint32_t occupied_count_;
  bool* visited_;  ///< in the smallest box around the object
  int top_, left_, width_;
};

BATT_HD void visit_large_object(const VisitOrder& base, const ListedCells& object, Cell* out) {
  const auto& order = static_cast<const LargeOrder&>(base);
  ArenaScope scope(object.context.scratch());
  LargeReplay(order, object).run(object.size, out);
  for (std::uint32_t k = 0; k < object.size; ++k) {
    const int i = out[k].i(), j = out[k].j();
    out[k] = Cell(i, j, order.grid.bytes()[i * order.grid.width() + j]);
  }
}

// ---- objects --------------------------------------------------------------------------------------------------

/// Puts the id of each cell's object into `part_of`, or `none`, and returns how many objects there are.
BATT_HD std::uint32_t identify_parts(Value grid, const ObjectKind& kind, std::int8_t background,
                                     std::uint32_t* part_of) {
  const auto count = static_cast<std::uint32_t>(cell_count(grid));
  if (kind.is_whole_grid()) {
    std::fill_n(part_of, count, 0u);
    return 1;
  }
  CellJoiner joiner(grid, kind, part_of);
  joiner.join(background);
  // All parents become roots before any root becomes a number.
  for (std::uint32_t cell = 0; cell < count; ++cell)
    if (part_of[cell] != none) part_of[cell] = joiner.root(cell);
  std::uint32_t parts = 0;
  for (std::uint32_t cell = 0; cell < count; ++cell) {
    if (part_of[cell] == none) continue;
    part_of[cell] = part_of[cell] == cell ? parts++ : part_of[part_of[cell]];
  }
  return parts;
}

/// The objects of a grid, by the ids that identify_parts gave them.
struct Parts {
  ObjectPart* parts;         ///< `next`: where in the list of all cells its own begin
  std::uint32_t* number_of;  ///< the how-manieth each is come upon
  std::uint32_t* sorted;     ///< their ids in that order
  Cell* seeds;               ///< where they are come upon, in that order
  std::uint32_t cell_count;  ///< of all objects
};

/// Counts the parts' cells, and mixes their hashes.
BATT_HD void add_cells(Value grid, const std::uint32_t* part_of, ObjectPart* parts) {
  std::uint32_t cell = 0;
  for (int i = 0; i < grid.height(); ++i)
    for (int j = 0; j < grid.width(); ++j, ++cell) {
      if (part_of[cell] == none) continue;
      ObjectPart& part = parts[part_of[cell]];
      part.mixed ^= hash::shuffle(hash::of_triple(i, j, grid.bytes()[cell]));
      ++part.size;
    }
}

/// Goes over the grid as objects() does, until it has come upon all parts.
BATT_HD Parts measure_parts(Context& context, Value grid, const std::uint32_t* part_of, std::uint32_t count) {
  constexpr std::uint32_t not_yet = none;
  Arena& scratch = context.scratch();
  const int width = grid.width();
  Parts found{scratch.allocate<ObjectPart>(count), scratch.allocate<std::uint32_t>(count),
              scratch.allocate<std::uint32_t>(count), context.arena().allocate<Cell>(count), 0};
  std::fill_n(found.parts, count, ObjectPart{0, 0, not_yet, 0});
  add_cells(grid, part_of, found.parts);
  const std::uint32_t* order = order_of_indices(scratch, grid.height(), width);
  std::uint32_t come_upon = 0;
  for (std::uint32_t rank = 0; come_upon < count; ++rank) {
    const std::uint32_t cell = order[rank], id = part_of[cell];
    if (id == none || found.parts[id].earliest != not_yet) continue;
    found.parts[id].earliest = rank;
    found.number_of[id] = come_upon;
    found.seeds[come_upon] = Cell(static_cast<int>(cell) / width, static_cast<int>(cell) % width);
    found.sorted[come_upon++] = id;
  }
  for (std::uint32_t k = 0; k < count; ++k) {
    ObjectPart& part = found.parts[found.sorted[k]];
    part.next = found.cell_count;
    found.cell_count += part.size;
  }
  return found;
}

}  // namespace

BATT_HD Value objects_of_large_grid(Context& context, Value grid, const ObjectKind& kind) {
  Arena& scratch = context.scratch();
  const int width = grid.width();
  const auto total = static_cast<std::uint32_t>(cell_count(grid));
  context.charge(total);
  ArenaScope scope(scratch);
  auto* part_of = context.arena().allocate<std::uint32_t>(total);
  const std::int64_t background = kind.without_background ? mostcolor_t_packed(context, grid).as_int() : 0;
  const std::uint32_t count = identify_parts(grid, kind, static_cast<std::int8_t>(background), part_of);
  if (count == 0) return Value::empty_set();

  const Parts found = measure_parts(context, grid, part_of, count);
  Cell* cells = context.arena().allocate<Cell>(found.cell_count);
  const auto* order = context.arena().make<LargeOrder>(VisitOrder{{VisitOrder::list}, visit_large_object, cells}, grid,
                                                       kind.diagonal, part_of, found.seeds);
  auto* objects = scratch.allocate<Value>(count);
  auto* hashes = scratch.allocate<std::uint64_t>(count);
  SetRep* reps = context.arena().allocate<SetRep>(count);
  for (std::uint32_t k = 0; k < count; ++k) {
    const ObjectPart& part = found.parts[found.sorted[k]];
    hashes[k] = hash::finish_set(part.mixed, part.size);
    reps[k] = object_rep(part, hashes[k], cells + part.next, *order, context);
    objects[k] = Value::set(reps + k);
  }
  // From here on the cells know which object of the order above they belong to.
  for (std::uint32_t cell = 0; cell < total; ++cell) {
    if (part_of[cell] == none) continue;
    const int i = static_cast<int>(cell) / width, j = static_cast<int>(cell) % width;
    cells[found.parts[part_of[cell]].next++] = Cell(i, j, grid.bytes()[cell]);
    part_of[cell] = found.number_of[part_of[cell]];
  }
  return make_copied_set(context, objects, hashes, count);
}

}  // namespace batt
