#include "dsl_kernels/object_search/large_objects.h"

#include <algorithm>
#include <limits>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/object_search/index_order.h"
#include "dsl_kernels/object_search/large_runs.h"
#include "dsl_kernels/object_search/level_sets.h"
#include "dsl_kernels/object_search/object_jobs.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/runs.h"
#include "runtime/value/build_order.h"
#include "runtime/value/late_sets.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

// ---- the order of an object's cells ---------------------------------------------------------------------------

/// The order in which objects() comes upon the objects of a grid.
struct Discovery {
  const std::uint32_t* numbers;       ///< by cell: the how-manieth object it belongs to, or `none`
  const Cell* seeds;                  ///< by that number: where the object is come upon,
  const std::uint32_t* cells_before;  ///< and how many cells those before it have
};

struct LargeOrder : VisitOrder {
  Value grid;
  bool diagonal;
  const std::uint32_t* sizes;  ///< of the objects, whose cells lie one after the other
  std::uint32_t count;
  mutable const Discovery* discovery;  ///< made when needed: all cells of the grid have to be put into order for it

  BATT_HD std::uint32_t index_of(Cell cell) const {
    return static_cast<std::uint32_t>(cell.i()) * static_cast<std::uint32_t>(grid.width()) +
           static_cast<std::uint32_t>(cell.j());
  }
  /// Of a cell, once the discovery is made.
  BATT_HD std::uint32_t number_at(Cell cell) const { return discovery->numbers[index_of(cell)]; }
};

/// Goes over the grid as objects() does, until it has come upon all objects.
BATT_HD void discover(const LargeOrder& order, Context& context) {
  if (order.discovery != nullptr) return;
  Arena& arena = context.arena();
  const int width = order.grid.width();
  const std::size_t total = cell_count(order.grid);
  context.charge(total);
  auto* numbers = arena.allocate<std::uint32_t>(total);
  auto* seeds = arena.allocate<Cell>(order.count);
  auto* cells_before = arena.allocate<std::uint32_t>(order.count);
  const ArenaScope scope(context.scratch());
  std::fill_n(numbers, total, std::uint32_t{none});
  const Cell* cells = order.cells;
  for (std::uint32_t k = 0; k < order.count; ++k)
    for (std::uint32_t left = order.sizes[k]; left != 0; --left) numbers[order.index_of(*cells++)] = k;

  auto* number_of = context.scratch().allocate<std::uint32_t>(order.count);
  std::fill_n(number_of, order.count, std::uint32_t{none});
  const std::uint32_t* indices = order_of_indices(context.scratch(), order.grid.height(), width);
  std::uint32_t come_upon = 0, before = 0;
  for (std::uint32_t rank = 0; come_upon < order.count; ++rank) {
    const std::uint32_t cell = indices[rank], object = numbers[cell];
    if (object == none || number_of[object] != none) continue;
    seeds[come_upon] = Cell(static_cast<int>(cell) / width, static_cast<int>(cell) % width);
    cells_before[come_upon] = before;
    before += order.sizes[object];
    number_of[object] = come_upon++;
  }
  if (order.count != 1)
    for (const Cell* cell = order.cells; cell != cells; ++cell) {
      std::uint32_t& number = numbers[order.index_of(*cell)];
      number = number_of[number];
    }
  order.discovery = arena.make<Discovery>(numbers, seeds, cells_before);
}

BATT_HD std::uint32_t turn_by_discovery(const VisitOrder& base, const SetRep& object, Context& context) {
  const auto& order = static_cast<const LargeOrder&>(base);
  discover(order, context);
  return order.number_at(object.cell_list[0]);
}

using LocationSet = SetTable<LocationTraits>;

/// The breadth-first search of objects() for one object, level by level, with CPython's sets.
class LargeReplay {
 public:
  BATT_HD LargeReplay(const LargeOrder& order, const ListedCells& object)
      : context_(object.context),
        scratch_(context_.scratch()),
        order_(order),
        number_(order.number_at(object.cells()[0])),
        occupied_count_(order.discovery->cells_before[number_]) {
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
    std::uint32_t first = order_.discovery->seeds[number_].bits();
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
        NeighborsInside(cell.i(), cell.j(), order_.grid.height(), order_.grid.width(), order_.diagonal)
            .merge_into(neighborhood, [](int i, int j) { return Cell(i, j).bits(); });
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
  discover(order, object.context);
  ArenaScope scope(object.context.scratch());
  LargeReplay(order, object).run(object.size, out);
  for (std::uint32_t k = 0; k < object.size; ++k) {
    const int i = out[k].i(), j = out[k].j();
    out[k] = Cell(i, j, order.grid.bytes()[i * order.grid.width() + j]);
  }
}

// ---- objects --------------------------------------------------------------------------------------------------

#ifndef BATT_ON_DEVICE

/// The recipe of the set of all objects.
struct OrderOfTurns : Recipe {
  const LargeOrder* order;

