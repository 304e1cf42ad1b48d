// objects() of grids that the vector kernels take. They tell which runs of cells touch; what is joined along these
// links is an object, known by its rows. In which order objects are come upon is found out only if it matters.
#include <algorithm>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/object_search/components.h"
#include "dsl_kernels/object_search/object_jobs.h"
#include "dsl_kernels/object_search/object_tables.h"
#include "dsl_kernels/runs.h"
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

// ---- from links to objects ------------------------------------------------------------------------------------

/// The runs of a grid's foreground, row by row, each with a parent that stands before it or is itself.
class LinkedRuns {
 public:
  LinkedRuns(Arena& scratch, Value grid, const ObjectKind& kind, int background)
      : runs_(scratch.allocate<CellRun>(cell_count(grid))) {
    rows::kernels->link({grid.bytes(), grid.height(), grid.width()}, {kind.univalued, kind.diagonal, background},
                        links_);
    std::uint32_t first_above = 0;
    for (int i = 0; i < grid.height(); ++i) {
      const std::uint32_t first = count_;
      list_row(grid.bytes() + i * grid.width(), i, kind.univalued);
      const RunsOfRow here{links_.starts[i], first}, above{i > 0 ? links_.starts[i - 1] : 0, first_above};
      join(links_.above[i], 0, here, above);
      if (kind.diagonal) {
        join(links_.above_left[i], -1, here, above);
        join(links_.above_right[i], 1, here, above);
      }
      first_above = first;
    }
  }

  CellRun* begin() const { return runs_; }
  std::uint32_t count() const { return count_; }

 private:
  struct RunsOfRow {
    std::uint32_t starts, first;
    /// The run that holds a column: the last one that starts there or before.
    std::uint32_t at(int column) const {
      return first + static_cast<std::uint32_t>(bits::ones(starts & ((std::uint32_t{2} << column) - 1))) - 1;
    }
  };

  void list_row(const std::int8_t* row, int i, bool univalued) {
    std::uint32_t ends = links_.ends[i];
    for (std::uint32_t starts = links_.starts[i]; starts != 0; starts &= starts - 1, ends &= ends - 1, ++count_) {
      const int begin = bits::trailing_zeros(starts), end = bits::trailing_zeros(ends) + 1;
      const bool is_joined = !univalued && (links_.joined[i] >> begin & 1) != 0;
      runs_[count_] = {static_cast<std::uint8_t>(i),
                       static_cast<std::uint8_t>(begin),
                       static_cast<std::uint8_t>(end),
                       row[begin],
                       is_joined ? runs_[count_ - 1].parent : static_cast<std::uint16_t>(count_),
                       0};
    }
  }

  void join(std::uint32_t cells, int offset, const RunsOfRow& here, const RunsOfRow& above) {
    for (; cells != 0; cells &= cells - 1) {
      const int column = bits::trailing_zeros(cells);
      unite(above.at(column + offset), here.at(column));
    }
  }
  std::uint32_t root(std::uint32_t k) const {
    while (runs_[k].parent != k) {
      runs_[k].parent = runs_[runs_[k].parent].parent;
      k = runs_[k].parent;
    }
    return k;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    runs_[std::max(a, b)].parent = static_cast<std::uint16_t>(std::min(a, b));
  }

  rows::Links links_;
  CellRun* runs_;
  std::uint32_t count_ = 0;
};

/// One object, while it is put together.
struct RowPart {
  std::uint64_t mixed;  ///< the xor of its cells' shuffled hashes
  std::uint32_t size;
  std::uint32_t words;  ///< where its rows begin
  std::uint16_t earliest;
  std::uint8_t top, bottom;
  std::int8_t color;
  bool one_color;
};

/// Gives each run the number of its part, and fills the parts in but for their words and ranks; returns how many there
/// are.
std::uint32_t measure(const LinkedRuns& runs, RowPart* parts) {
  const HashSums sums = hash_sums(rows::side, rows::side);
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < runs.count(); ++k) {
    CellRun& run = runs.begin()[k];
    const std::uint64_t mixed = sums.of_run(run.row, run.begin, run.end, run.color);
    const auto size = static_cast<std::uint32_t>(run.size());
    if (run.parent == k) {
      run.part = static_cast<std::uint16_t>(count);
      parts[count++] = {mixed, size, 0, 0xffff, run.row, run.row, run.color, true};
      continue;
    }
    run.part = runs.begin()[run.parent].part;
    RowPart& part = parts[run.part];
    part.mixed ^= mixed;
    part.size += size;
    part.bottom = run.row;
    part.one_color &= part.color == run.color;
  }
  return count;
}

