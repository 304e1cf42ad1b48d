#include <algorithm>

#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/list_item.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/value_counts.h"
#include "runtime/value/bits.h"
#include "runtime/value/build_order.h"
#include "runtime/value/bytes.h"
#include "runtime/value/late_sets.h"
#include "runtime/value/set_table.h"

namespace batt {
namespace {

enum class Direction { Ascending, Descending };

/// How often each byte occurs; in scratch memory.
struct ByteCounts {
  std::int32_t* counts;
  BATT_HD explicit ByteCounts(Context& context) : counts(context.scratch().allocate<std::int32_t>(256)) {
    fill_bytes(counts, 0, 256 * sizeof(std::int32_t));
  }
  BATT_HD std::int32_t& operator[](std::int64_t byte) const { return counts[static_cast<std::uint8_t>(byte)]; }
};

/// The places of `counts` in the order of their numbers, equal ones in the order in which they stand.
BATT_HD const std::uint32_t* ordered_places(Context& context, const Value* counts, std::size_t size,
                                            bool largest_first) {
  auto* places = context.scratch().allocate<std::uint32_t>(size);
  sort_places(context, counts, size, largest_first, places);
  return places;
}

// ---- sorted(set(container), key=container.count) --------------------------------------------------------------

/// Where the counts of a container come from: its own method, which a set has not, or a list made of it.
enum class Counted { ByItself, AsList };

BATT_HD ByteCounts count_bytes(Context& context, Value row) {
  const ByteCounts counts(context);
  for (std::int32_t k = 0; k < row.tuple_size(); ++k) ++counts[row.bytes()[k]];
  return counts;
}

/// The values of a container that is no set, counted; in scratch memory, which the caller scopes. None if well.
BATT_HD Value take_census(Context& context, Value container, ValueCounts& census) {
  Items items;
  if (!iterate(context, container, items)) return type_error();
  const auto size = static_cast<std::size_t>(items.size());
  Value* values = context.scratch().allocate<Value>(size);
  items.copy_to(values);
  BATT_TRY(count_values(context, values, size, census));
  census.note_look(context);
  return Value::none();
}

/// The members of a set as set(list(it)) iterates. Each occurs once, so this is their order by counts.
class MembersAgain {
 public:
  /// Memory comes from the scratch arena; the caller scopes it.
  BATT_HD MembersAgain(Context& context, const SetRep& set) : set_(set) {
    context.charge(set.size);
    set.note_look(context);
    auto* hashes = context.scratch().allocate<std::uint64_t>(set.size);
    for (std::uint32_t k = 0; k < set.size; ++k) hashes[k] = set.hash_at(k);
    order_ = build_order(context.scratch(), hashes, set.size).order;
  }
  BATT_HD Value at(std::size_t k) const { return set_.at(order_[k]); }

