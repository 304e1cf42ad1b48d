// The steps of objects() and its relatives for a team of lanes: rows, runs and objects are dealt out to them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "dsl_kernels/object_search/components.h"
#include "dsl_kernels/object_search/object_tables.h"
#include "dsl_kernels/runs.h"
#include "runtime/team/lanes.h"

namespace batt {

/// The earliest rank among a run's cells.
BATT_HD inline std::uint32_t earliest_rank(const std::uint16_t* ranks_of_row, const CellRun& run) {
  std::uint16_t earliest = ranks_of_row[run.begin];
  for (int j = run.begin + 1; j < run.end; ++j) earliest = std::min(earliest, ranks_of_row[j]);
  return earliest;
}

/// An object whose cells find out their order when someone looks.
BATT_HD inline SetRep object_rep(const ObjectPart& part, std::uint64_t hash, const Cell* cells, const Recipe& order,
                                 Context& context) {
  return {.size = part.size,
          .packing = Packing::Colored,
          .hashed = true,
          .copied = true,
          .hash = hash,
          .cell_list = cells,
          .recipe = &order,
          .context = &context};
}

/// The runs of a grid, a row for each lane. There is room for as many as it has cells.
struct FindRuns {
  Value grid;
  CellRun* runs;
  std::uint32_t count;

  template <class Team>
  BATT_HD void share(const Team& team) {
    const int height = grid.height(), width = grid.width();
    count = 0;
    for (int first = 0; first < height; first += static_cast<int>(Team::size)) {
      const int i = first + static_cast<int>(team.lane());
      const std::int8_t* row = grid.bytes() + static_cast<std::ptrdiff_t>(i) * width;
      const std::uint64_t starts = i < height ? run_starts(row, width) : 0;
      const std::uint32_t end = count + sum_up_to(team, static_cast<std::uint32_t>(bits::ones(starts)));
      write_runs(row, width, i, starts, runs + end - bits::ones(starts));
      count = team.from(Team::size - 1, end);
    }
  }
};

/// Which colour most cells of the runs have.
struct RankColors {
  static constexpr std::uint32_t colors = 256;

  const CellRun* runs;
  std::uint32_t count;
  std::uint32_t* counts;  ///< room for all colours
  std::int8_t most;
  bool tie;  ///< there are others

  template <class Team>
  BATT_HD void share(const Team& team) {
    for (std::uint32_t k = team.lane(); k < colors; k += Team::size) counts[k] = 0;
    team.sync();
    for (std::uint32_t k = team.lane(); k < count; k += Team::size)
      team.add(counts[static_cast<std::uint8_t>(runs[k].color)], static_cast<std::uint32_t>(runs[k].size()));
    team.sync();
    // The count and the colour in one number.
    std::uint32_t best = 0;
    for (std::uint32_t k = team.lane(); k < colors; k += Team::size) best = greater(best, counts[k] << 8 | k);
    best = combine(team, best, greater);
    bool another = false;
    for (std::uint32_t k = team.lane(); k < colors; k += Team::size)
      another |= counts[k] == best >> 8 && k != (best & 0xff);
    most = static_cast<std::int8_t>(best & 0xff);
    tie = team.ballot(another) != 0;
  }

 private:
  BATT_HD static std::uint32_t greater(std::uint32_t a, std::uint32_t b) { return a < b ? b : a; }
};

/// Joins runs to objects, and puts these into the order in which objects() comes upon them.
struct JoinRuns {
  ObjectKind kind;
  std::int8_t background;  ///< left out if the kind is without it
  int height, width;
  CellRun* runs;
  std::uint32_t run_count;
  const std::uint16_t* ranks;  ///< of the grid's cells
  HashSums sums;
  std::uint32_t* parents;  ///< room for each run,
  ObjectPart* parts;       ///< too,
  std::uint32_t* rows;     ///< for two numbers a row,
  std::uint64_t* taken;    ///< and for a bit for each cell, with a number for each word
  std::uint16_t* sorted;   ///< room for each run: the parts in order
  std::uint32_t part_count;
  std::uint32_t cell_count;  ///< of all parts

