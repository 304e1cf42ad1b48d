#include "runtime/value/cell_map.h"

#include <algorithm>

#include "runtime/team/cell_jobs.h"
#include "runtime/team/team.h"
#include "runtime/value/bytes.h"
#include "runtime/value/cell_extent.h"

namespace batt {
namespace {

/// So many cells are worth calling a team for.
constexpr std::size_t worth_a_team = 16;

BATT_HD bool by_team(std::size_t count) { return count >= worth_a_team && team::is_there(); }

/// The colours' bits.
BATT_HD std::uint32_t all_colors(const Cell* cells, std::size_t count) {
  std::uint32_t bits = 0;
  for (std::size_t k = 0; k < count; ++k) bits |= cells[k].bits();
  return bits & 0xff;
}

}  // namespace

BATT_HD bool CellBox::fit(const Cell* cells, std::size_t count) {
  BoundCells bounds{cells, count, {0, 0, -1, -1}, 0};
  if (by_team(count)) {
    team::run(bounds);
  } else if (count != 0) {
    bounds.colors = all_colors(cells, count);
    bounds.extent = extent_of(cells, count);
  }
  const Extent& extent = bounds.extent;
  top_ = extent.top;
  left_ = extent.left;
  width_ = extent.width();
  height_ = extent.height();
  origin_ = top_ * width_ + left_;
  return area() <= most_area && bounds.colors < most_colors;
}

BATT_HD CellMap::CellMap(Arena& memory, const CellBox& box)
    : CellBox(box), met_(memory.allocate<std::uint16_t>(area())) {
  fill_bytes(met_, 0, area() * sizeof(std::uint16_t));
}

BATT_HD bool CellMap::open(Arena& memory, const Cell* cells, std::size_t count) {
  CellBox box;
  if (!box.fit(cells, count)) return false;
  *this = CellMap(memory, box);
  return true;
}

BATT_HD bool CellMap::fill(Arena& memory, const Cell* cells, std::size_t count) {
  if (!open(memory, cells, count)) return false;
  if (by_team(count)) {
    MarkCells job{*this, cells, count};
    team::run(job);
    return true;
  }
  for (std::size_t k = 0; k < count; ++k) insert(cells[k]);
  return true;
}

BATT_HD ListedMembers::ListedMembers(const ListedCells& listed) : listed_(listed), map_(listed.map) {
  if (map_ != nullptr || listed.rows.words != nullptr || listed.size <= few_cells) return;
  Arena& scratch = listed.context.scratch();
  if (own_.fill(scratch, listed.cells(), listed.size)) {
    map_ = &own_;
    return;
  }
  table_ = scratch.make<Table>(scratch, traits_, mask_for(std::uint64_t{listed.size} * 2));
  for (std::uint32_t k = 0; k < listed.size; ++k)
    table_->insert_clean(listed.cells()[k].bits(), traits_.hash(listed.cells()[k].bits()));
}

BATT_HD bool ListedMembers::contains(Cell cell) const {
  if (listed_.rows.words != nullptr) return listed_.rows.holds(cell, listed_.is_colored);
  if (map_ != nullptr) return map_->holds(cell);
  if (table_ != nullptr) return table_->contains(cell.bits(), traits_.hash(cell.bits()));
  return std::find(listed_.cells(), listed_.cells() + listed_.size, cell) != listed_.cells() + listed_.size;
}

BATT_HD void ListedMembers::select(const Cell* cells, std::size_t count, Cell* out) const {
  const auto copy_if = [&](auto holds) { std::copy_if(cells, cells + count, out, holds); };
  if (listed_.rows.words == nullptr && map_ != nullptr)
    copy_if([map = *map_](Cell cell) { return map.holds(cell); });
  else
    copy_if([this](Cell cell) { return contains(cell); });
}

BATT_HD CellMembers::CellMembers(Context& context, const SetRep& set) : set_(set), map_(set.map) {
  if (map_ != nullptr || set.rows.words != nullptr || set.size <= few_cells || set.find_rows(context)) return;
#ifdef BATT_ON_DEVICE
  const bool keeps_map = false;  // samples may share the set
#else
  const bool keeps_map = set.asked;
#endif
  if (!keeps_map) {
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
  if (map_ != nullptr && by_team(count)) {
    FilterCells job{*map_, wanted, cells, count, out, 0};
    team::run(job);
    return job.kept;
  }
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

namespace {

/// without_repeats of cells that are scattered too widely for a map: by a table of those that were met.
BATT_HD std::size_t drop_scattered_repeats(Arena& scratch, const Cell* cells, std::size_t count, Cell* out) {
  const int bits_of_place = bits::width(static_cast<std::uint64_t>(count) * 2);
  const std::size_t size = std::size_t{1} << bits_of_place;
  auto* met = scratch.allocate<std::uint32_t>(size);  // by place: 0, or which of the kept cells stands there, from 1 on
  fill_bytes(met, 0, size * sizeof *met);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint64_t mixed = cells[k].bits() * std::uint64_t{0x9e3779b97f4a7c15};
    std::size_t place = static_cast<std::size_t>(mixed >> (64 - bits_of_place));
    while (met[place] != 0 && out[met[place] - 1] != cells[k]) place = (place + 1) & (size - 1);
    if (met[place] != 0) continue;
    out[kept] = cells[k];
    met[place] = static_cast<std::uint32_t>(++kept);
  }
  return kept;
}

}  // namespace

BATT_HD std::size_t without_repeats(Arena& scratch, const Cell* cells, std::size_t count, Cell* out) {
  ArenaScope scope(scratch);
  CellBox box;
  if (!box.fit(cells, count)) return drop_scattered_repeats(scratch, cells, count, out);
  CellMap met(scratch, box);
  if (by_team(count)) {
    DropRepeats job{met, cells, count, out, 0};
    team::run(job);
    return job.kept;
  }
  // All places first: these are vectors.
  auto* places = scratch.allocate<std::uint32_t>(count);
  for (std::size_t k = 0; k < count; ++k) places[k] = met.place(cells[k]);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t color = cells[k].bits() & 0xff;
    out[kept] = cells[k];
    kept += 1u ^ (met.insert(places[k], color) >> color & 1u);
  }
  return kept;
}

}  // namespace batt