 private:
  const SetRep& set_;
  const std::uint32_t* order_;
};

/// The byte of a row that occurs most or least often; false if several do.
BATT_HD bool only_extreme(Context& context, Value row, Direction direction, Value& extreme) {
  ArenaScope scope(context.scratch());
  const ByteCounts counts = count_bytes(context, row);
  const int sign = direction == Direction::Descending ? 1 : -1;
  std::int8_t best = row.bytes()[0];
  bool alone = true;
  for (std::int32_t k = 1; k < row.tuple_size(); ++k) {
    const std::int8_t byte = row.bytes()[k];
    if (byte == best) continue;
    const std::int32_t ahead = sign * (counts[byte] - counts[best]);
    if (ahead > 0) best = byte;
    alone = ahead > 0 || (alone && ahead < 0);
  }
  extreme = Value::integer(best);
  return alone;
}

/// max or min of set(container) by count; the first of equals.
BATT_HD Value extreme_count(Context& context, Value container, Counted counted, Direction direction) {
  if (Value extreme; container.is_row() && only_extreme(context, container, direction, extreme)) return extreme;
  ArenaScope scope(context.scratch());
  if (container.is_set()) {
    if (counted == Counted::ByItself) return attribute_error();
    return container.set().size == 0 ? value_error() : MembersAgain(context, container.set()).at(0);
  }
  ValueCounts census;
  BATT_TRY(take_census(context, container, census));
  if (census.size == 0) return value_error();
  std::size_t best = 0;
  for (std::size_t k = 1; k < census.size; ++k) {
    const std::int64_t ahead = census.counts[k].as_int() - census.counts[best].as_int();
    if (direction == Direction::Descending ? ahead > 0 : ahead < 0) best = k;
  }
  return census.members[best];
}

/// sorted(row, reverse=True)[rank].
BATT_HD Value ranked_byte(Context& context, Value row, Value rank) {
  context.charge(static_cast<std::uint64_t>(row.tuple_size()));
  ArenaScope scope(context.scratch());
  const ByteCounts counts = count_bytes(context, row);
  const auto at = [&](std::size_t place) {
    std::int64_t byte = max_byte;
    for (auto left = static_cast<std::int64_t>(place) - counts[byte]; left >= 0; left -= counts[byte]) --byte;
    return Value::integer(byte);
  };
  return list_item_or(context, rank, static_cast<std::size_t>(row.tuple_size()), at, Value::integer(0));
}

/// The distinct bytes of a row by their counts, equal ones as set(row) iterates, as far as they are small enough to
/// stand in its table in their own order.
class RankedBytes {
 public:
  BATT_HD explicit RankedBytes(Value row) {
    std::int32_t counts[in_order] = {};
    std::uint32_t met = 0;
    for (std::int32_t k = 0; k < row.tuple_size(); ++k) {
      const auto byte = static_cast<std::uint8_t>(row.bytes()[k]);
      if (byte >= in_order) return;
      ++counts[byte];
      met |= std::uint32_t{1} << byte;
    }
    // The table grows to 32 slots with the fifth member.
    const bool stand_in_order =
        met <= first_slots || static_cast<std::uint32_t>(bits::ones(met)) >= table_capacity(smallest_mask);
    if (!stand_in_order) return;
    for (std::uint32_t rest = met; rest != 0; rest &= rest - 1) {
      const auto byte = static_cast<std::int8_t>(bits::trailing_zeros(rest));
      std::size_t place = size_++;
      for (; place > 0 && counts[bytes_[place - 1]] > counts[byte]; --place) bytes_[place] = bytes_[place - 1];
      bytes_[place] = byte;
    }
  }

  /// How many there are; 0: their order is not that simple.
  BATT_HD std::size_t size() const { return size_; }
  BATT_HD Value at(std::size_t place) const { return Value::integer(bytes_[place]); }

 private:
  static constexpr std::uint8_t in_order = 32;
  static constexpr std::uint32_t first_slots = 0xff;  ///< of the smallest table

  std::int8_t bytes_[in_order];
  std::size_t size_ = 0;
};

BATT_HD Value ranked_by_count(Context& context, Value container, Counted counted, Value rank, Value otherwise) {
  if (container.is_row()) {
    const RankedBytes ranked(container);
    if (ranked.size() != 0)
      return list_item_or(
          context, rank, ranked.size(), [&](std::size_t k) { return ranked.at(k); }, otherwise);
  }
  ArenaScope scope(context.scratch());
  if (container.is_set()) {
    if (counted == Counted::ByItself) return attribute_error();
    const MembersAgain members(context, container.set());
    return list_item_or(
        context, rank, container.set().size, [&](std::size_t k) { return members.at(k); }, otherwise);
  }
  ValueCounts census;
  BATT_TRY(take_census(context, container, census));
  const std::uint32_t* order = ordered_places(context, census.counts, census.size, false);
  return list_item_or(
      context, rank, census.size, [&](std::size_t k) { return census.members[order[k]]; }, otherwise);
}

// ---- Counter(colors).most_common() ----------------------------------------------------------------------------

/// collections.Counter: keys in the order in which they were first seen, in scratch memory that the caller scopes.
class Counter {
 public:
  BATT_HD Counter(Context& context, std::size_t capacity)
      : context_(context),
        keys_(context.scratch().allocate<Value>(capacity)),
        counts_(context.scratch().allocate<Value>(capacity)),
        hashes_(context.scratch().allocate<std::uint64_t>(capacity)) {}

  /// TypeError for what has no hash.
  BATT_HD Value add(Value key) {
    std::uint64_t hash = 0;
    if (!hash_of(context_, key, hash)) return type_error();
    std::size_t place = 0;
    while (place < size_ && !(hashes_[place] == hash && same_or_equal(context_, keys_[place], key))) ++place;
    context_.charge(place);
    if (place == size_) {
      hashes_[size_] = hash;
      add_new(key, 0);
    }
    counts_[place] = Value::integer(counts_[place].as_int() + 1);
    return Value::none();
  }

  BATT_HD void add_new(Value key, std::int64_t count) {
    keys_[size_] = key;
    counts_[size_++] = Value::integer(count);
  }