  template <class Team>
  BATT_HD void share(const Team& team) {
    if (kind.without_background) drop_background(team);
    begin(team);
    if (!kind.is_whole_grid()) join(team);
    number_parts(team);
    measure(team);
    sort(team);
    place(team);
  }

 private:
  template <class Team>
  BATT_HD void drop_background(const Team& team) {
    CellRun* end = runs;
    for (std::uint32_t first = 0; first < run_count; first += Team::size) {
      const std::uint32_t k = first + team.lane();
      const CellRun run = k < run_count ? runs[k] : CellRun{};
      team.sync();
      end = append(team, k < run_count && run.color != background, run, end);
      team.sync();
    }
    run_count = static_cast<std::uint32_t>(end - runs);
  }

  BATT_HD std::uint32_t& begin_of_row(int row) const { return rows[2 * row]; }
  BATT_HD std::uint32_t& end_of_row(int row) const { return rows[2 * row + 1]; }

  /// Each run by itself, or all as one; and where the rows begin and end.
  template <class Team>
  BATT_HD void begin(const Team& team) const {
    for (std::uint32_t k = team.lane(); k < 2 * static_cast<std::uint32_t>(height); k += Team::size) rows[k] = 0;
    team.sync();
    for (std::uint32_t k = team.lane(); k < run_count; k += Team::size) {
      parents[k] = kind.is_whole_grid() ? 0 : k;
      const int row = runs[k].row;
      if (k == 0 || runs[k - 1].row != row) begin_of_row(row) = k;
      if (k + 1 == run_count || runs[k + 1].row != row) end_of_row(row) = k + 1;
    }
    team.sync();
  }

  template <class Team>
  BATT_HD void join(const Team& team) const {
    const int reach = kind.diagonal ? 1 : 0;
    for (std::uint32_t k = team.lane(); k < run_count; k += Team::size) {
      const CellRun run = runs[k];
      if (!kind.univalued && k != begin_of_row(run.row) && runs[k - 1].end == run.begin) unite(team, k - 1, k);
      if (run.row == 0) continue;
      for (std::uint32_t other = begin_of_row(run.row - 1); other < end_of_row(run.row - 1); ++other) {
        const CellRun above = runs[other];
        if (above.begin >= run.end + reach) break;
        if (above.end + reach > run.begin && (!kind.univalued || above.color == run.color)) unite(team, other, k);
      }
    }
    team.sync();
  }

  template <class Team>
  BATT_HD std::uint32_t root(const Team& team, std::uint32_t k) const {
    for (std::uint32_t parent = team.read(parents[k]); parent != k; parent = team.read(parents[k])) k = parent;
    return k;
  }

  /// Parents only become lower, so that the lowest run of an object is its root whoever comes first.
  template <class Team>
  BATT_HD void unite(const Team& team, std::uint32_t a, std::uint32_t b) const {
    while (true) {
      a = root(team, a);
      b = root(team, b);
      if (a == b) return;
      const std::uint32_t higher = a < b ? b : a, lower = a < b ? a : b;
      const std::uint32_t before = team.lower(parents[higher], lower);
      if (before == higher) return;
      a = lower;
      b = before;
    }
  }

  template <class Team>
  BATT_HD void number_parts(const Team& team) {
    part_count = 0;
    for (std::uint32_t first = 0; first < run_count; first += Team::size) {
      const std::uint32_t k = first + team.lane();
      const bool is_root = k < run_count && parents[k] == k;
      const std::uint32_t roots = team.ballot(is_root);
      const std::uint32_t number = part_count + static_cast<std::uint32_t>(bits::ones(roots & bits_below(team.lane())));
      if (is_root) {
        runs[k].part = static_cast<std::uint16_t>(number);
        parts[number] = {0, 0, 0xffff, 0};
      }
      part_count += static_cast<std::uint32_t>(bits::ones(roots));
    }
    team.sync();
  }

