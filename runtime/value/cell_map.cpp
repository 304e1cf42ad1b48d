#include "runtime/value/cell_map.h"

#include <algorithm>
#include <cstring>

#include "batt/extent.h"

namespace batt {

BATT_HD bool CellMap::open(Arena& memory, const Cell* cells, std::size_t count) {
  std::uint32_t colors = 0;
  for (std::size_t k = 0; k < count; ++k) colors |= cells[k].bits();
  const Extent extent = count == 0 ? Extent{0, 0, -1, -1} : extent_of(cells, count);
  top_ = extent.top;
  left_ = extent.left;
  width_ = extent.width();
  height_ = extent.height();
  origin_ = top_ * width_ + left_;
  const std::size_t area = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  if (area > most_area || (colors & 0xff) >= most_colors) return false;
  met_ = memory.allocate<std::uint16_t>(area);
  std::memset(met_, 0, area * sizeof(std::uint16_t));
  return true;
}

BATT_HD bool CellMap::fill(Arena& memory, const Cell* cells, std::size_t count) {
  if (!open(memory, cells, count)) return false;
  for (std::size_t k = 0; k < count; ++k) meet(cells[k]);
  return true;
}

BATT_HD CellMembers::CellMembers(Context& context, const SetRep& set) : set_(set), map_(set.map) {
  if (map_ != nullptr || set.size <= few) return;
  if (!set.asked) {
    set.asked = true;
    if (own_.fill(context.scratch(), set.any_cells(), set.size)) map_ = &own_;
    return;
  }
  if (!own_.fill(context.arena(), set.any_cells(), set.size)) return;
  map_ = set.map = context.arena().make<CellMap>(own_);
}

BATT_HD bool CellMembers::is_listed(Cell cell) const {
  return std::find(set_.any_cells(), set_.any_cells() + set_.size, cell) != set_.any_cells() + set_.size;
}

BATT_HD std::size_t CellMembers::select(const Cell* cells, std::size_t count, bool wanted, Cell* out) const {
  std::size_t kept = 0;
  const auto copy_if = [&](auto holds) {
    for (std::size_t k = 0; k < count; ++k) {
      const Cell cell = cells[k];
      out[kept] = cell;
      kept += holds(cell) == wanted ? 1 : 0;
    }
  };
  if (map_ != nullptr)
    copy_if([map = *map_](Cell cell) { return map.holds(cell); });
  else
    copy_if([this](Cell cell) { return contains(cell); });
  return kept;
}

BATT_HD std::ptrdiff_t without_repeats(Arena& scratch, const Cell* cells, std::size_t count, Cell* out) {
  ArenaScope scope(scratch);
  CellMap met;
  if (!met.open(scratch, cells, count)) return -1;
  // All places first: these are vectors.
  auto* places = scratch.allocate<std::uint32_t>(count);
  for (std::size_t k = 0; k < count; ++k) places[k] = met.place(cells[k]);
  std::ptrdiff_t kept = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t color = cells[k].bits() & 0xff;
    out[kept] = cells[k];
    kept += 1 ^ (met.meet(places[k], color) >> color & 1);
  }
  return kept;
}

}  // namespace batt
