#include "dsl_kernels/connected_pairs.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/patch.h"
#include "dsl_kernels/row_masks.h"
#include "runtime/value/cell_extent.h"
#include "runtime/value/late_sets.h"
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
  Number& at(int i, int j) { return numbers_[place_of(i, j)]; }
  Number& at(Cell cell) { return at(cell.i(), cell.j()); }
  Number at(int i, int j) const { return numbers_[place_of(i, j)]; }
  Number at(Cell cell) const { return at(cell.i(), cell.j()); }

 private:
  int place_of(int i, int j) const { return (i - top_) * width_ + j - left_; }

  int top_, left_, width_;
  Number* numbers_;
};

/// Fewer pairs take less time in calls.
constexpr std::uint64_t fewest_pairs = 64;
constexpr int widest = 64;

bool is_near(const Extent& box) { return box.height() <= widest && box.width() <= widest; }

bool are_in_line(Cell a, Cell b) {
  const int down = std::abs(a.i() - b.i()), across = std::abs(a.j() - b.j());
  return down == 0 || across == 0 || down == across;
}

/// Makes lines between cells of a box, with their hashes, which take the same time whatever their length.
class LineMaker {
 public:
  LineMaker(Context& context, const Extent& box) : LineMaker(context, box, context.scratch()) {}

  /// connect(a, b)
  Value connect(Cell a, Cell b) const {
    const Value line = connect_packed(context_, Value::pair(a.i(), a.j()), Value::pair(b.i(), b.j()));
    const SetRep& cells = line.set();
    if (cells.size != 0) {
      cells.hash = hash_of(a, b);
      cells.hashed = true;
    }
    return line;
  }

 private:
  LineMaker(Context& context, const Extent& box, Arena& scratch)
      : context_(context), mixed_up_to_{{scratch, box, 0}, {scratch, box, 0}, {scratch, box, 0}, {scratch, box, 0}} {
    for (int i = box.top; i <= box.bottom; ++i)
      for (int j = box.left; j <= box.right; ++j) {
        const std::uint64_t cell = hash::shuffle(hash::of_pair(i, j));
        for (int way = 0; way < ways; ++way)
          mixed_up_to_[way].at(i, j) = mixed_up_to_[way].at(i - down[way], j - across[way]) ^ cell;
      }
  }

  /// Of the line from one cell to another one.
  std::uint64_t hash_of(Cell a, Cell b) const {
    const int way = a.i() == b.i() ? 0 : a.j() == b.j() ? 1 : (a.i() < b.i()) == (a.j() < b.j()) ? 2 : 3;
    const bool a_is_first = way == 0 ? a.j() <= b.j() : a.i() < b.i();
    const Cell first = a_is_first ? a : b, last = a_is_first ? b : a;
    const int size = std::max(last.i() - first.i(), std::abs(last.j() - first.j())) + 1;
    return hash::finish_set(
        mixed_up_to_[way].at(last) ^ mixed_up_to_[way].at(first.i() - down[way], first.j() - across[way]),
        static_cast<std::uint64_t>(size));
  }

  static constexpr int ways = 4;
  static constexpr int down[ways] = {0, 1, 1, 1}, across[ways] = {1, 0, 1, -1};

  Context& context_;
  BoxOf<std::uint64_t> mixed_up_to_[ways];
};

/// Tells of 64 cells of a box at once which are in line with another one: those that share a row, a column or a
/// diagonal with it.
class CellsInLine {
 public:
  static constexpr std::uint32_t at_once = 64;

  CellsInLine(Arena& scratch, const Extent& box, const SetRep& cells) : box_(box), count_(cells.size) {
    for (std::int8_t*& numbers : numbers_) {
      numbers = scratch.allocate<std::int8_t>(count_ + word - 1);
      std::fill_n(numbers + count_, word - 1, std::int8_t{0});  // whole words are compared
    }
    for (std::uint32_t k = 0; k < count_; ++k) {
      const Lines lines = lines_through(cells.cells()[k]);
      for (std::size_t way = 0; way < ways; ++way) numbers_[way][k] = lines[way];
    }
  }

  /// How many there are from a place on, as far as they are told of at once.
  std::uint32_t count_from(std::uint32_t start) const { return std::min(count_ - start, at_once); }