  template <class Team>
  BATT_HD void measure(const Team& team) const {
    for (std::uint32_t k = team.lane(); k < run_count; k += Team::size) {
      const std::uint32_t first = root(team, k);
      const CellRun run = runs[k];
      const std::uint16_t number = runs[first].part;
      if (first != k) runs[k].part = number;
      ObjectPart& part = parts[number];
      team.mix(part.mixed, sums.of_run(run.row, run.begin, run.end, run.color));
      team.add(part.size, static_cast<std::uint32_t>(run.size()));
      team.lower(part.earliest, earliest_rank(ranks + run.row * width, run));
    }
    team.sync();
  }

  template <class Team>
  BATT_HD void sort(const Team& team) const {
    const auto words = static_cast<std::uint32_t>(height * width) / 64 + 1;
    auto* before = reinterpret_cast<std::uint32_t*>(taken + words);
    for (std::uint32_t k = team.lane(); k < words; k += Team::size) taken[k] = 0;
    team.sync();
    for (std::uint32_t k = team.lane(); k < part_count; k += Team::size) {
      const std::uint32_t at = parts[k].earliest;
      team.set_bits(taken[at / 64], std::uint64_t{1} << (at % 64));
    }
    team.sync();
    rank_words(team, taken, words, before);
    for (std::uint32_t k = team.lane(); k < part_count; k += Team::size)
      sorted[rank_of_bit(taken, before, parts[k].earliest)] = static_cast<std::uint16_t>(k);
    team.sync();
  }

  /// Where the cells of each part begin, if they lie one after the other.
  template <class Team>
  BATT_HD void place(const Team& team) {
    cell_count = 0;
    for (std::uint32_t first = 0; first < part_count; first += Team::size) {
      const std::uint32_t k = first + team.lane();
      const std::uint32_t size = k < part_count ? parts[sorted[k]].size : 0;
      const std::uint32_t end = cell_count + sum_up_to(team, size);
      if (k < part_count) parts[sorted[k]].next = end - size;
      cell_count = team.from(Team::size - 1, end);
    }
    team.sync();
  }
};

/// Writes the objects: their cells one after the other, and a set each.
struct WriteObjects {
  const CellRun* runs;
  std::uint32_t run_count, part_count;
  ObjectPart* parts;
  const std::uint16_t* sorted;
  Cell* cells;
  const Recipe* order;
  Context* context;
  SetRep* reps;
  Value* objects;
  std::uint64_t* hashes;

  template <class Team>
  BATT_HD void share(const Team& team) const {
    for (std::uint32_t k = team.lane(); k < part_count; k += Team::size) {
      const ObjectPart& part = parts[sorted[k]];
      hashes[k] = hash::finish_set(part.mixed, part.size);
      reps[k] = object_rep(part, hashes[k], cells + part.next, *order, *context);
      objects[k] = Value::set(reps + k);
    }
    team.sync();
    for (std::uint32_t first = 0; first < run_count; first += Team::size) {
      const std::uint32_t k = first + team.lane();
      const CellRun run = k < run_count ? runs[k] : CellRun{};
      const std::uint32_t to = place_in_turn(team, k < run_count, run);
      if (k < run_count) write_run(run, cells + to);
    }
  }

 private:
  /// Where the lane's run goes: after those of the same part that lower lanes have.
  template <class Team>
  BATT_HD std::uint32_t place_in_turn(const Team& team, bool has_run, const CellRun& run) const {
    const std::uint32_t part = has_run ? run.part : 0x10000u + team.lane();
    const std::uint32_t peers = team.same(part), size = has_run ? static_cast<std::uint32_t>(run.size()) : 0;
    std::uint32_t to = has_run ? parts[part].next : 0;
    team.sync();
    for (std::uint32_t rest = peers & bits_below(team.lane()); team.ballot(rest != 0) != 0; rest &= rest - 1) {
      const std::uint32_t theirs =
          team.from(rest != 0 ? static_cast<unsigned>(bits::trailing_zeros(rest)) : team.lane(), size);
      if (rest != 0) to += theirs;
    }
    if (has_run && (peers >> team.lane()) == 1) parts[part].next = to + size;
    team.sync();
    return to;
  }
};

}  // namespace batt
