#include "runtime/value/row_algebra.h"

#include <algorithm>
#include <cassert>

#include "runtime/value/bits.h"
#include "runtime/value/bytes.h"
#include "runtime/value/extent.h"

namespace batt {
namespace {

using rows::side;

std::uint32_t* allocate_words(Context& context) { return context.arena().allocate<std::uint32_t>(side); }

// ---- from lists to rows, and back -----------------------------------------------------------------------------

/// Writes the cells row by row.
void list(const CellRows& cells, bool is_colored, Cell* out) {
  if (!is_colored)
    for_each_cell(cells, [&](int i, int j, int, int) { *out++ = Cell(i, j); });
  else if (cells.one_color)
    for_each_cell(cells, [&](int i, int j, int, int) { *out++ = Cell(i, j, cells.color); });
  else
    for_each_cell(cells, [&](int i, int j, int row, int column) {
      *out++ = Cell(i, j, cells.colors[row * cells.pitch + column]);
    });
}

bool have_one_color(const Cell* cells, std::uint32_t count) {
  std::uint32_t differ = 0;
  for (std::uint32_t k = 1; k < count; ++k) differ |= cells[k].bits() ^ cells[0].bits();
  return (differ & 0xff) == 0;
}

/// The colours of the cells, each at its place in a window of this extent.
const std::int8_t* write_colors(Context& context, const SetRep& set, const Extent& extent) {
  const auto area = static_cast<std::size_t>(extent.height()) * static_cast<std::size_t>(extent.width());
  auto* colors = context.arena().allocate<std::int8_t>(area);
  fill_bytes(colors, 0, area);
  for (std::uint32_t k = 0; k < set.size; ++k) {
    const Cell cell = set.cell_list[k];
    colors[(cell.i() - extent.top) * extent.width() + cell.j() - extent.left] = static_cast<std::int8_t>(cell.c());
  }
  return colors;
}

// ---- windows --------------------------------------------------------------------------------------------------

/// Whether the colours of two sets agree wherever both have a cell.
bool agree_in_colors(const CellRows& a, const CellRows& b) {
  if (a.one_color && b.one_color && a.color == b.color) return true;
  return a.colors != nullptr && a.colors == b.colors && a.pitch == b.pitch && a.top == b.top && a.left == b.left;
}

/// Whether cells lie in columns from `left` on that are wider apart than a window.
bool leaves_window(const CellRows& cells, int left) {
  const int right = cells.left - left;
  if (right == 0) return false;
  if (right >= side) return true;
  std::uint32_t lost = 0;
  for (int row = 0; row < cells.height; ++row) lost |= cells.words[row] >> (side - right);
  return lost != 0;
}

bool have_rows(Context& context, const SetRep& a, const SetRep& b) {
  return rows_enabled() && a.find_rows(context) && b.find_rows(context);
}

bool comparable(const SetRep& a, const SetRep& b) {
  return a.packing == Packing::Locations || agree_in_colors(a.rows, b.rows);
}

}  // namespace

void SetRep::list_cells() const {
  Cell* cells_of_rows = context->arena().allocate<Cell>(size);
  list(rows, packing == Packing::Colored, cells_of_rows);
  cell_list = cells_of_rows;
}

bool SetRep::make_rows(Context& memory) const {
  if (!rows_enabled() || !is_cells()) return false;
  rows_tried = true;
  const Extent extent = extent_of(cell_list, size);
  if (extent.height() > side || extent.width() > side) return false;
  auto* words = memory.arena().allocate<std::uint32_t>(static_cast<std::size_t>(extent.height()));
  fill_bytes(words, 0, static_cast<std::size_t>(extent.height()) * sizeof *words);
  std::uint32_t repeated = 0;
  for (std::uint32_t k = 0; k < size; ++k) {
    std::uint32_t& row = words[cell_list[k].i() - extent.top];
    const std::uint32_t bit = std::uint32_t{1} << (cell_list[k].j() - extent.left);
    repeated |= row & bit;
    row |= bit;
  }
  if (repeated != 0) return false;
  CellRows made{.words = words,
                .colors = nullptr,
                .top = static_cast<std::int16_t>(extent.top),
                .left = static_cast<std::int16_t>(extent.left),
                .height = static_cast<std::uint8_t>(extent.height()),
                .pitch = static_cast<std::uint8_t>(extent.width()),
                .color = static_cast<std::int8_t>(cell_list[0].c()),
                .one_color = packing == Packing::Colored && have_one_color(cell_list, size)};
  if (packing == Packing::Colored && !made.one_color) made.colors = write_colors(memory, *this, extent);
  rows = made;
  check_rows(*this);
  return true;
}

BATT_HD ListedCells::ListedCells(const SetRep& set, Context& memory)
    : size(set.size),
      is_colored(set.packing == Packing::Colored),
      map(set.map),
      rows(set.rows),
      context(memory),
      listed_(set.cell_list) {}

BATT_HD const Cell* ListedCells::list() const {
  Cell* cells = context.scratch().allocate<Cell>(size);
#ifndef BATT_ON_DEVICE
  batt::list(rows, is_colored, cells);
#endif
  return cells;
}

bool unite_rows(Context& context, const SetRep* const* sets, std::size_t count, MadeRows& made) {
  if (!rows_enabled() || count == 0) return false;
  ArenaScope scope(context.scratch());
  auto* placed = context.scratch().allocate<rows::Placed>(count);
  std::uint32_t used = 0;
  int bottom = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const SetRep& set = *sets[k];
    if (set.size == 0) continue;
    if (!set.find_rows(context)) return false;
    const CellRows& cells = set.rows;
    if (used == 0) {
      made.rows = cells;
      bottom = cells.top + cells.height;
    } else if (set.packing == Packing::Colored) {
      if (!agree_in_colors(made.rows, cells)) return false;
      const bool is_one_plane = made.rows.colors == cells.colors && made.rows.top == cells.top &&
                                made.rows.left == cells.left && made.rows.pitch == cells.pitch;
      if (!is_one_plane) made.rows.colors = nullptr;
      if (!cells.one_color || cells.color != made.rows.color) made.rows.one_color = false;
    }
    made.rows.top = std::min(made.rows.top, cells.top);
    made.rows.left = std::min(made.rows.left, cells.left);
    bottom = std::max(bottom, cells.top + cells.height);
    placed[used++] = {cells.words, cells.height, cells.top, cells.left};
  }
  if (used == 0) return true;
  if (bottom - made.rows.top > side) return false;
  for (std::size_t k = 0; k < count; ++k)
    if (sets[k]->size != 0 && leaves_window(sets[k]->rows, made.rows.left)) return false;
  for (std::uint32_t k = 0; k < used; ++k) {
    placed[k].down -= made.rows.top;
    placed[k].right -= made.rows.left;
  }
  std::uint32_t* words = allocate_words(context);
  made.size = rows::kernels->unite_all(placed, used, words);
  made.rows.words = words;
  made.rows.height = static_cast<std::uint8_t>(bottom - made.rows.top);
  return true;
}