  /// Bit k: whether the k-th of these is in line.
  std::uint64_t find(Cell with, std::uint32_t start) const {
    const Lines lines = lines_through(with);
    const std::uint32_t count = count_from(start);
    std::uint64_t found = 0;
    for (std::size_t way = 0; way < ways; ++way)
      found |= cells_equal(numbers_[way] + start, static_cast<int>((count + word - 1) / word * word), lines[way]);
    return found & (~std::uint64_t{0} >> (at_once - count));
  }

 private:
  static constexpr std::uint32_t word = 8;
  static constexpr std::size_t ways = 4;
  using Lines = std::array<std::int8_t, ways>;

  /// The numbers of the lines through a cell, one of each way; the box is narrow enough for a byte.
  Lines lines_through(Cell cell) const {
    const int down = cell.i() - box_.top, across = cell.j() - box_.left;
    return {static_cast<std::int8_t>(down), static_cast<std::int8_t>(across), static_cast<std::int8_t>(down + across),
            static_cast<std::int8_t>(down - across)};
  }

  const Extent box_;
  const std::uint32_t count_;
  std::array<std::int8_t*, ways> numbers_;
};

/// Which pairs of two sets make the lines, each line once.
class Pairs {
 public:
  Pairs(Arena& scratch, const SetRep& a, const SetRep& b, const Extent& box)
      : a_(a),
        b_(b),
        are_same_(a.size == b.size && std::equal(a.cells(), a.cells() + a.size, b.cells())),
        a_in_line_(scratch, box, a),
        place_in_b_(scratch, box, none),
        in_a_(scratch, box, false) {
    for (std::uint32_t k = 0; k < b.size; ++k) place_in_b_.at(b.cells()[k]) = k;
    for (std::uint32_t k = 0; k < a.size; ++k) in_a_.at(a.cells()[k]) = true;
  }

  /// Calls use(i, j) for those in line that come before (j, i), and once for the first pair that is not in line.
  template <class Use>
  void for_each_line(Use use) {
    const Cell *a = a_.cells(), *b = b_.cells();
    bool has_empty = false;
    for (std::uint32_t other = 0; other < b_.size; ++other)
      for (std::uint32_t start = are_same_ ? other : 0; start < a_.size; start += CellsInLine::at_once) {
        const std::uint64_t in_line = a_in_line_.find(b[other], start);
        const auto first_empty = static_cast<std::uint32_t>(bits::trailing_ones(in_line));
        const bool is_empty_wanted = !has_empty && first_empty < a_in_line_.count_from(start);
        has_empty = has_empty || is_empty_wanted;
        std::uint64_t wanted = in_line | (is_empty_wanted ? std::uint64_t{1} << first_empty : 0);
        for (; wanted != 0; wanted &= wanted - 1) {
          const auto bit = static_cast<std::uint32_t>(bits::trailing_zeros(wanted));
          const Cell cell = a[start + bit];
          const bool is_empty = is_empty_wanted && bit == first_empty;
          if (is_empty || !came_before(cell, other)) use(cell, b[other]);
        }
      }
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;

  /// Of the lines (i, j) and (j, i) the first one counts: that with the other's j earlier in b.
  bool came_before(Cell cell, std::uint32_t other) const {
    return !are_same_ && in_a_.at(b_.cells()[other]) && place_in_b_.at(cell) < other;
  }

  const SetRep &a_, &b_;
  const bool are_same_;
  const CellsInLine a_in_line_;
  BoxOf<std::uint32_t> place_in_b_;
  BoxOf<bool> in_a_;
};

/// The lines between ends in a box, each once.
class DistinctLines {
 public:
  DistinctLines(Context& context, const Extent& box, std::size_t most)
      : values(context.scratch().allocate<Value>(most)),
        maker_(context, box),
        box_(box),
        mask_(mask_for(most * 2)),
        slots_(context.scratch().allocate<Slot>(std::size_t{mask_} + 1)) {
    std::fill_n(slots_, std::size_t{mask_} + 1, Slot{});
  }

