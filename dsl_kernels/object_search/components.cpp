#include "dsl_kernels/object_search/components.h"

#include <algorithm>

#include "dsl_kernels/color_counts.h"
#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/object_search/object_jobs.h"
#include "dsl_kernels/object_search/object_tables.h"
#include "dsl_kernels/object_search/run_joiner.h"
#include "dsl_kernels/runs.h"
#include "runtime/team/team.h"
#include "runtime/value/bytes.h"

namespace batt {
namespace {

/// So many runs, or cells, are worth calling a team for.
constexpr std::size_t worth_a_team = 24;

BATT_HD bool by_team(std::size_t count) { return count >= worth_a_team && team::is_there(); }

// ---- which runs make one object -------------------------------------------------------------------------------

BATT_HD std::int8_t most_common_color(Context& context, const Runs& runs) {
  ArenaScope scope(context.scratch());
  if (by_team(runs.count)) {
    RankColors job{runs.runs, runs.count, context.scratch().allocate<std::uint32_t>(RankColors::colors), 0, false};
    team::run(job);
    if (!job.tie) return job.most;
  }
  ColorCounts counts(context);
  for (std::uint32_t k = 0; k < runs.count; ++k)
    counts.count(runs.runs[k].color, static_cast<std::uint32_t>(runs.runs[k].size()));
  return counts.extreme(Rank::Most);
}

// ---- what the runs tell of the objects ------------------------------------------------------------------------

/// Gives each run the number of its part, and fills the parts in; returns how many there are.
BATT_HD std::uint32_t measure(const Runs& runs, Value grid, ObjectPart* parts) {
  const int width = grid.width();
  const std::uint16_t* ranks = scan_order(grid.height(), width).ranks;
  const HashSums sums = hash_sums(grid.height(), width);
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < runs.count; ++k) {
    CellRun& run = runs.runs[k];
    const std::uint64_t mixed = sums.of_run(run.row, run.begin, run.end, run.color);
    const auto size = static_cast<std::uint32_t>(run.size());
    const std::uint32_t earliest = earliest_rank(ranks + run.row * width, run);
    if (run.parent == k) {
      run.part = static_cast<std::uint16_t>(count);
      parts[count++] = {mixed, size, earliest, 0};
      continue;
    }
    run.part = runs.runs[run.parent].part;
    ObjectPart& part = parts[run.part];
    part.mixed ^= mixed;
    part.size += size;
    part.earliest = std::min(part.earliest, earliest);
  }
  return count;
}

/// The numbers of the parts in the order of their earliest ranks, which all differ.
BATT_HD const std::uint16_t* sort_by_rank(Arena& scratch, const ObjectPart* parts, std::uint32_t count,
                                          std::size_t cells) {
  const std::size_t words = cells / 64 + 1;
  auto* taken = scratch.allocate<std::uint64_t>(words);
  auto* part_at = scratch.allocate<std::uint16_t>(cells);
  auto* sorted = scratch.allocate<std::uint16_t>(count);
  fill_bytes(taken, 0, words * sizeof(std::uint64_t));
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint32_t at = parts[k].earliest;
    taken[at / 64] |= std::uint64_t{1} << (at % 64);
    part_at[at] = static_cast<std::uint16_t>(k);
  }
  std::uint16_t* next = sorted;
  for (std::size_t word = 0; word < words; ++word)
    for (std::uint64_t bits = taken[word]; bits != 0; bits &= bits - 1)
      *next++ = part_at[word * 64 + static_cast<std::size_t>(bits::trailing_zeros(bits))];
  return sorted;
}

// ---- objects --------------------------------------------------------------------------------------------------

struct ObjectOrder : VisitOrder {
  Value grid;
  ObjectKind kind;
};

BATT_HD Place seed_of(const Cell* cells, std::uint32_t size, const ScanOrder& scan, int width) {
  std::uint16_t earliest = scan.ranks[cells[0].i() * width + cells[0].j()];
  for (std::uint32_t k = 1; k < size; ++k)
    earliest = std::min(earliest, scan.ranks[cells[k].i() * width + cells[k].j()]);
  return scan.places[earliest];
}

BATT_HD void visit_cells(const VisitOrder& base, const ListedCells& object, Cell* out) {
  const auto& order = static_cast<const ObjectOrder&>(base);
  const Cell* cells = object.cells();
  const std::uint32_t size = object.size;
  const int height = order.grid.height(), width = order.grid.width();
  if (size <= 2) {  // the search begins where it comes upon the object
    const std::uint16_t* ranks = scan_order(height, width).ranks;
    const auto rank = [&](Cell cell) { return ranks[cell.i() * width + cell.j()]; };
    const bool turned = size == 2 && rank(cells[1]) < rank(cells[0]);
    for (std::uint32_t k = 0; k < size; ++k) out[k] = cells[turned ? 1 - k : k];
    return;
  }
  Context& context = object.context;
  ArenaScope scope(context.scratch());
  const Place* places;
  if (order.kind.is_whole_grid()) {
    places = flood_order(height, width, order.kind.diagonal);
  } else {
    Place* found = context.scratch().allocate<Place>(size);
    const auto before = static_cast<std::uint32_t>(cells - order.cells);
    order_cells(context,
                {height, width, order.kind.diagonal, cells, size, order.cells, before,
                 seed_of(cells, size, scan_order(height, width), width)},
                found);
    places = found;
  }
  for (std::uint32_t k = 0; k < size; ++k) {
    const int i = row_of(places[k]), j = column_of(places[k]);
    out[k] = Cell(i, j, order.grid.bytes()[i * width + j]);
  }
}

