#include <algorithm>
#include <limits>
#include <utility>

#include "runtime/python/python.h"

namespace batt {
namespace {

using Index = std::uint32_t;

/// CPython 3.11's list.sort (timsort with powersort's merge policy) on a permutation of the keys. The comparisons
/// are made in CPython's order and no others: `<` may be a partial order or raise, so each one shows.
class Timsort {
 public:
  BATT_HD Timsort(Context& context, const Value* keys, Index* order, std::ptrdiff_t count)
      : context_(context),
        keys_(keys),
        order_(order),
        count_(count),
        spare_(context.scratch().allocate<Index>(static_cast<std::size_t>(count))),
        pending_(context.scratch().allocate<SortedRun>(most_pending(static_cast<std::size_t>(count)))) {}

  /// None, or the error of the first comparison that raised; the order means nothing then.
  BATT_HD Value run() {
    const std::ptrdiff_t least = least_run(count_);
    for (std::ptrdiff_t low = 0; low < count_;) {
      const std::ptrdiff_t remaining = count_ - low;
      std::ptrdiff_t length = natural_run(order_ + low, remaining);
      if (length < least) {
        const std::ptrdiff_t forced = std::min(least, remaining);
        insert_all(order_ + low, length, forced);
        length = forced;
      }
      push(low, length);
      low += length;
    }
    merge_all();
    return error_;
  }

 private:
  static constexpr std::ptrdiff_t first_gallop = 7;
  struct SortedRun {
    std::ptrdiff_t start;
    std::ptrdiff_t length;
    int power;  ///< of the boundary between this run and the next
  };

  /// Powers of pending boundaries rise from run to run, and the last one is at most one more than the number's bits.
  BATT_HD static std::size_t most_pending(std::size_t count) {
    std::size_t bits = 0;
    for (; count != 0; count >>= 1) ++bits;
    return bits + 3;
  }

  /// After an error every comparison is false: all loops end soon, and nothing reads the result.
  BATT_HD bool less_than(Index a, Index b) {
    if (error_.is_error()) return false;
    context_.charge();
    const Value is_less = less(context_, keys_[a], keys_[b]);
    if (is_less.is_error()) {
      error_ = is_less;
      return false;
    }
    return is_less.as_bool();
  }

  BATT_HD static std::ptrdiff_t least_run(std::ptrdiff_t count) {
    std::ptrdiff_t odd = 0;
    for (; count >= 64; count >>= 1) odd |= count & 1;
    return count + odd;
  }

  /// The length of the run that starts at `low`; a descending one is turned round.
  BATT_HD std::ptrdiff_t natural_run(Index* low, std::ptrdiff_t remaining) {
    if (remaining == 1) return 1;
    const bool descending = less_than(low[1], low[0]);
    std::ptrdiff_t length = 2;
    while (length < remaining && less_than(low[length], low[length - 1]) == descending) ++length;
    if (descending) std::reverse(low, low + length);
    return length;
  }

  /// Binary insertion of low[sorted..count) into the sorted low[0..sorted).
  BATT_HD void insert_all(Index* low, std::ptrdiff_t sorted, std::ptrdiff_t count) {
    for (std::ptrdiff_t next = sorted; next < count; ++next) {
      const Index pivot = low[next];
      std::ptrdiff_t left = 0, right = next;
      while (left < right) {
        const std::ptrdiff_t middle = left + ((right - left) >> 1);
        if (less_than(pivot, low[middle]))
          right = middle;
        else
          left = middle + 1;
      }
      std::copy_backward(low + left, low + next, low + next + 1);
      low[left] = pivot;
    }
  }

  /// How many places of a sorted run come first for which before(place) holds: by widening steps from `hint`, then
  /// by bisection.
  template <class Before>
  BATT_HD std::ptrdiff_t gallop(std::ptrdiff_t count, std::ptrdiff_t hint, Before before) {
    std::ptrdiff_t last = 0, offset = 1;
    if (before(hint)) {
      const std::ptrdiff_t limit = count - hint;
      while (offset < limit && before(hint + offset)) {
        last = offset;
        offset = (offset << 1) + 1;
      }
      offset = std::min(offset, limit);
      last += hint;
      offset += hint;
    } else {
      const std::ptrdiff_t limit = hint + 1;
      while (offset < limit && !before(hint - offset)) {
        last = offset;
        offset = (offset << 1) + 1;
      }
      offset = std::min(offset, limit);
      const std::ptrdiff_t nearest = last;
      last = hint - offset;
      offset = hint - nearest;
    }
    for (++last; last < offset;) {
      const std::ptrdiff_t middle = last + ((offset - last) >> 1);
      if (before(middle))
        last = middle + 1;
      else
        offset = middle;
    }
    return offset;
  }

