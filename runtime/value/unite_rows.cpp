// The union of sets with rows.
#include <algorithm>

#include "runtime/value/bits.h"
#include "runtime/value/color_plane.h"
#include "runtime/value/row_algebra.h"

namespace batt {
namespace {

using rows::side;

std::uint32_t* allocate_words(Context& context) { return context.arena().allocate<std::uint32_t>(side); }

/// The smallest window around several sets, and what their colours have in common.
class CommonWindow {
 public:
  explicit CommonWindow(const CellRows& first)
      : top(first.top),
        left(first.left),
        bottom(first.top + first.height),
        color_(first.color),
        one_color_(first.one_color),
        plane_(first),
        one_plane_(first.colors != nullptr) {}

  void add(const CellRows& cells) {
    top = std::min<int>(top, cells.top);
    left = std::min<int>(left, cells.left);
    bottom = std::max(bottom, cells.top + cells.height);
    one_color_ = one_color_ && cells.one_color && cells.color == color_;
    one_plane_ = one_plane_ && plane_ == ColorPlane(cells);
  }
  /// Whether that tells the colours of all cells.
  bool has_colors() const { return one_color_ || one_plane_; }

  CellRows rows(const std::uint32_t* words) const {
    return {.words = words,
            .colors = one_plane_ ? plane_.from(top, left) : nullptr,
            .top = static_cast<std::int16_t>(top),
            .left = static_cast<std::int16_t>(left),
            .height = static_cast<std::uint8_t>(bottom - top),
            .pitch = static_cast<std::uint8_t>(plane_.pitch),
            .color = color_,
            .one_color = one_color_};
  }

  int top, left, bottom;

 private:
  std::int8_t color_;
  bool one_color_;
  ColorPlane plane_;
  bool one_plane_;
};

/// Whether cells lie in columns from `left` on that are wider apart than a window.
bool leaves_window(const CellRows& cells, int left) {
  const int right = cells.left - left;
  if (right == 0) return false;
  if (right >= side) return true;
  std::uint32_t lost = 0;
  for (int row = 0; row < cells.height; ++row) lost |= cells.words[row] >> (side - right);
  return lost != 0;
}

/// Sets laid over each other, as far as they lie in a window.
class Layers {
 public:
  Layers(Context& context, const Extent& window)
      : top_(window.top),
        left_(window.left),
        height_(window.height()),
        width_(window.width()),
        words_(allocate_words(context)),
        colors_(context.arena().allocate<std::int8_t>(side * side)) {
    std::fill_n(words_, side, 0);
  }

  /// False if a cell was there in another colour.
  bool add(const SetRep& set) {
    if (set.rows.words != nullptr)
      return rows::kernels->lay_over(set.rows.placed(top_, left_), set.rows.placed_colors(top_, left_), height_, width_,
                                     words_, colors_);
    const Cell* const cells = set.any_cells();
    return std::all_of(cells, cells + set.size, [this](Cell cell) { return add(cell); });
  }

  MadeRows made(bool is_colored) const {
    MadeRows made;
    for (int row = 0; row < height_; ++row) made.size += static_cast<std::uint32_t>(bits::ones(words_[row]));
    made.rows = {.words = words_,
                 .colors = is_colored ? colors_ : nullptr,
                 .top = static_cast<std::int16_t>(top_),
                 .left = static_cast<std::int16_t>(left_),
                 .height = static_cast<std::uint8_t>(height_),
                 .pitch = side};
    return made;
  }

 private:
  bool add(Cell cell) {
    const int i = cell.i() - top_, j = cell.j() - left_;
    if (static_cast<unsigned>(i) >= static_cast<unsigned>(height_) ||
        static_cast<unsigned>(j) >= static_cast<unsigned>(width_))
      return true;
    const std::uint32_t bit = std::uint32_t{1} << j;
    std::int8_t& color = colors_[i * side + j];
    if ((words_[i] & bit) != 0) return color == cell.c();
    words_[i] |= bit;
    color = static_cast<std::int8_t>(cell.c());
    return true;
  }

