// Lists of cells by all lanes: the box around them, a map of them (runtime/value/cell_map.h), and what is kept of them
// by such a map.
#pragma once

#include <cstdint>

#include "batt/cell.h"
#include "runtime/team/lanes.h"
#include "runtime/value/cell_extent.h"
#include "runtime/value/cell_map.h"
#include "runtime/value/set_parts.h"

namespace batt {

/// The cells that values of this form are.
struct PackCells {
  const Value* items;
  std::size_t count;
  Form form;
  Cell* cells;
  bool all_fit;

  template <class Team>
  BATT_HD void share(const Team& team) {
    bool fit = true;
    for (std::size_t k = team.lane(); k < count; k += Team::size) fit &= as_cell(items[k], form, cells[k]);
    all_fit = team.ballot(!fit) == 0;
  }
};

/// The box around at least one cell, and the colours' bits.
struct BoundCells {
  const Cell* cells;
  std::size_t count;
  Extent extent;
  std::uint32_t colors;

  template <class Team>
  BATT_HD void share(const Team& team) {
    Extent own = {Cell::location_limit, Cell::location_limit, -Cell::location_limit, -Cell::location_limit};
    std::uint32_t bits = 0;
    for (std::size_t k = team.lane(); k < count; k += Team::size) {
      own.top = lesser(own.top, cells[k].i());
      own.left = lesser(own.left, cells[k].j());
      own.bottom = greater(own.bottom, cells[k].i());
      own.right = greater(own.right, cells[k].j());
      bits |= cells[k].bits();
    }
    extent.top = combine_in_first(team, own.top, lesser);
    extent.left = combine_in_first(team, own.left, lesser);
    extent.bottom = combine_in_first(team, own.bottom, greater);
    extent.right = combine_in_first(team, own.right, greater);
    colors = combine_in_first(team, bits & 0xff, [](std::uint32_t a, std::uint32_t b) { return a | b; });
  }

 private:
  BATT_HD static int lesser(int a, int b) { return a < b ? a : b; }
  BATT_HD static int greater(int a, int b) { return a < b ? b : a; }
};

/// Marks them all in a map.
struct MarkCells {
  CellMap map;
  const Cell* cells;
  std::size_t count;

  template <class Team>
  BATT_HD void share(const Team& team) {
    for (std::size_t k = team.lane(); k < count; k += Team::size) map.meet_by(team, cells[k]);
  }
};

/// Copies them without repeats, the first stays. The map is empty before.
struct DropRepeats {
  CellMap map;
  const Cell* cells;
  std::size_t count;
  Cell* out;
  std::size_t kept;

  template <class Team>
  BATT_HD void share(const Team& team) {
    Cell* end = out;
    for (std::size_t first = 0; first < count; first += Team::size) {
      const std::size_t k = first + team.lane();
      const bool here = k < count;
      const Cell cell = here ? cells[k] : Cell();
      const std::uint32_t equals = team.same(cell.bits());
      const bool is_new = here && (equals & bits_below(team.lane())) == 0 && !map.holds(cell);
      team.sync();
      if (is_new) map.meet_by(team, cell);
      end = append(team, is_new, cell, end);
      team.sync();
    }
    kept = static_cast<std::size_t>(end - out);
  }
};

/// Copies those that are in the map, or those that are not.
struct FilterCells {
  CellMap map;
  bool wanted;
  const Cell* cells;
  std::size_t count;
  Cell* out;
  std::size_t kept;

  template <class Team>
  BATT_HD void share(const Team& team) {
    Cell* end = out;
    for (std::size_t first = 0; first < count; first += Team::size) {
      const std::size_t k = first + team.lane();
      const Cell cell = k < count ? cells[k] : Cell();
      end = append(team, k < count && map.holds(cell) == wanted, cell, end);
    }
    kept = static_cast<std::size_t>(end - out);
  }
};

}  // namespace batt
