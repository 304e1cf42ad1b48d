#include "dsl_kernels/connected_pairs.h"

#include <algorithm>
#include <cstdlib>

#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/patch.h"
#include "runtime/value/cell_extent.h"
#include "runtime/value/set.h"

namespace batt {
namespace {

/// A number for each cell of a box, and of a border around it.
template <class Number>
class BoxOf {
 public:
  BoxOf(Arena& scratch, const Extent& box, Number first)
      : top_(box.top - 1), left_(box.left - 1), width_(box.width() + 2) {
    const auto size = static_cast<std::size_t>(box.height() + 2) * static_cast<std::size_t>(width_);
    numbers_ = scratch.allocate<Number>(size);
    std::fill_n(numbers_, size, first);
  }
  Number& at(int i, int j) { return numbers_[(i - top_) * width_ + j - left_]; }
  Number& at(Cell cell) { return at(cell.i(), cell.j()); }

 private:
  int top_, left_, width_;
  Number* numbers_;
};

/// The hashes of sets of cells in line, whatever their length.
class LineHashes {
 public:
  LineHashes(Arena& scratch, const Extent& box)
      : mixed_up_to_{{scratch, box, 0}, {scratch, box, 0}, {scratch, box, 0}, {scratch, box, 0}} {
    for (int i = box.top; i <= box.bottom; ++i)
      for (int j = box.left; j <= box.right; ++j) {
        const std::uint64_t cell = hash::shuffle(hash::of_pair(i, j));
        for (int way = 0; way < ways; ++way)
          mixed_up_to_[way].at(i, j) = mixed_up_to_[way].at(i - down[way], j - across[way]) ^ cell;
      }
  }

  /// Of the line from one cell to another one.
  std::uint64_t of(Cell a, Cell b) {
    const int way = a.i() == b.i() ? 0 : a.j() == b.j() ? 1 : (a.i() < b.i()) == (a.j() < b.j()) ? 2 : 3;
    const bool a_is_first = way == 0 ? a.j() <= b.j() : a.i() < b.i();
    const Cell first = a_is_first ? a : b, last = a_is_first ? b : a;
    const int size = std::max(last.i() - first.i(), std::abs(last.j() - first.j())) + 1;
    return hash::finish_set(
        mixed_up_to_[way].at(last) ^ mixed_up_to_[way].at(first.i() - down[way], first.j() - across[way]),
        static_cast<std::uint64_t>(size));
  }

 private:
  static constexpr int ways = 4;
  static constexpr int down[ways] = {0, 1, 1, 1}, across[ways] = {1, 0, 1, -1};

  BoxOf<std::uint64_t> mixed_up_to_[ways];
};

/// Which pairs of two sets make the lines, each line once.
class Pairs {
 public:
  Pairs(Arena& scratch, const SetRep& a, const SetRep& b, const Extent& box)
      : a_(a), b_(b), place_in_b_(scratch, box, none), in_a_(scratch, box, false) {
    for (std::uint32_t k = 0; k < b.size; ++k) place_in_b_.at(b.cells()[k]) = k;
    for (std::uint32_t k = 0; k < a.size; ++k) in_a_.at(a.cells()[k]) = true;
  }

  /// Calls use(i, j) for those in line that come before (j, i), and once for the first pair that is not in line.
  template <class Use>
  void for_each_line(Use use) {
    const Cell *a = a_.cells(), *b = b_.cells();
    bool has_empty = false;
    for (std::uint32_t other = 0; other < b_.size; ++other)
      for (std::uint32_t k = 0; k < a_.size; ++k) {
        const int down = std::abs(a[k].i() - b[other].i()), across = std::abs(a[k].j() - b[other].j());
        if (down == 0 || across == 0 || down == across) {
          // Of (i, j) and (j, i) the first one counts: that with the other's j earlier in b.
          const bool came_before = in_a_.at(b[other]) && place_in_b_.at(a[k]) < other;
          if (!came_before) use(a[k], b[other]);
        } else if (!has_empty) {
          has_empty = true;
          use(a[k], b[other]);
        }
      }
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;

  const SetRep &a_, &b_;
  BoxOf<std::uint32_t> place_in_b_;
  BoxOf<bool> in_a_;
};

}  // namespace

bool connect_pairs(Context& context, Value a, Value b, Value& lines) {
  constexpr std::uint64_t fewest_pairs = 64;
  constexpr int widest = 64;
  const SetRep *from = packed(a, Reading::Indices), *to = packed(b, Reading::Indices);
  if (from == nullptr || to == nullptr || std::uint64_t{from->size} * to->size < fewest_pairs) return false;
  const Extent x = from->extent(), y = to->extent();
  const Extent box{std::min(x.top, y.top), std::min(x.left, y.left), std::max(x.bottom, y.bottom),
                   std::max(x.right, y.right)};
  if (box.height() > widest || box.width() > widest) return false;
  context.charge(std::uint64_t{from->size} * to->size);
  from->ensure_order();
  to->ensure_order();
  ArenaScope scope(context.scratch());
  Pairs pairs(context.scratch(), *from, *to, box);
  std::size_t count = 0;
  pairs.for_each_line([&](Cell, Cell) { ++count; });
  Value* values = context.arena().allocate<Value>(count);
  auto* hashes = context.arena().allocate<std::uint64_t>(count);
  LineHashes line_hashes(context.scratch(), box);
  std::size_t made = 0;
  pairs.for_each_line([&](Cell i, Cell j) {
    const Value line = connect_packed(context, Value::pair(i.i(), i.j()), Value::pair(j.i(), j.j()));
    const SetRep& cells = line.set();
    if (cells.size != 0) {
      cells.hash = line_hashes.of(i, j);
      cells.hashed = true;
    }
    values[made] = line;
    hashes[made++] = cells.hash;
  });
  lines = make_set_later(context, values, hashes, count, added_as_listed);
  return true;
}

}  // namespace batt