  const int top_, left_, height_, width_;
  std::uint32_t* const words_;
  std::int8_t* const colors_;
};

/// Those of the sets that are not empty.
bool lay_over(Context& context, const SetRep* const* sets, std::size_t count, const Extent& window, MadeRows& made) {
  const Arena::Mark before = context.arena().mark();
  Layers layers(context, window);
  bool is_colored = false;
  for (std::size_t k = 0; k < count; ++k) {
    if (sets[k]->size == 0) continue;
    is_colored = sets[k]->packing == Packing::Colored;
    if (layers.add(*sets[k])) continue;
    context.arena().release(before);
    return false;
  }
  made = layers.made(is_colored);
  return true;
}

/// unite_rows of two sets in one window.
bool unite_pair(Context& context, const SetRep& a, const SetRep& b, MadeRows& made) {
  const CellRows &x = a.rows, &y = b.rows;
  if (x.words == nullptr || y.words == nullptr || x.top != y.top || x.left != y.left) return false;
  const bool is_colored = a.packing == Packing::Colored, one_color = x.one_color && y.one_color && x.color == y.color;
  const bool one_plane = x.colors != nullptr && x.colors == y.colors && x.pitch == y.pitch;
  if (is_colored && !one_color && !one_plane) return false;
  std::uint32_t* words = allocate_words(context);
  made.size = rows::kernels->unite({x.words, x.height}, {y.words, y.height}, words);
  made.rows = x;
  made.rows.words = words;
  made.rows.height = std::max(x.height, y.height);
  made.rows.one_color = one_color;
  if (!one_plane) made.rows.colors = nullptr;
  return true;
}

/// unite_rows of sets that lie where most sets do: in the window that begins at (0, 0), none of them empty. `set_at(k)`
/// may be null: no set.
template <class SetAt>
bool unite_on_grid(Context& context, std::size_t count, MadeRows& made, SetAt set_at) {
  const SetRep* const first_set = set_at(0);
  if (first_set == nullptr || first_set->rows.words == nullptr) return false;
  const CellRows first = first_set->rows;
  const Packing packing = first_set->packing;
  const bool is_colored = packing == Packing::Colored;
  const ColorPlane plane(first);
  bool one_color = first.one_color, one_plane = first.colors != nullptr;
  std::uint32_t* const words = allocate_words(context);
  std::fill_n(words, side, 0);
  int bottom = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const SetRep* const set = set_at(k);
    if (set == nullptr || set->packing != packing || set->rows.words == nullptr) return false;
    const CellRows& cells = set->rows;
    const int end = cells.top + cells.height;
    if (cells.left != 0 || cells.top < 0 || end > side) return false;
    one_color = one_color && cells.one_color && cells.color == first.color;
    one_plane = one_plane && plane.holds(cells);
    if (is_colored && !one_color && !one_plane) return false;
    bottom = std::max(bottom, end);
    for (int row = 0; row < cells.height; ++row) words[cells.top + row] |= cells.words[row];
  }
  made.size = 0;
  for (int row = 0; row < bottom; ++row) made.size += static_cast<std::uint32_t>(bits::ones(words[row]));
  made.rows = {.words = words,
               .colors = is_colored && one_plane ? plane.from(0, 0) : nullptr,
               .height = static_cast<std::uint8_t>(bottom),
               .pitch = first.pitch,
               .color = first.color,
               .one_color = one_color};
  return true;
}

/// unite_rows of sets anywhere, the first of them not empty. `fit`: whether they have rows that fit a window.
bool unite_anywhere(Context& context, const SetRep* const* sets, std::size_t count, bool& fit, Extent& around,
                    MadeRows& made) {
  fit = false;
  if (!sets[0]->find_rows(context)) return false;
  CommonWindow window(sets[0]->rows);
  ArenaScope scope(context.scratch());
  auto* placed = context.scratch().allocate<rows::Placed>(count);
  std::uint32_t used = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (sets[k]->size == 0) continue;
    if (!sets[k]->find_rows(context)) return false;
    window.add(sets[k]->rows);
    placed[used++] = sets[k]->rows.placed(0, 0);
  }
  if (window.bottom - window.top > side) return false;
  for (std::size_t k = 0; k < count; ++k)
    if (sets[k]->size != 0 && leaves_window(sets[k]->rows, window.left)) return false;
  fit = true;
  around = {window.top, window.left, window.bottom - 1, window.left + side - 1};
  if (sets[0]->packing == Packing::Colored && !window.has_colors()) return false;
  for (std::uint32_t k = 0; k < used; ++k) {
    placed[k].down -= window.top;
    placed[k].right -= window.left;
  }
  std::uint32_t* words = allocate_words(context);
  made.size = rows::kernels->unite_all(placed, used, words);
  made.rows = window.rows(words);
  return true;
}

/// unite_rows, or with a canvas unite_on_canvas. Colours are compared only where it takes that.
bool unite(Context& context, const SetRep* const* sets, std::size_t count, const Extent* canvas, MadeRows& made) {
  std::size_t first = 0;
  while (first < count && sets[first]->size == 0) ++first;
  if (!rows_enabled() || count == 0) return false;
  if (first == count) return true;
  if (count == 2 && first == 0 && sets[1]->size != 0 && unite_pair(context, *sets[0], *sets[1], made)) return true;
  if (first == 0 && unite_on_grid(context, count, made, [sets](std::size_t k) { return sets[k]; })) return true;
  made = {};
  sets += first;
  count -= first;
  Extent window;
  bool fit = false;
  if (unite_anywhere(context, sets, count, fit, window, made)) return true;
  if (canvas != nullptr) return lay_over(context, sets, count, *canvas, made);
  return fit && lay_over(context, sets, count, window, made);
}

}  // namespace

bool unite_members(Context& context, const SetRep& sets, const SetRep** members, MadeRows& made) {
  if (!rows_enabled() || sets.size == 0 || sets.packing != Packing::Values) return false;
  return unite_on_grid(context, sets.size, made, [&](std::size_t k) {
    const Value member = sets.value_list[k];
    return members[k] = member.is_set() ? &member.set() : nullptr;
  });
}

bool unite_rows(Context& context, const SetRep* const* sets, std::size_t count, MadeRows& made) {
  return unite(context, sets, count, nullptr, made);
}

bool unite_on_canvas(Context& context, const SetRep* const* sets, std::size_t count, int height, int width,
                     MadeRows& made) {
  const Extent canvas{0, 0, height - 1, width - 1};
  return unite(context, sets, count, &canvas, made);
}

}  // namespace batt