  /// The place of `key` in a run: before its equals, or after them.
  BATT_HD std::ptrdiff_t gallop_left(Index key, const Index* run, std::ptrdiff_t count, std::ptrdiff_t hint) {
    return gallop(count, hint, [&](std::ptrdiff_t k) { return less_than(run[k], key); });
  }
  BATT_HD std::ptrdiff_t gallop_right(Index key, const Index* run, std::ptrdiff_t count, std::ptrdiff_t hint) {
    return gallop(count, hint, [&](std::ptrdiff_t k) { return !less_than(key, run[k]); });
  }

  /// Merges neighbours a[0..a_count) and b[0..b_count), a_count <= b_count, from the left.
  BATT_HD void merge_low(Index* a, std::ptrdiff_t a_count, const Index* b, std::ptrdiff_t b_count) {
    Index* out = a;
    std::copy(a, a + a_count, spare_);
    const Index* left = spare_;
    const auto take_left = [&] { *out++ = *left++, --a_count; };
    const auto take_right = [&] { *out++ = *b++, --b_count; };
    // Python's rule: the last item of the left run belongs at the very end.
    const auto finish = [&] {
      if (a_count == 1) out = std::copy(b, b + b_count, out);
      std::copy(left, left + a_count, out);
    };

    take_right();
    if (b_count == 0 || a_count == 1) return finish();
    std::ptrdiff_t threshold = threshold_;
    while (true) {
      std::ptrdiff_t a_wins = 0, b_wins = 0;
      do {
        if (less_than(*b, *left)) {
          take_right();
          ++b_wins, a_wins = 0;
          if (b_count == 0) return finish();
        } else {
          take_left();
          ++a_wins, b_wins = 0;
          if (a_count == 1) return finish();
        }
      } while (a_wins < threshold && b_wins < threshold);

      ++threshold;
      do {
        threshold -= threshold > 1;
        threshold_ = threshold;
        a_wins = gallop_right(*b, left, a_count, 0);
        out = std::copy(left, left + a_wins, out);
        left += a_wins;
        a_count -= a_wins;
        if (a_count <= 1) return finish();
        take_right();
        if (b_count == 0) return finish();
        b_wins = gallop_left(*left, b, b_count, 0);
        out = std::copy(b, b + b_wins, out);
        b += b_wins;
        b_count -= b_wins;
        if (b_count == 0) return finish();
        take_left();
        if (a_count == 1) return finish();
      } while (a_wins >= first_gallop || b_wins >= first_gallop);
      threshold_ = ++threshold;
    }
  }

  /// The same for a_count >= b_count, from the right.
  BATT_HD void merge_high(Index* a, std::ptrdiff_t a_count, Index* b, std::ptrdiff_t b_count) {
    Index* out = b + b_count;
    std::copy(b, b + b_count, spare_);
    const auto take_left = [&] { *--out = a[--a_count]; };
    const auto take_right = [&] { *--out = spare_[--b_count]; };
    // Python's rule: the first item of the right run belongs at the very front.
    const auto finish = [&] {
      if (b_count == 1) out = std::copy_backward(a, a + a_count, out);
      std::copy_backward(spare_, spare_ + b_count, out);
    };

    take_left();
    if (a_count == 0 || b_count == 1) return finish();
    std::ptrdiff_t threshold = threshold_;
    while (true) {
      std::ptrdiff_t a_wins = 0, b_wins = 0;
      do {
        if (less_than(spare_[b_count - 1], a[a_count - 1])) {
          take_left();
          ++a_wins, b_wins = 0;
          if (a_count == 0) return finish();
        } else {
          take_right();
          ++b_wins, a_wins = 0;
          if (b_count == 1) return finish();
        }
      } while (a_wins < threshold && b_wins < threshold);

      ++threshold;
      do {
        threshold -= threshold > 1;
        threshold_ = threshold;
        a_wins = a_count - gallop_right(spare_[b_count - 1], a, a_count, a_count - 1);
        out = std::copy_backward(a + a_count - a_wins, a + a_count, out);
        a_count -= a_wins;
        if (a_count == 0) return finish();
        take_right();
        if (b_count == 1) return finish();
        b_wins = b_count - gallop_left(a[a_count - 1], spare_, b_count, b_count - 1);
        out = std::copy_backward(spare_ + b_count - b_wins, spare_ + b_count, out);
        b_count -= b_wins;
        if (b_count <= 1) return finish();
        take_left();
        if (a_count == 0) return finish();
      } while (a_wins >= first_gallop || b_wins >= first_gallop);
      threshold_ = ++threshold;
    }
  }

