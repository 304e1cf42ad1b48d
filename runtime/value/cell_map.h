// Which cells some set holds, by their location: to drop repeats and to look cells up without the set's table.
#pragma once

#include <cstdint>

#include "runtime/value/set.h"
#include "runtime/value/set_parts.h"

namespace batt {

/// A box of locations that a CellMap can be made for.
class CellBox {
 public:
  /// Makes it the smallest box around the cells. False if they are scattered too widely, or have colours beyond 0
  /// to 15.
  BATT_HD bool fit(const Cell* cells, std::size_t count);

  BATT_HD std::size_t area() const { return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_); }
  /// Where a map of the box keeps what it knows of a cell's location.
  BATT_HD std::uint32_t place(Cell cell) const {
    return static_cast<std::uint32_t>(cell.i() * width_ + cell.j() - origin_);
  }

 protected:
  static constexpr std::uint32_t most_colors = 16;
  static constexpr std::size_t most_area = std::size_t{1} << 15;
  int top_ = 0, left_ = 0, width_ = 0, height_ = 0;
  int origin_ = 0;  ///< top_ * width_ + left_
};

/// The locations inside the box around some cells, each with the colours met there.
class CellMap : public CellBox {
 public:
  CellMap() = default;
  /// An empty map for cells that the box fits.
  BATT_HD CellMap(Arena& memory, const CellBox& box);

  /// An empty map for these cells. False if no box fits them.
  BATT_HD bool open(Arena& memory, const Cell* cells, std::size_t count);
  /// The same with the cells in it.
  BATT_HD bool fill(Arena& memory, const Cell* cells, std::size_t count);

  /// The colours met at a place before, as bits. Now this is one of them.
  BATT_HD std::uint16_t insert(std::uint32_t place, std::uint32_t color) {
    const std::uint16_t before = met_[place];
    met_[place] = static_cast<std::uint16_t>(before | 1u << color);
    return before;
  }
  BATT_HD std::uint16_t insert(Cell cell) { return insert(place(cell), cell.bits() & 0xff); }
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

  std::uint16_t* met_ = nullptr;
};

/// So few cells are searched one by one.
inline constexpr std::uint32_t few_cells = 8;

/// Tells which cells are among the members of a set whose order is not known. It works in the scratch arena and never
/// needs the order, so recipes may use it.
class ListedMembers {
 public:
  BATT_HD explicit ListedMembers(const ListedCells& listed);

  BATT_HD bool contains(Cell cell) const;
  /// Copies those of the cells that are members; `out` has space for all members.
  BATT_HD void select(const Cell* cells, std::size_t count, Cell* out) const;

 private:
  using Table = SetTable<ColoredTraits>;

  const ListedCells& listed_;
  const CellMap* map_ = nullptr;
  CellMap own_;
  ColoredTraits traits_;  ///< tell locations apart as well
  Table* table_ = nullptr;
};

/// Tells quickly which cells belong to a set of cells. Where no map can be made, it asks for the set's order.
class CellMembers {
 public:
  /// A set that is asked again and again keeps its map; else it lies in the scratch arena.
  BATT_HD CellMembers(Context& context, const SetRep& set);

  BATT_HD bool contains(Cell cell) const {
    if (set_.rows.words != nullptr) return set_.rows.holds(cell, set_.packing == Packing::Colored);
    if (map_ != nullptr) return map_->holds(cell);
    return set_.size <= few_cells ? is_listed(cell) : set_contains_cell(set_, cell);
  }

  /// Copies the cells of which contains() is `wanted`; returns how many. `out` has room for all.
  BATT_HD std::size_t select(const Cell* cells, std::size_t count, bool wanted, Cell* out) const;

 private:
  BATT_HD bool is_listed(Cell cell) const;

  const SetRep& set_;
  const CellMap* map_ = nullptr;
  CellMap own_;
};

/// Copies the cells without repeats, the first stays. Returns how many are left.
BATT_HD std::size_t without_repeats(Arena& scratch, const Cell* cells, std::size_t count, Cell* out);

}  // namespace batt
