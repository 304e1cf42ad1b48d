// Lists of cells by all lanes: the box around them, their colours, a map of them (runtime/value/cell_map.h), and what
// is kept of them by such a map.
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

/// A shift of cells whose coordinates have room for it, on their bits.
struct ShiftBits {
  std::uint32_t down, right;  ///< as parts of a cell's bits
  BATT_HD Cell operator()(Cell cell) const {
    const std::uint32_t bits = cell.bits();
    return Cell::from_bits(((bits & 0xfff00000u) + down) | ((bits + right) & 0xfff00u) | (bits & 0xffu));
  }
};

/// Copies cells, shifted.
struct ShiftAll {
  ShiftBits shift;
  const Cell* cells;
  std::size_t count;
  Cell* out;

  template <class Team>
  BATT_HD void share(const Team& team) const {
    for (std::size_t k = team.lane(); k < count; k += Team::size) out[k] = shift(cells[k]);
  }
};

/// How often each colour is met, and in which order they are met first.
struct CountColors {
  static constexpr std::uint32_t color_count = 256;

  const std::int8_t* colors;  ///< so many bytes apart
  std::size_t apart, count;
  std::uint32_t* counts;  ///< room for all colours; those that are not met get 0
  std::int8_t* met;       ///< room for all colours
  std::uint32_t met_count;

  template <class Team>
  BATT_HD void share(const Team& team) {
    for (std::uint32_t k = team.lane(); k < color_count; k += Team::size) counts[k] = 0;
    team.sync();
    std::int8_t* end = met;
    for (std::size_t first = 0; first < count; first += Team::size) {
      const std::size_t k = first + team.lane();
      const bool here = k < count;
      const std::uint32_t color = here ? static_cast<std::uint8_t>(colors[k * apart]) : color_count;
      const std::uint32_t equals = team.same(color);
      // The first of the lanes that met a colour adds it.
      const bool adds = here && (equals & bits_below(team.lane())) == 0;
      const std::uint32_t before = adds ? counts[color] : 1;
      end = append(team, before == 0, static_cast<std::int8_t>(color), end);
      if (adds) counts[color] = before + static_cast<std::uint32_t>(bits::ones(equals));
      team.sync();
    }
    met_count = static_cast<std::uint32_t>(end - met);
  }
};

}  // namespace batt