  /// The place of connect(a, b).
  std::uint32_t find(Cell a, Cell b) {
    const std::uint32_t ends = are_in_line(a, b) ? name_of(a, b) : nowhere;
    std::uint32_t slot = (ends * 0x9e3779b1u >> 7) & mask_;
    for (; slots_[slot].ends != 0; slot = (slot + 1) & mask_)
      if (slots_[slot].ends == ends) return slots_[slot].place;
    slots_[slot] = {ends, count};
    values[count] = maker_.connect(a, b);
    return count++;
  }

  Value* const values;
  std::uint32_t count = 0;

 private:
  struct Slot {
    std::uint32_t ends = 0;  ///< 0: it is free
    std::uint32_t place = 0;
  };
  static constexpr std::uint32_t nowhere = 0xffffffffu;

  /// Of a line, whichever of its ends comes first.
  std::uint32_t name_of(Cell a, Cell b) const {
    const std::uint32_t one = number_of(a), other = number_of(b);
    return (std::max(one, other) * (widest * widest) + std::min(one, other)) + 1;
  }
  std::uint32_t number_of(Cell cell) const {
    return static_cast<std::uint32_t>((cell.i() - box_.top) * widest + cell.j() - box_.left);
  }

  const LineMaker maker_;
  const Extent box_;
  const std::uint32_t mask_;
  Slot* const slots_;
};

/// The ends that a pair of locations has, if that is what a value is.
bool read_ends(Value pair, Cell* ends) {
  if (!pair.is_grid() || pair.height() != 2 || pair.width() != 2) return false;
  const std::int8_t* bytes = pair.bytes();
  ends[0] = Cell(bytes[0], bytes[1]);
  ends[1] = Cell(bytes[2], bytes[3]);
  return true;
}

}  // namespace

bool connect_pairs(Context& context, Value a, Value b, Value& lines) {
  const SetRep *from = packed(a, Reading::Indices), *to = packed(b, Reading::Indices);
  if (from == nullptr || to == nullptr || std::uint64_t{from->size} * to->size < fewest_pairs) return false;
  const Extent x = from->extent(), y = to->extent();
  const Extent box{std::min(x.top, y.top), std::min(x.left, y.left), std::max(x.bottom, y.bottom),
                   std::max(x.right, y.right)};
  if (!is_near(box)) return false;
  context.charge(std::uint64_t{from->size} * to->size);
  from->ensure_order();
  to->ensure_order();
  ArenaScope scope(context.scratch());
  Pairs pairs(context.scratch(), *from, *to, box);
  std::size_t count = 0;
  pairs.for_each_line([&](Cell, Cell) { ++count; });
  Value* values = context.arena().allocate<Value>(count);
  auto* hashes = context.arena().allocate<std::uint64_t>(count);
  const LineMaker maker(context, box);
  std::size_t made = 0;
  pairs.for_each_line([&](Cell i, Cell j) {
    values[made] = maker.connect(i, j);
    hashes[made] = values[made].set().hash;
    ++made;
  });
  lines = make_set_later(context, values, hashes, count, added_as_listed);
  return true;
}

bool connect_ends(Context& context, Value pairs, Value& lines) {
  if (!pairs.is_set() || !has_pending_order(pairs.set()) || pairs.set().size < fewest_pairs) return false;
  const SetRep& set = pairs.set();
  ArenaScope scope(context.scratch());
  Cell* ends = context.scratch().allocate<Cell>(std::size_t{2} * set.size);
  for (std::uint32_t k = 0; k < set.size; ++k)
    if (!read_ends(set.value_list[k], ends + 2 * k)) return false;
  const Extent box = extent_of(ends, std::size_t{2} * set.size);
  if (!is_near(box)) return false;
  context.charge(set.size);
  DistinctLines distinct(context, box, set.size);
  auto* made = context.arena().allocate<std::uint32_t>(set.size);
  for (std::uint32_t k = 0; k < set.size; ++k) made[k] = distinct.find(ends[2 * k], ends[2 * k + 1]);
  const Value* values = context.arena().copy(distinct.values, distinct.count);
  auto* hashes = context.arena().allocate<std::uint64_t>(distinct.count);
  for (std::uint32_t k = 0; k < distinct.count; ++k) hashes[k] = values[k].set().hash;
  lines = make_set_later(context, values, hashes, distinct.count, made_places(context, set, made));
  return true;
}

}  // namespace batt
