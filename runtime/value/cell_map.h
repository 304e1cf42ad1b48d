// Which cells some set holds, by their location: to drop repeats and to answer look-ups without the set's table.
#pragma once

#include <cstdint>

#include "batt/set.h"

namespace batt {

/// The locations inside the box around some cells, each with the colours met there.
class CellMap {
 public:
  /// An empty map for these cells. False if they are scattered too widely, or have colours beyond 0 to 15.
  BATT_HD bool open(Arena& memory, const Cell* cells, std::size_t count);
  /// The same with the cells in it.
  BATT_HD bool fill(Arena& memory, const Cell* cells, std::size_t count);

  /// Where the map keeps what it knows of a cell's location.
  BATT_HD std::uint32_t place(Cell cell) const { return static_cast<std::uint32_t>(cell.i() * width_ + cell.j() - origin_); }
  /// The colours met at a place before, as bits. Now this is one of them.
  BATT_HD std::uint16_t meet(std::uint32_t place, std::uint32_t color) {
    const std::uint16_t before = met_[place];
    met_[place] = static_cast<std::uint16_t>(before | 1u << color);
    return before;
  }
  BATT_HD std::uint16_t meet(Cell cell) { return meet(place(cell), cell.bits() & 0xff); }
  /// The same by one of several lanes at once, which does not learn what was there.
  template <class Team>
  BATT_HD void meet_by(const Team& team, Cell cell) {
    team.set_bits(met_[place(cell)], mark(cell));
  }
  BATT_HD bool holds(Cell cell) const {
    const int i = cell.i() - top_, j = cell.j() - left_;
    return static_cast<unsigned>(i) < static_cast<unsigned>(height_) &&
           static_cast<unsigned>(j) < static_cast<unsigned>(width_) && (met_[i * width_ + j] & mark(cell)) != 0;
  }

 private:
  /// The bit of the cell's colour; none for colours that no map holds.
  BATT_HD static std::uint16_t mark(Cell cell) {
    const std::uint32_t color = cell.bits() & 0xff;
    return static_cast<std::uint16_t>(color < most_colors ? 1u << color : 0u);
  }

  static constexpr std::uint32_t most_colors = 16;
  static constexpr std::size_t most_area = std::size_t{1} << 15;
  int top_ = 0, left_ = 0, width_ = 0, height_ = 0;
  int origin_ = 0;  ///< top_ * width_ + left_
  std::uint16_t* met_ = nullptr;
};

/// Tells quickly which cells belong to a set of cells, without its table if that is not there yet.
class CellMembers {
 public:
  /// A set that is asked again and again keeps its map; else it lies in the scratch arena.
  BATT_HD CellMembers(Context& context, const SetRep& set);

  BATT_HD bool contains(Cell cell) const {
    if (map_ != nullptr) return map_->holds(cell);
    return set_.size <= few ? is_listed(cell) : set_contains_cell(set_, cell);
  }

  /// Copies the cells of which contains() is `wanted`; answers how many. `out` has room for all.
  BATT_HD std::size_t select(const Cell* cells, std::size_t count, bool wanted, Cell* out) const;

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