/// The rows of all parts, one part after the other.
const std::uint32_t* write_words(Context& context, const LinkedRuns& runs, RowPart* parts, std::uint32_t count) {
  std::uint32_t total = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    parts[k].words = total;
    total += static_cast<std::uint32_t>(parts[k].bottom - parts[k].top) + 1;
  }
  auto* words = context.arena().allocate<std::uint32_t>(total);
  fill_bytes(words, 0, total * sizeof *words);
  for (std::uint32_t k = 0; k < runs.count(); ++k) {
    const CellRun& run = runs.begin()[k];
    const RowPart& part = parts[run.part];
    words[part.words + run.row - part.top] |= (std::uint32_t{2} << (run.end - 1)) - (std::uint32_t{1} << run.begin);
  }
  return words;
}

/// Whether each object has a slot of its own in the set of them: then it does not matter which is come upon first.
bool order_follows_from_hashes(const RowPart* parts, std::uint32_t count) {
  constexpr std::uint32_t few = 12;  // of more, two hardly ever have slots of their own
  return count <= few && have_own_slots(count, copy_mask(count), [&](std::uint32_t k) {
           return hash::finish_set(parts[k].mixed, parts[k].size);
         });
}

/// Puts the parts into the order in which objects() comes upon them.
const RowPart* sort_by_rank(Arena& scratch, Value grid, const LinkedRuns& runs, RowPart* parts, std::uint32_t count) {
  const int width = grid.width();
  const std::uint16_t* ranks = scan_order(grid.height(), width).ranks;
  for (std::uint32_t k = 0; k < runs.count(); ++k) {
    const CellRun& run = runs.begin()[k];
    std::uint16_t& earliest = parts[run.part].earliest;
    earliest =
        std::min<std::uint16_t>(earliest, static_cast<std::uint16_t>(earliest_rank(ranks + run.row * width, run)));
  }
  // Ranks all differ: a bit for each sorts them.
  const std::size_t words = cell_count(grid) / 64 + 1;
  auto* taken = scratch.allocate<std::uint64_t>(words);
  auto* part_at = scratch.allocate<std::uint16_t>(cell_count(grid));
  auto* sorted = scratch.allocate<RowPart>(count);
  fill_bytes(taken, 0, words * sizeof *taken);
  for (std::uint32_t k = 0; k < count; ++k) {
    taken[parts[k].earliest / 64] |= std::uint64_t{1} << (parts[k].earliest % 64);
    part_at[parts[k].earliest] = static_cast<std::uint16_t>(k);
  }
  RowPart* next = sorted;
  for (std::size_t word = 0; word < words; ++word)
    for (std::uint64_t rest = taken[word]; rest != 0; rest &= rest - 1)
      *next++ = parts[part_at[word * 64 + static_cast<std::size_t>(bits::trailing_zeros(rest))]];
  return sorted;
}

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
  rep->rows_tried = true;
  return *rep;
}

/// Writes an object.
void write_object(const SetRep& blank, const RowPart& part, const std::uint32_t* words, const std::int8_t* colors,
                  std::uint64_t hash, SetRep* out) {
  SetRep& rep = *new (out) SetRep(blank);
  rep.size = part.size;
  rep.hash = hash;
  rep.rows.words = words + part.words;
  rep.rows.colors = colors + part.top * blank.rows.pitch;
  rep.rows.top = part.top;
  rep.rows.height = static_cast<std::uint8_t>(part.bottom - part.top + 1);
  rep.rows.color = part.color;
  rep.rows.one_color = part.one_color;
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
  const int background = kind.without_background ? most_common_color(context, grid) : rows::no_background;
  Arena& scratch = context.scratch();
  const LinkedRuns runs(scratch, grid, kind, background);
  if (runs.count() == 0) {
    objects = Value::empty_set();
    return true;
  }
  RowPart* parts = scratch.allocate<RowPart>(runs.count());
  const std::uint32_t count = measure(runs, parts);
  const std::uint32_t* words = write_words(context, runs, parts, count);
  SetRep* reps = context.arena().allocate<SetRep>(count);
  auto* order = context.arena().make<RowObjectOrder>(
      VisitOrder{{VisitOrder::list}, visit_row_object, nullptr, turn_by_rank}, grid, kind, reps, count, nullptr);
  auto* values = scratch.allocate<Value>(count);
  auto* hashes = scratch.allocate<std::uint64_t>(count);
  const SetRep& blank = blank_object(*order, context);
  const auto write_objects = [&](const RowPart* in_turn) {
    for (std::uint32_t k = 0; k < count; ++k) {
      hashes[k] = hash::finish_set(in_turn[k].mixed, in_turn[k].size);
      write_object(blank, in_turn[k], words, grid.bytes(), hashes[k], reps + k);
      values[k] = Value::set(reps + k);
    }
  };
  if (order_follows_from_hashes(parts, count)) {
    write_objects(parts);
  } else {
    const RowPart* sorted = sort_by_rank(scratch, grid, runs, parts, count);
    write_objects(sorted);
    auto* earliest = context.arena().allocate<std::uint16_t>(count);
    for (std::uint32_t k = 0; k < count; ++k) earliest[k] = sorted[k].earliest;
    order->earliest = earliest;
  }
  objects = make_copied_set(context, values, hashes, count);
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