  /// Merges the pending runs `at` and `at + 1`.
  BATT_HD void merge_at(std::size_t at) {
    Index* a = order_ + pending_[at].start;
    Index* b = order_ + pending_[at + 1].start;
    std::ptrdiff_t a_count = pending_[at].length, b_count = pending_[at + 1].length;
    pending_[at].length = a_count + b_count;
    if (at + 3 == depth_) pending_[at + 1] = pending_[at + 2];
    --depth_;

    // What is in place already, at both ends, stays out of the merge.
    const std::ptrdiff_t settled = gallop_right(*b, a, a_count, 0);
    a += settled;
    a_count -= settled;
    if (a_count == 0) return;
    b_count = gallop_left(a[a_count - 1], b, b_count, b_count - 1);
    if (b_count == 0) return;
    if (a_count <= b_count)
      merge_low(a, a_count, b, b_count);
    else
      merge_high(a, a_count, b, b_count);
  }

  /// Powersort: how deep in a balanced merge tree the boundary of two neighbouring runs lies.
  BATT_HD int power_of(const SortedRun& run, std::ptrdiff_t next_length) const {
    std::ptrdiff_t a = 2 * run.start + run.length;
    std::ptrdiff_t b = a + run.length + next_length;
    for (int power = 1;; ++power, a <<= 1, b <<= 1) {
      if (a >= count_) {
        a -= count_;
        b -= count_;
      } else if (b >= count_) {
        return power;
      }
    }
  }

  BATT_HD void push(std::ptrdiff_t start, std::ptrdiff_t length) {
    if (depth_ != 0) {
      const int power = power_of(pending_[depth_ - 1], length);
      while (depth_ > 1 && pending_[depth_ - 2].power > power) merge_at(depth_ - 2);
      pending_[depth_ - 1].power = power;
    }
    pending_[depth_++] = {start, length, 0};
  }

  BATT_HD void merge_all() {
    while (depth_ > 1) {
      std::size_t at = depth_ - 2;
      if (at > 0 && pending_[at - 1].length < pending_[at + 1].length) --at;
      merge_at(at);
    }
  }