  /// most_common()[rank][0] if the rank is in reach.
  BATT_HD Value at_rank(Value rank, Value otherwise) {
    const std::uint32_t* order = ordered_places(context_, counts_, size_, true);
    return list_item_or(
        context_, rank, size_, [&](std::size_t k) { return keys_[order[k]]; }, otherwise);
  }

 private:
  Context& context_;
  Value* keys_;
  Value* counts_;
  std::uint64_t* hashes_;
  std::size_t size_ = 0;
};

/// The colours of a Counter, each as a small int, the most common first.
class RankedColors {
 public:
  /// Of `count` colours, color_at(k) being one. The caller scopes the scratch memory.
  template <class ColorAt>
  BATT_HD RankedColors(Context& context, std::size_t count, ColorAt color_at)
      : counts_(context), colors_(context.scratch().allocate<std::int8_t>(256)) {
    for (std::size_t k = 0; k < count; ++k) {
      const std::int8_t color = color_at(k);
      if (counts_[color]++ == 0) colors_[size_++] = color;
    }
    for (std::size_t k = 1; k < size_; ++k) {
      const std::int8_t color = colors_[k];
      std::size_t place = k;
      for (; place > 0 && counts_[colors_[place - 1]] < counts_[color]; --place) colors_[place] = colors_[place - 1];
      colors_[place] = color;
    }
  }

  BATT_HD std::size_t size() const { return size_; }
  /// `tie` tells whether another one is as common: then that which was met first stands first.
  BATT_HD Value at(std::size_t place, bool& tie) const {
    const auto count_at = [&](std::size_t k) { return counts_[colors_[k]]; };
    tie = (place > 0 && count_at(place - 1) == count_at(place)) ||
          (place + 1 < size_ && count_at(place + 1) == count_at(place));
    return Value::integer(colors_[place]);
  }