  static void write_places(const Recipe& recipe, const SetRep& objects, std::uint32_t* out) {
    const LargeOrder& order = *static_cast<const OrderOfTurns&>(recipe).order;
    for (std::uint32_t k = 0; k < objects.size; ++k)
      out[order.turn(order, objects.value_list[k].set(), *objects.context)] = k;
  }
};

#endif

/// The xor of the shuffled hashes of a run's cells.
BATT_HD std::uint64_t mixed_hashes(const LargeRun& run) {
  const std::uint64_t row = hash::tuple_step(hash::prime_5, static_cast<std::uint64_t>(run.row)),
                      color = hash::of_small_int(run.color);
  std::uint64_t mixed = 0;
  for (std::int32_t j = run.begin; j < run.end; ++j)
    mixed ^= hash::shuffle(
        hash::finish_tuple(hash::tuple_step(hash::tuple_step(row, static_cast<std::uint64_t>(j)), color), 3));
  return mixed;
}

/// The objects' sizes and hashes, and where their cells begin in the list of all cells; returns how many cells there
/// are.
BATT_HD std::uint32_t measure(const LargeRuns& runs, ObjectPart* parts, std::uint32_t count) {
  std::fill_n(parts, count, ObjectPart{0, 0, 0, 0});
  for (const LargeRun& run : runs) {
    ObjectPart& part = parts[run.parent];
    part.mixed ^= mixed_hashes(run);
    part.size += static_cast<std::uint32_t>(run.size());
  }
  std::uint32_t total = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    parts[k].next = total;
    total += parts[k].size;
  }
  return total;
}

}  // namespace

BATT_HD Value objects_of_large_grid(Context& context, Value grid, const ObjectKind& kind) {
  Arena &scratch = context.scratch(), &arena = context.arena();
  context.charge(cell_count(grid));
  ArenaScope scope(scratch);
  const auto most_common = [&] { return mostcolor_t_packed(context, grid).as_int(); };
  const std::int8_t background = kind.without_background ? kind.find_background(most_common) : std::int8_t{0};
  const LargeRuns runs(scratch, {grid.bytes(), grid.height(), grid.width()}, kind, background);
  if (runs.count == 0) return Value::empty_set();
  const std::uint32_t count = number_objects(runs, kind);
  auto* parts = scratch.allocate<ObjectPart>(count);
  Cell* cells = arena.allocate<Cell>(measure(runs, parts, count));
  auto* sizes = arena.allocate<std::uint32_t>(count);
  const auto* order =
      arena.make<LargeOrder>(VisitOrder{{VisitOrder::list}, visit_large_object, cells, turn_by_discovery}, grid,
                             kind.diagonal, sizes, count, nullptr);
  Value* objects = arena.allocate<Value>(count);
  auto* hashes = arena.allocate<std::uint64_t>(count);
  SetRep* reps = arena.allocate<SetRep>(count);
  for (std::uint32_t k = 0; k < count; ++k) {
    sizes[k] = parts[k].size;
    hashes[k] = hash::finish_set(parts[k].mixed, parts[k].size);
    reps[k] = object_rep(parts[k], hashes[k], cells + parts[k].next, *order, context);
    objects[k] = Value::set(reps + k);
  }
  for (const LargeRun& run : runs) {
    write_run(run, cells + parts[run.parent].next);
    parts[run.parent].next += static_cast<std::uint32_t>(run.size());
  }
  if (Value made; make_set_by_homes(context, objects, hashes, count, made)) return made;
#ifndef BATT_ON_DEVICE
  const auto* turns =
      arena.make<OrderOfTurns>(Recipe{.sequence = nullptr, .places = OrderOfTurns::write_places}, order);
  return make_copied_set_later(context, objects, hashes, count, *turns);
#else
  discover(*order, context);
  auto* hashes_in_turn = scratch.allocate<std::uint64_t>(count);
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint32_t turn = order->turn(*order, reps[k], context);
    objects[turn] = Value::set(reps + k);
    hashes_in_turn[turn] = hashes[k];
  }
  return make_copied_set(context, objects, hashes_in_turn, count);
#endif
}

}  // namespace batt
