// objects() of grids that the vector kernels take. They tell which runs of cells touch; what is joined along these
// links is an object, known by its rows. In which order objects are come upon is found out only if it matters.
#include <algorithm>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/object_search/components.h"
#include "dsl_kernels/object_search/object_jobs.h"
#include "dsl_kernels/object_search/object_tables.h"
#include "runtime/value/bytes.h"

namespace batt {

#ifndef BATT_ON_DEVICE

namespace {

/// The recipe of the objects of one grid.
struct RowObjectOrder : VisitOrder {
  Value grid;
  ObjectKind kind;
  const SetRep* objects;
  std::uint32_t count;
  mutable const std::uint16_t*
      earliest;  ///< of each object the rank of the cell where it is come upon; made when needed
};

// ---- the order of an object's cells ---------------------------------------------------------------------------

std::uint16_t earliest_of(const CellRows& cells, const std::uint16_t* ranks, int width) {
  std::uint16_t earliest = 0xffff;
  for_each_cell(cells, [&](int i, int j, int, int) { earliest = std::min(earliest, ranks[i * width + j]); });
  return earliest;
}

const std::uint16_t* earliest_of_objects(const RowObjectOrder& order, Context& context) {
  if (order.earliest == nullptr) {
    const std::uint16_t* ranks = scan_order(order.grid.height(), order.grid.width()).ranks;
    auto* earliest = context.arena().allocate<std::uint16_t>(order.count);
    for (std::uint32_t k = 0; k < order.count; ++k)
      earliest[k] = earliest_of(order.objects[k].rows, ranks, order.grid.width());
    order.earliest = earliest;
  }
  return order.earliest;
}

std::uint32_t turn_by_rank(const VisitOrder& base, const SetRep& object, Context& context) {
  const auto& order = static_cast<const RowObjectOrder&>(base);
  return earliest_of_objects(order, context)[&object - order.objects];
}

void visit_row_object(const VisitOrder& base, const ListedCells& object, Cell* out) {
  const auto& order = static_cast<const RowObjectOrder&>(base);
  const int height = order.grid.height(), width = order.grid.width();
  Context& context = object.context;
  const std::uint16_t* earliest = earliest_of_objects(order, context);
  ArenaScope scope(context.scratch());
  const Place* places;
  if (order.kind.is_whole_grid()) {
    places = flood_order(height, width, order.kind.diagonal);
  } else {
    const ScanOrder scan = scan_order(height, width);
    const std::uint16_t mine = earliest_of(object.rows, scan.ranks, width);
    RowMask occupied[rows::side] = {};
    std::uint32_t occupied_count = 0;
    for (std::uint32_t k = 0; k < order.count; ++k) {
      if (earliest[k] >= mine) continue;
      const CellRows& other = order.objects[k].rows;
      for (int row = 0; row < other.height; ++row) occupied[other.top + row] |= other.words[row];
      occupied_count += order.objects[k].size;
    }
    Place* found = context.scratch().allocate<Place>(object.size);
    order_cells(context,
                {height, width, order.kind.diagonal, object.cells(), object.size, nullptr, occupied_count,
                 scan.places[mine], occupied},
                found);
    places = found;
  }
  for (std::uint32_t k = 0; k < object.size; ++k) {
    const int i = row_of(places[k]), j = column_of(places[k]);
    out[k] = Cell(i, j, order.grid.bytes()[i * width + j]);
  }
}

// ---- objects --------------------------------------------------------------------------------------------------

/// What the objects of a grid have in common. It lies in the scratch arena, so that objects are copies of memory: put
/// together from fields again each time, they would have to wait for these to be written.
const SetRep& blank_object(const RowObjectOrder& order, Context& context) {
  auto* rep = context.scratch().make<SetRep>(object_rep({}, 0, nullptr, order, context));
  rep->rows.pitch = static_cast<std::uint8_t>(order.grid.width());
  rep->rows.one_color = true;
  rep->rows_tried = true;
  return *rep;
}

/// The runs of a grid's foreground, joined to objects.
struct FoundRuns {
  rows::Run* runs;       ///< in the arena: an object of one run has its rows there
  std::uint16_t* parts;  ///< the number of each run's object; until `measure`, its parent
  std::uint32_t count, object_count;

