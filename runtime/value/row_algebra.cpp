#include "runtime/value/row_algebra.h"

#include <algorithm>
#include <cassert>

#include "runtime/value/bits.h"
#include "runtime/value/bytes.h"
#include "runtime/value/cell_extent.h"
#include "runtime/value/color_plane.h"

namespace batt {
namespace {

using rows::side;

std::uint32_t* allocate_words(Context& context) { return context.arena().allocate<std::uint32_t>(side); }

// ---- from lists to rows, and back -----------------------------------------------------------------------------

/// Writes the cells of row i in columns j, j + 1, ...; color_at(k) is the colour of the k-th.
template <class ColorAt>
Cell* list_run(int i, int j, int count, Cell* out, ColorAt color_at) {
  const std::uint32_t first = Cell(i, j).bits();
  // Locations of a window do not wrap around, so that the columns can be counted in the bits.
  for (int k = 0; k < count; ++k)
    out[k] = Cell::from_bits(first + (static_cast<std::uint32_t>(k) << 8) + static_cast<std::uint8_t>(color_at(k)));
  return out + count;
}

/// Writes the cells row by row, a run of neighbours at once.
void list(const CellRows& cells, bool is_colored, Cell* out) {
  for (int row = 0; row < cells.height; ++row) {
    std::uint64_t rest = cells.words[row];
    while (rest != 0) {
      const int begin = bits::trailing_zeros(rest), count = bits::trailing_ones(rest >> begin);
      const int i = cells.top + row, j = cells.left + begin;
      if (j < 0 && j + count > 0) {  // a column of -1 is all bits: one cell at a time
        for (int k = 0; k < count; ++k) *out++ = Cell(i, j + k, is_colored ? cells.color_at(row, begin + k) : 0);
      } else if (!is_colored || cells.one_color) {
        const std::int8_t color = is_colored ? cells.color : 0;
        out = list_run(i, j, count, out, [color](int) { return color; });
      } else {
        const std::int8_t* colors = cells.colors + row * cells.pitch + begin;
        out = list_run(i, j, count, out, [colors](int k) { return colors[k]; });
      }
      rest &= ~std::uint64_t{0} << (begin + count);
    }
  }
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
  return (a.one_color && b.one_color && a.color == b.color) || ColorPlane(a) == ColorPlane(b);
}

bool have_rows(Context& context, const SetRep& a, const SetRep& b) {
  return rows_enabled() && a.find_rows(context) && b.find_rows(context);
}

bool comparable(const SetRep& a, const SetRep& b) {
  return a.packing == Packing::Locations || agree_in_colors(a.rows, b.rows);
}

}  // namespace

void SetRep::list_cells() const {
  if (rows.words == nullptr) return;  // an empty set has no cells to list
  Cell* cells_of_rows = context->arena().allocate<Cell>(size);
  list(rows, packing == Packing::Colored, cells_of_rows);
  cell_list = cells_of_rows;
}

bool SetRep::make_rows(Context& memory) const {
  if (!rows_enabled() || !is_cells()) return false;
  rows_tried = true;
  const Extent extent = this->extent();
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

namespace {

/// Below this height a loop over the rows is quicker than a kernel, and takes less memory.
constexpr int few_rows = 8;

/// The cells of `a` that are in `b`, or those that are not.
bool select_few(Context& context, const CellRows& a, const CellRows& b, bool wanted, MadeRows& made) {
  auto* out = context.arena().allocate<std::uint32_t>(a.height);
  const int down = a.top - b.top, right = b.left - a.left;
  std::uint32_t size = 0;
  for (int row = 0; row < a.height; ++row) {
    std::uint64_t there = static_cast<unsigned>(row + down) < b.height ? b.words[row + down] : 0;
    there = right <= -side || right >= side ? 0 : right >= 0 ? there << right : there >> -right;
    out[row] = a.words[row] & static_cast<std::uint32_t>(wanted ? there : ~there);
    size += static_cast<std::uint32_t>(bits::ones(out[row]));
  }
  made.rows = a;
  made.rows.words = out;
  made.size = size;
  return true;
}

}  // namespace

bool intersect_rows(Context& context, const SetRep& a, const SetRep& b, MadeRows& made) {
  if (!have_rows(context, a, b) || !comparable(a, b)) return false;
  if (a.rows.height <= few_rows) return select_few(context, a.rows, b.rows, true, made);
  std::uint32_t* words = allocate_words(context);
  made.rows = a.rows;
  made.size =
      rows::kernels->intersect(a.rows.placed(a.rows.top, a.rows.left), b.rows.placed(a.rows.top, a.rows.left), words);
  made.rows.words = words;
  return true;
}

bool subtract_rows(Context& context, const SetRep& a, const SetRep& b, MadeRows& made) {
  if (!have_rows(context, a, b) || !comparable(a, b)) return false;
  if (a.rows.height <= few_rows) return select_few(context, a.rows, b.rows, false, made);
  std::uint32_t* words = allocate_words(context);
  made.rows = a.rows;
  made.size =
      rows::kernels->subtract(a.rows.placed(a.rows.top, a.rows.left), b.rows.placed(a.rows.top, a.rows.left), words);
  made.rows.words = words;
  return true;
}

bool rows_are_in(const SetRep& a, const SetRep& b, bool& are_in) {
  if (!rows_enabled() || a.rows.words == nullptr || b.rows.words == nullptr || !comparable(a, b)) return false;
  std::uint32_t others[side];
  are_in = rows::kernels->subtract(a.rows.placed(a.rows.top, a.rows.left), b.rows.placed(a.rows.top, a.rows.left),
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