 private:
  ByteCounts counts_;
  std::int8_t* colors_;
  std::size_t size_ = 0;
};

template <class ColorAt>
BATT_HD Value byte_color_rank(Context& context, std::size_t count, ColorAt color_at, Value rank, Value otherwise,
                              bool& tie) {
  ArenaScope scope(context.scratch());
  const RankedColors ranked(context, count, color_at);
  return list_item_or(
      context, rank, ranked.size(), [&](std::size_t k) { return ranked.at(k, tie); }, otherwise);
}

/// The same of an object's colours.
BATT_HD Value object_color_rank(Context& context, const SetRep& object, Value rank) {
  const auto ranked = [&](const Cell* cells, bool& tie) {
    const auto color_at = [&](std::size_t k) { return static_cast<std::int8_t>(cells[k].c()); };
    return byte_color_rank(context, object.size, color_at, rank, Value::empty_set(), tie);
  };
  if (object.rows.words != nullptr && object.rows.one_color)
    return list_item_or(
        context, rank, 1, [&](std::size_t) { return Value::integer(object.rows.color); }, Value::empty_set());
  bool tie = false;
  const Value color = ranked(object.any_cells(), tie);
  return tie && object.recipe != nullptr ? ranked(object.cells(), tie) : color;
}

BATT_HD Value color_rank(Context& context, const Value* colors, std::size_t count, Value rank, Value otherwise) {
  Counter counter(context, count);
  for (std::size_t k = 0; k < count; ++k) BATT_TRY(counter.add(colors[k]));
  return counter.at_rank(rank, otherwise);
}

}  // namespace

BATT_HD Value get_nth_t_general(Context& context, Value container, Value rank) {
  if (!container.is_exact_tuple()) return Value::nan();
  const auto size = static_cast<std::size_t>(container.tuple_size());
  return list_item_or(
      context, rank, size, [&](std::size_t k) { return container.item(static_cast<std::int32_t>(k)); }, Value::nan());
}

BATT_HD Value get_nth_f_general(Context& context, Value container, Value rank) {
  if (!rank.is_int()) return type_error();
  if (container.is_pair()) {
    if (rank.as_int() == 0) return Value::integer(container.i());
    if (rank.as_int() == -1) return Value::integer(container.j());
  }
  if (container.is_exact_tuple()) {
    const std::int64_t size = container.tuple_size();
    const std::int64_t place = rank.as_int() < 0 ? rank.as_int() + size : rank.as_int();
    return static_cast<std::uint64_t>(place) >= static_cast<std::uint64_t>(size)
               ? Value::empty_set()
               : container.item(static_cast<std::int32_t>(place));
  }
#ifndef BATT_ON_DEVICE
  if (Value first; rank.as_int() == 0 && container.is_set() && has_pending_order(container.set()) &&
                   find_first(container.set(), first))
    return first;
#endif
  Items items;
  if (!iterate(context, container, items)) return type_error();
  const std::int64_t place = rank.as_int() < 0 ? rank.as_int() + items.size() : rank.as_int();
  return place < 0 || place >= items.size() ? Value::empty_set() : items[static_cast<std::int32_t>(place)];
}

BATT_HD Value get_rank_general(Context& context, Value container, Value rank) {
  if (container.is_row()) return ranked_byte(context, container, rank);
  ScratchVector ranked(context);
  BATT_TRY(sort(context, container, true, ranked));
  return list_item_or(
      context, rank, ranked.size(), [&](std::size_t k) { return ranked[k]; }, Value::integer(0));
}

BATT_HD Value get_common_rank_general(Context& context, Value container, Value rank) {
  return ranked_by_count(context, container, Counted::ByItself, rank, empty_like(container));
}
BATT_HD Value get_common_rank_t_general(Context& context, Value container, Value rank) {
  return ranked_by_count(context, container, Counted::ByItself, rank, Value::empty_tuple());
}
BATT_HD Value get_common_rank_f_general(Context& context, Value container, Value rank) {
  return ranked_by_count(context, container, Counted::AsList, rank, Value::empty_set());
}

BATT_HD Value get_color_rank_t_general(Context& context, Value grid, Value rank) {
  if (grid.is_grid()) {
    const auto count = static_cast<std::size_t>(grid.height()) * static_cast<std::size_t>(grid.width());
    if (Value color; rank.is_int() && find_color_at_rank(grid, rank.as_int(), color)) {
      context.charge(count);
      return color;
    }
    bool tie = false;
    return byte_color_rank(
        context, count, [&](std::size_t k) { return grid.bytes()[k]; }, rank, Value::empty_tuple(), tie);
  }
  Items rows, row;
  if (!iterate(context, grid, rows)) return type_error();
  std::size_t total = 0;
  for (std::int32_t i = 0; i < rows.size(); ++i) {
    BATT_LET(width, length(rows[i]));
    total += static_cast<std::size_t>(width.as_int());
  }
  ArenaScope scope(context.scratch());
  Value* colors = context.scratch().allocate<Value>(total);
  Value* end = colors;
  for (std::int32_t i = 0; i < rows.size(); ++i) {
    iterate(context, rows[i], row);
    context.charge(static_cast<std::uint64_t>(row.size()));
    for (std::int32_t j = 0; j < row.size(); ++j) *end++ = row[j];
  }
  return color_rank(context, colors, total, rank, Value::empty_tuple());
}

BATT_HD Value get_color_rank_f_general(Context& context, Value obj, Value rank) {
  if (obj.is_set() && obj.set().packing == Packing::Colored) return object_color_rank(context, obj.set(), rank);
  Items cells;
  if (!iterate(context, obj, cells)) return type_error();
  ArenaScope scope(context.scratch());
  const auto count = static_cast<std::size_t>(cells.size());
  Value* colors = context.scratch().allocate<Value>(count);
  for (std::int32_t k = 0; k < cells.size(); ++k) {
    Value i, j;
    BATT_TRY(unpack(context, cells[k], i, j, colors[k]));
  }
  return color_rank(context, colors, count, rank, Value::empty_set());
}

BATT_HD Value mostcommon_general(Context& context, Value container) {
  return extreme_count(context, container, Counted::ByItself, Direction::Descending);
}
BATT_HD Value mostcommon_t_general(Context& context, Value container) {
  return extreme_count(context, container, Counted::ByItself, Direction::Descending);
}
BATT_HD Value mostcommon_f_general(Context& context, Value container) {
  return extreme_count(context, container, Counted::AsList, Direction::Descending);
}
BATT_HD Value leastcommon_general(Context& context, Value container) {
  return extreme_count(context, container, Counted::ByItself, Direction::Ascending);
}
BATT_HD Value leastcommon_t_general(Context& context, Value container) {
  return extreme_count(context, container, Counted::ByItself, Direction::Ascending);
}
BATT_HD Value leastcommon_f_general(Context& context, Value container) {
  return extreme_count(context, container, Counted::AsList, Direction::Ascending);
}

}  // namespace batt