  FoundRuns(Context& context, Value grid, const rows::LinkKind& kind) {
    const rows::Grid cells{grid.bytes(), grid.height(), grid.width()};
    rows::Links links;
    rows::kernels->link(cells, kind, links);
    count = links.run_count;
    runs = context.arena().allocate<rows::Run>(count);
    parts = context.scratch().allocate<std::uint16_t>(count);
    const rows::Joined joined = rows::kernels->join(cells, kind, links, window_sums(), runs, parts);
    object_count = joined.object_count;
    if (joined.other_colors) mix_by_cells(grid);
  }

 private:
  void mix_by_cells(Value grid) const {
    for (std::uint32_t k = 0; k < count; ++k) {
      rows::Run& run = runs[k];
      run.mixed = 0;
      for (int j = run.begin; j < run.begin + run.size(); ++j)
        run.mixed ^= hash::shuffle(hash::of_triple(run.row, j, grid.bytes()[run.row * grid.width() + j]));
    }
  }
};

/// One object, while it is put together.
struct RowPart {
  std::uint64_t mixed;         ///< the xor of its cells' shuffled hashes
  const std::uint32_t* words;  ///< its rows; null while they have to be made
  std::uint16_t size;
  std::uint16_t earliest;  ///< the rank of the cell where it is come upon, if that is asked for
  std::uint8_t top, height;
  std::int8_t color;
  bool one_color;
};

/// Fills the parts in, in the order of their first runs.
template <bool is_ranked>
void measure(const FoundRuns& found, Value grid, RowPart* parts) {
  const RunRanks ranks = is_ranked ? run_ranks(grid.height(), grid.width()) : RunRanks{};
  std::uint16_t next = 0;
  for (std::uint32_t k = 0; k < found.count; ++k) {
    const rows::Run& run = found.runs[k];
    const auto size = static_cast<std::uint16_t>(run.size());
    const std::uint16_t earliest = is_ranked ? ranks.earliest_of(run) : std::uint16_t{0};
    if (found.parts[k] == k) {
      parts[next] = {run.mixed, &run.cells, size, earliest, run.row, 1, run.color, run.one_color};
      found.parts[k] = next++;
      continue;
    }
    found.parts[k] = found.parts[found.parts[k]];
    RowPart& part = parts[found.parts[k]];
    part.mixed ^= run.mixed;
    part.words = nullptr;
    part.size = static_cast<std::uint16_t>(part.size + size);
    part.earliest = std::min(part.earliest, earliest);
    part.height = static_cast<std::uint8_t>(run.row - part.top + 1);
    part.one_color &= run.one_color && part.color == run.color;
  }
}

/// Makes the rows of parts of several runs.
void write_words(Context& context, const FoundRuns& found, RowPart* parts) {
  const std::uint32_t further = found.count - found.object_count;  // runs beside the first ones
  if (further == 0) return;
  // There is a run in each row of an object.
  const std::size_t room = std::min(2 * further, found.count);
  auto* words = context.arena().allocate<std::uint32_t>(room);
  fill_bytes(words, 0, room * sizeof *words);
  for (std::uint32_t k = 0; k < found.object_count; ++k) {
    if (parts[k].words != nullptr) continue;
    parts[k].words = words;
    words += parts[k].height;
  }
  for (std::uint32_t k = 0; k < found.count; ++k) {
    const RowPart& part = parts[found.parts[k]];
    const_cast<std::uint32_t*>(part.words)[found.runs[k].row - part.top] |= found.runs[k].cells;
  }
}

/// Finds out where the parts are come upon.
void rank(const FoundRuns& found, Value grid, RowPart* parts) {
  const RunRanks ranks = run_ranks(grid.height(), grid.width());
  for (std::uint32_t k = 0; k < found.object_count; ++k) parts[k].earliest = 0xffff;
  for (std::uint32_t k = 0; k < found.count; ++k) {
    std::uint16_t& earliest = parts[found.parts[k]].earliest;
    earliest = std::min(earliest, ranks.earliest_of(found.runs[k]));
  }
}

/// The numbers of the parts in the order of their ranks, which all differ: a bit for each sorts them.
const std::uint16_t* sort_by_rank(Arena& scratch, const RowPart* parts, std::uint32_t count, std::size_t cells) {
  const std::size_t words = cells / 64 + 1;
  auto* taken = scratch.allocate<std::uint64_t>(words);
  auto* part_at = scratch.allocate<std::uint16_t>(cells);
  auto* sorted = scratch.allocate<std::uint16_t>(count);
  fill_bytes(taken, 0, words * sizeof *taken);
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint16_t earliest = parts[k].earliest;
    taken[earliest / 64] |= std::uint64_t{1} << (earliest % 64);
    part_at[earliest] = static_cast<std::uint16_t>(k);
  }
  std::uint16_t* next = sorted;
  for (std::size_t word = 0; word < words; ++word)
    for (std::uint64_t rest = taken[word]; rest != 0; rest &= rest - 1)
      *next++ = part_at[word * 64 + static_cast<std::size_t>(bits::trailing_zeros(rest))];
  return sorted;
}

/// Writes an object.
void write_object(const SetRep& blank, const RowPart& part, const std::int8_t* colors, std::uint64_t hash,
                  SetRep* out) {
  SetRep& rep = *new (out) SetRep(blank);
  rep.size = part.size;
  rep.hash = hash;
  rep.rows.words = part.words;
  rep.rows.colors = colors + part.top * blank.rows.pitch;
  rep.rows.top = part.top;
  rep.rows.height = part.height;
  rep.rows.color = part.color;
  rep.rows.one_color = part.one_color;
}

/// The set of the objects: frozenset(a set to which they were added as they were come upon).
Value make_objects(Context& context, Value grid, const ObjectKind& kind, const FoundRuns& found) {
  Arena &scratch = context.scratch(), &arena = context.arena();
  const std::uint32_t count = found.object_count;
  RowPart* parts = scratch.allocate<RowPart>(count);
  const bool is_ranked = count > most_by_homes;
  is_ranked ? measure<true>(found, grid, parts) : measure<false>(found, grid, parts);
  write_words(context, found, parts);

  SetRep* objects = arena.allocate<SetRep>(count);
  auto* order = arena.make<RowObjectOrder>(VisitOrder{{VisitOrder::list}, visit_row_object, nullptr, turn_by_rank},
                                           grid, kind, objects, count, nullptr);
  auto* values = scratch.allocate<Value>(count);
  auto* hashes = scratch.allocate<std::uint64_t>(count);
  const SetRep& blank = blank_object(*order, context);
  for (std::uint32_t k = 0; k < count; ++k) {
    hashes[k] = hash::finish_set(parts[k].mixed, parts[k].size);
    write_object(blank, parts[k], grid.bytes(), hashes[k], objects + k);
    values[k] = Value::set(objects + k);
  }
  if (!is_ranked) {
    if (Value made; make_set_by_homes(context, values, hashes, count, made)) return made;
    rank(found, grid, parts);
  }
  auto* earliest = arena.allocate<std::uint16_t>(count);
  for (std::uint32_t k = 0; k < count; ++k) earliest[k] = parts[k].earliest;
  order->earliest = earliest;
  const std::uint16_t* sorted = sort_by_rank(scratch, parts, count, cell_count(grid));
  auto* hashes_in_turn = scratch.allocate<std::uint64_t>(count);
  for (std::uint32_t k = 0; k < count; ++k) {
    values[k] = Value::set(objects + sorted[k]);
    hashes_in_turn[k] = hashes[sorted[k]];
  }
  return make_copied_set(context, values, hashes_in_turn, count);
}

int most_common_color(Context& context, Value grid) {
  if (std::int8_t color = 0; find_most_common(grid, color)) return color;
  ColorCounts counts(context);
  if (!survey_colors(grid, counts))
    for (std::size_t k = 0; k < cell_count(grid); ++k) counts.count(grid.bytes()[k]);
  return counts.extreme(Rank::Most);
}

}  // namespace