bool intersect_rows(Context& context, const SetRep& a, const SetRep& b, MadeRows& made) {
  if (!have_rows(context, a, b) || !comparable(a, b)) return false;
  std::uint32_t* words = allocate_words(context);
  made.rows = a.rows;
  made.size = rows::kernels->intersect(a.rows.placed(a.rows.top, a.rows.left),
                                       b.rows.placed(a.rows.top, a.rows.left), words);
  made.rows.words = words;
  return true;
}

bool subtract_rows(Context& context, const SetRep& a, const SetRep& b, MadeRows& made) {
  if (!have_rows(context, a, b) || !comparable(a, b)) return false;
  std::uint32_t* words = allocate_words(context);
  made.rows = a.rows;
  made.size = rows::kernels->subtract(a.rows.placed(a.rows.top, a.rows.left),
                                      b.rows.placed(a.rows.top, a.rows.left), words);
  made.rows.words = words;
  return true;
}

bool rows_are_in(const SetRep& a, const SetRep& b, bool& answer) {
  if (!rows_enabled() || a.rows.words == nullptr || b.rows.words == nullptr || !comparable(a, b)) return false;
  std::uint32_t others[side];
  answer = rows::kernels->subtract(a.rows.placed(a.rows.top, a.rows.left), b.rows.placed(a.rows.top, a.rows.left),
                                   others) == 0;
  return true;
}

BATT_HD void check_rows([[maybe_unused]] const SetRep& set) {
#if !defined(NDEBUG) && !defined(BATT_ON_DEVICE)
  const CellRows& cells = set.rows;
  assert(set.is_cells() && cells.height <= side);
  std::uint32_t size = 0;
  for (int row = 0; row < cells.height; ++row) size += static_cast<std::uint32_t>(bits::ones(cells.words[row]));
  assert(size == set.size);
  assert(set.packing == Packing::Locations || cells.one_color || cells.colors != nullptr);
  for_each_cell(cells, [&](int i, int j, int row, int column) {
    assert(Cell::fits(i, j));
    assert(cells.colors == nullptr || !cells.one_color || cells.colors[row * cells.pitch + column] == cells.color);
  });
#endif
}

}  // namespace batt