  Context& context_;
  const Value* keys_;
  Index* order_;
  std::ptrdiff_t count_;
  Index* spare_;
  std::ptrdiff_t threshold_ = first_gallop;  ///< wins in a row that start galloping
  SortedRun* pending_;
  std::size_t depth_ = 0;
  Value error_;
};

/// A number that orders ints (pairs of ints, if `pairs`) as `<` does; false for any other value.
BATT_HD bool as_rank(Value v, bool pairs, std::int64_t& rank) {
  if (pairs) {
    rank = static_cast<std::int64_t>(static_cast<std::uint64_t>(v.i()) << 32 |
                                     (static_cast<std::uint32_t>(v.j()) ^ 0x80000000u));
    return v.is_pair();
  }
  rank = v.as_int();
  return v.is_int();
}

struct Ranked {
  std::int64_t rank;
  Index index;
};

/// Merges sorted neighbours [from, middle) and [middle, end) into `out`.
BATT_HD void merge_ranked(const Ranked* from, const Ranked* middle, const Ranked* end, Ranked* out) {
  const Ranked* left = from;
  const Ranked* right = middle;
  while (left < middle && right < end) *out++ = right->rank < left->rank ? *right++ : *left++;
  while (left < middle) *out++ = *left++;
  while (right < end) *out++ = *right++;
}

/// A stable sort: short runs by insertion, then merged.
BATT_HD const Ranked* sort_ranked(Ranked* ranked, Ranked* spare, std::size_t count) {
  constexpr std::size_t run = 16;
  for (std::size_t start = 0; start < count; start += run) {
    const std::size_t end = std::min(count, start + run);
    for (std::size_t k = start + 1; k < end; ++k) {
      const Ranked moved = ranked[k];
      std::size_t to = k;
      for (; to > start && moved.rank < ranked[to - 1].rank; --to) ranked[to] = ranked[to - 1];
      ranked[to] = moved;
    }
  }
  for (std::size_t width = run; width < count; width *= 2) {
    for (std::size_t start = 0; start < count; start += 2 * width)
      merge_ranked(ranked + start, ranked + std::min(count, start + width), ranked + std::min(count, start + 2 * width),
                   spare + start);
    Ranked* merged = spare;
    spare = ranked;
    ranked = merged;
  }
  return ranked;
}

/// Of ranks that lie in so small a range that counting them is quicker than comparing them.
BATT_HD void sort_by_counting(Arena& scratch, const Ranked* ranked, std::size_t count, std::int64_t lowest,
                              std::size_t range, Index* order) {
  auto* ends = scratch.allocate<Index>(range + 1);
  fill_bytes(ends, 0, (range + 1) * sizeof(Index));
  const auto slot = [&](std::size_t k) { return static_cast<std::size_t>(ranked[k].rank - lowest); };
  for (std::size_t k = 0; k < count; ++k) ++ends[slot(k) + 1];
  for (std::size_t k = 1; k < range; ++k) ends[k] += ends[k - 1];
  for (std::size_t k = 0; k < count; ++k) order[ends[slot(k)]++] = ranked[k].index;
}

/// Sorts ints, or pairs of ints, without a look at timsort's comparisons: a stable order of them is unique.
BATT_HD bool sort_by_rank(Context& context, const Value* keys, Index* order, std::size_t count) {
  ArenaScope scope(context.scratch());
  Ranked* ranked = context.scratch().allocate<Ranked>(count);
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max(), highest = std::numeric_limits<std::int64_t>::min();
  for (std::size_t k = 0; k < count; ++k) {
    if (!as_rank(keys[order[k]], keys[0].is_pair(), ranked[k].rank)) return false;
    ranked[k].index = order[k];
    lowest = std::min(lowest, ranked[k].rank);
    highest = std::max(highest, ranked[k].rank);
  }
  constexpr std::size_t few = 8;
  const std::uint64_t range = static_cast<std::uint64_t>(highest) - static_cast<std::uint64_t>(lowest);
  if (count > few && range < 2 * count) {
    sort_by_counting(context.scratch(), ranked, count, lowest, range + 1, order);
    return true;
  }
  const Ranked* sorted = sort_ranked(ranked, context.scratch().allocate<Ranked>(count), count);
  for (std::size_t k = 0; k < count; ++k) order[k] = sorted[k].index;
  return true;
}

/// Sorts a tuple of bytes: equal ones look alike, so it is enough to count them.
BATT_HD void sort_row(Context& context, Value row, bool reverse, ScratchVector& out) {
  ArenaScope scope(context.scratch());
  auto* counts = context.scratch().allocate<std::int32_t>(256);
  std::fill_n(counts, 256, 0);
  for (std::int32_t k = 0; k < row.tuple_size(); ++k) ++counts[row.bytes()[k] - min_byte];
  for (int step = 0; step < 256; ++step) {
    const int byte = reverse ? 255 - step : step;
    for (std::int32_t k = 0; k < counts[byte]; ++k) out.push(Value::integer(byte + min_byte));
  }
}

/// Sorts a packed tuple of ints; false for anything else.
BATT_HD bool sort_packed(Context& context, Value items, bool reverse, ScratchVector& out) {
  if (!items.is_pair() && !items.is_cell() && !items.is_row()) return false;
  context.charge(static_cast<std::uint64_t>(items.tuple_size()));
  if (items.is_row()) {
    sort_row(context, items, reverse, out);
    return true;
  }
  std::int32_t ints[] = {items.i(), items.j(), items.is_cell() ? items.c() : 0};
  const int count = items.is_cell() ? 3 : 2;
  const auto put_in_order = [&](int a, int b) {
    if ((ints[a] > ints[b]) != reverse) std::swap(ints[a], ints[b]);
  };
  put_in_order(0, 1);
  if (count == 3) {
    put_in_order(1, 2);
    put_in_order(0, 1);
  }
  for (int k = 0; k < count; ++k) out.push(Value::integer(ints[k]));
  return true;
}

}  // namespace

BATT_HD Value sort(Context& context, Value items, bool reverse, ScratchVector& out) {
  if (sort_packed(context, items, reverse, out)) return Value::none();
  Items source;
  if (!iterate(context, items, source)) return type_error();
  const auto count = static_cast<std::size_t>(source.size());
  if (count == 0) return Value::none();
  context.charge(count);
  ArenaScope scope(context.scratch());
  Value* keys = context.scratch().allocate<Value>(count);
  for (std::size_t k = 0; k < count; ++k) keys[k] = source[static_cast<std::int32_t>(k)];
  Index* places = context.scratch().allocate<Index>(count);
  BATT_TRY(sort_places(context, keys, count, reverse, places));
  for (std::size_t k = 0; k < count; ++k) out.push(source[static_cast<std::int32_t>(places[k])]);
  return Value::none();
}

BATT_HD Value sort_places(Context& context, const Value* keys, std::size_t count, bool reverse, std::uint32_t* places) {
  ArenaScope scope(context.scratch());
  // A stable descending order: the ascending one of the reversed items, reversed.
  for (std::size_t k = 0; k < count; ++k) places[k] = static_cast<Index>(reverse ? count - 1 - k : k);
  if (count > 1 && !sort_by_rank(context, keys, places, count))
    BATT_TRY(Timsort(context, keys, places, static_cast<std::ptrdiff_t>(count)).run());
  if (reverse) std::reverse(places, places + count);
  return Value::none();
}

}  // namespace batt