#endif

BATT_HD bool objects_by_rows([[maybe_unused]] Context& context, [[maybe_unused]] Value grid,
                             [[maybe_unused]] const ObjectKind& kind, [[maybe_unused]] Value& objects) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  if (!takes_rows(grid)) return false;
  const auto most_common = [&] { return most_common_color(context, grid); };
  const int background = kind.without_background ? kind.find_background(most_common) : rows::no_background;
  const FoundRuns found(context, grid, {kind.univalued, kind.diagonal, background});
  objects = found.count == 0 ? Value::empty_set() : make_objects(context, grid, kind, found);
  return true;
#endif
}

BATT_HD Value objects_of_colors([[maybe_unused]] Context& context, [[maybe_unused]] Value grid,
                                [[maybe_unused]] const ColorCounts& counts, [[maybe_unused]] const std::int8_t* colors,
                                [[maybe_unused]] std::uint32_t count) {
#ifdef BATT_ON_DEVICE
  return {};
#else
  struct OfColor {
    std::uint64_t mixed;  ///< the xor of the cells' shuffled hashes
    std::uint32_t* words;
  };
  OfColor of_colors[16] = {};
  for (std::uint32_t k = 0; k < count; ++k) {
    of_colors[colors[k]].words = context.arena().allocate<std::uint32_t>(rows::side);
    fill_bytes(of_colors[colors[k]].words, 0, rows::side * sizeof(std::uint32_t));
  }
  rows::Links links;
  rows::kernels->link({grid.bytes(), grid.height(), grid.width()}, {true, false, rows::no_background}, links);
  const HashSums sums = hash_sums(rows::side, rows::side);
  const std::int8_t* row = grid.bytes();
  for (int i = 0; i < grid.height(); ++i, row += grid.width()) {
    std::uint32_t ends = links.ends[i];
    for (std::uint32_t starts = links.starts[i]; starts != 0; starts &= starts - 1, ends &= ends - 1) {
      const int begin = bits::trailing_zeros(starts), last = bits::trailing_zeros(ends);
      OfColor& of_color = of_colors[row[begin]];
      if (of_color.words == nullptr) continue;
      of_color.words[i] |= (std::uint32_t{2} << last) - (std::uint32_t{1} << begin);
      of_color.mixed ^= sums.of_run(i, begin, last + 1, row[begin]);
    }
  }
  auto* objects = context.scratch().allocate<Value>(count);
  auto* hashes = context.scratch().allocate<std::uint64_t>(count);
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint32_t size = counts.count_of(colors[k]);
    objects[k] = make_set_in_rows(context, Packing::Colored,
                                  {.words = of_colors[colors[k]].words,
                                   .colors = grid.bytes(),
                                   .height = static_cast<std::uint8_t>(grid.height()),
                                   .pitch = static_cast<std::uint8_t>(grid.width()),
                                   .color = colors[k],
                                   .one_color = true},
                                  size);
    const SetRep& object = objects[k].set();
    hashes[k] = object.hash = hash::finish_set(of_colors[colors[k]].mixed, size);
    object.hashed = true;
  }
  return make_distinct_set(context, objects, hashes, count);
#endif
}

}  // namespace batt
