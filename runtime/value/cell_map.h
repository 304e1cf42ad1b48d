// Which cells some set holds, by their location: to drop repeats and to answer look-ups without the set's table.
#pragma once

#include <algorithm>
#include <cstdint>

#include "batt/set.h"

namespace batt {

/// The box around some cells, and their colours' bits.
struct CellBounds {
  int top = Cell::location_limit, left = Cell::location_limit, bottom = -Cell::location_limit, right = -Cell::location_limit;
  std::uint32_t colors = 0;

  BATT_HD void include(Cell cell) {
    top = std::min(top, cell.i());
    bottom = std::max(bottom, cell.i());
    left = std::min(left, cell.j());
    right = std::max(right, cell.j());
    colors |= cell.bits() & 0xff;
  }
};

/// From so many cells on a team finds it sooner than one lane.
inline constexpr std::size_t worth_bounding_by_team = 28;

BATT_HD CellBounds bounds_of(const Cell* cells, std::size_t count);

/// The locations inside the box around some cells, each with the colours met there.
class CellMap {
 public:
  /// An empty map for these cells. False if they are scattered too widely, or have colours beyond 0 to 15.
  BATT_HD bool open(Arena& memory, const Cell* cells, std::size_t count);
  /// The same with the cells in it.
  BATT_HD bool fill(Arena& memory, const Cell* cells, std::size_t count);

  /// The colours met at the cell's location before, as bits. Now the cell's is one of them.
  BATT_HD std::uint16_t meet(Cell cell) {
    std::uint16_t& colors = at(cell);
    const std::uint16_t before = colors;
    colors = static_cast<std::uint16_t>(before | mark(cell));
    return before;
  }
  /// The same by one of several lanes at once, which does not learn what was there.
  template <class Team>
  BATT_HD void mark_by(const Team& team, Cell cell) {
    team.set_bits(at(cell), mark(cell));
  }
  BATT_HD bool holds(Cell cell) const {
    const int i = cell.i() - top_, j = cell.j() - left_;
    return static_cast<unsigned>(i) < static_cast<unsigned>(height_) &&
           static_cast<unsigned>(j) < static_cast<unsigned>(width_) && (met_[i * width_ + j] & mark(cell)) != 0;
  }
  /// The bit of the cell's colour; none for colours that no map holds.
  BATT_HD static std::uint16_t mark(Cell cell) {
    const std::uint32_t color = cell.bits() & 0xff;
    return static_cast<std::uint16_t>(color < most_colors ? 1u << color : 0u);
  }

 private:
  static constexpr std::uint32_t most_colors = 16;
  static constexpr std::size_t most_area = std::size_t{1} << 15;
  BATT_HD std::uint16_t& at(Cell cell) { return met_[(cell.i() - top_) * width_ + cell.j() - left_]; }

  int top_ = 0, left_ = 0, width_ = 0, height_ = 0;
  std::uint16_t* met_ = nullptr;
};

/// Tells quickly which cells belong to a set of cells, without its table if that is not there yet.
class CellMembers {
 public:
  /// A set that is asked again and again keeps its map; else it lies in the scratch arena.
  BATT_HD CellMembers(Context& context, const SetRep& set);

  /// Copies the cells that it has, or those that it has not; answers the end of the copies.
  BATT_HD Cell* filter(const Cell* cells, std::size_t count, bool wanted, Cell* out) const;

  BATT_HD bool contains(Cell cell) const {
    if (map_ != nullptr) return map_->holds(cell);
    return set_.size <= few ? is_listed(cell) : set_contains_cell(set_, cell);
  }

 private:
  static constexpr std::uint32_t few = 8;
  BATT_HD bool is_listed(Cell cell) const;

  const SetRep& set_;
  const CellMap* map_ = nullptr;
  CellMap own_;
};

/// Copies the cells without repeats, the first stays. -1 if a look at their locations cannot tell which are repeats.
BATT_HD std::ptrdiff_t without_repeats(Arena& scratch, const Cell* cells, std::size_t count, Cell* out);

}  // namespace batt