/// The frozenset of all objects, whose cells lie one after the other.
BATT_HD Value make_objects(Context& context, const ObjectOrder& order, const ObjectPart* parts,
                           const std::uint16_t* sorted, std::uint32_t count) {
  auto* objects = context.scratch().allocate<Value>(count);
  auto* hashes = context.scratch().allocate<std::uint64_t>(count);
  SetRep* reps = context.arena().allocate<SetRep>(count);
  const Cell* cells = order.cells;
  for (std::uint32_t k = 0; k < count; ++k) {
    const ObjectPart& part = parts[sorted[k]];
    hashes[k] = hash::finish_set(part.mixed, part.size);
    reps[k] = object_rep(part, hashes[k], cells, order, context);
    objects[k] = Value::set(reps + k);
    cells += part.size;
  }
  return make_copied_set(context, objects, hashes, count);
}

BATT_HD std::int8_t background_of(Context& context, const ObjectKind& kind, const Runs& runs) {
  return kind.find_background([&] { return most_common_color(context, runs); });
}

/// From runs to objects by a team.
BATT_HD Value objects_by_team(Context& context, Value grid, const ObjectKind& kind, const Runs& runs) {
  Arena& scratch = context.scratch();
  const int height = grid.height(), width = grid.width();
  const std::size_t total = cell_count(grid), words = total / 64 + 1;
  JoinRuns joined{};
  joined.kind = kind;
  if (kind.without_background) joined.background = background_of(context, kind, runs);
  joined.height = height;
  joined.width = width;
  joined.runs = runs.runs;
  joined.run_count = runs.count;
  joined.ranks = scan_order(height, width).ranks;
  joined.sums = hash_sums(height, width);
  joined.parents = scratch.allocate<std::uint32_t>(runs.count);
  joined.parts = scratch.allocate<ObjectPart>(runs.count);
  joined.rows = scratch.allocate<std::uint32_t>(2 * static_cast<std::size_t>(height));
  joined.taken = scratch.allocate<std::uint64_t>(words + (words + 1) / 2);
  joined.sorted = scratch.allocate<std::uint16_t>(runs.count);
  team::run(joined);
  const std::uint32_t count = joined.part_count;
  if (count == 0) return Value::empty_set();

  Cell* cells = context.arena().allocate<Cell>(joined.cell_count);
  const auto* order = context.arena().make<ObjectOrder>(VisitOrder{{VisitOrder::list}, visit_cells, cells}, grid, kind);
  WriteObjects written{joined.runs,
                       joined.run_count,
                       count,
                       joined.parts,
                       joined.sorted,
                       cells,
                       order,
                       &context,
                       context.arena().allocate<SetRep>(count),
                       scratch.allocate<Value>(count),
                       scratch.allocate<std::uint64_t>(count)};
  team::run(written);
  return make_copied_set(context, written.objects, written.hashes, count);
}

}  // namespace

BATT_HD Runs find_runs(Context& context, Value grid) {
  CellRun* const runs = context.scratch().allocate<CellRun>(cell_count(grid));
  if (by_team(cell_count(grid))) {
    FindRuns job{grid, runs, 0};
    team::run(job);
    return {runs, job.count};
  }
  const int height = grid.height(), width = grid.width();
  CellRun* next = runs;
  const std::int8_t* row = grid.bytes();
  for (int i = 0; i < height; ++i, row += width) next = write_runs(row, width, i, run_starts(row, width), next);
  return {runs, static_cast<std::uint32_t>(next - runs)};
}

BATT_HD void VisitOrder::list(const Recipe& recipe, const ListedCells& object, Cell* out) {
  const Cell* cells = object.cells();
  const auto hash_of_cell = [&](std::uint32_t k) { return hash::of_colored(cells[k]); };
  if (object.size <= most_in_32_slots && have_own_slots(object.size, small_mask(object.size), hash_of_cell)) {
    std::copy_n(cells, object.size, out);
    return;
  }
  const auto& order = static_cast<const VisitOrder&>(recipe);
  order.visit(order, object, out);
}

BATT_HD bool has_components(Value grid) {
  return grid.is_grid() && grid.height() <= place_side && grid.width() <= place_side;
}

BATT_HD Value objects_of_grid(Context& context, Value grid, const ObjectKind& kind) {
  const std::size_t cell_total = cell_count(grid);
  context.charge(cell_total);
  ArenaScope scope(context.scratch());
  if (Value objects; objects_by_rows(context, grid, kind, objects)) return objects;
  Runs runs = find_runs(context, grid);
  if (by_team(runs.count)) return objects_by_team(context, grid, kind, runs);
  if (kind.is_whole_grid()) {
    for (std::uint32_t k = 0; k < runs.count; ++k) runs.runs[k].parent = 0;
  } else {
    if (kind.without_background) drop_color(runs, background_of(context, kind, runs));
    RunJoiner(runs.runs, runs.count, kind).join();
  }
  ObjectPart* parts = context.scratch().allocate<ObjectPart>(runs.count);
  const std::uint32_t count = measure(runs, grid, parts);
  if (count == 0) return Value::empty_set();
  const std::uint16_t* sorted = sort_by_rank(context.scratch(), parts, count, cell_total);

  std::uint32_t total = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    parts[sorted[k]].next = total;
    total += parts[sorted[k]].size;
  }
  Cell* cells = context.arena().allocate<Cell>(total);
  for (std::uint32_t k = 0; k < runs.count; ++k) {
    ObjectPart& part = parts[runs.runs[k].part];
    write_run(runs.runs[k], cells + part.next);
    part.next += static_cast<std::uint32_t>(runs.runs[k].size());
  }
  const auto* order = context.arena().make<ObjectOrder>(VisitOrder{{VisitOrder::list}, visit_cells, cells}, grid, kind);
  return make_objects(context, *order, parts, sorted, count);
}

}  // namespace batt
