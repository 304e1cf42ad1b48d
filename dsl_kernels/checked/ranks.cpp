#include <algorithm>
#include <span>

#include "dsl_kernels/checked/list_item.h"
#include "dsl_kernels/loop.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

enum class Direction { Ascending, Descending };

/// The distinct items of a container as set(container) iterates, and how often each occurs in it.
struct Census {
  Items members;
  std::int64_t* counts;
  std::size_t size() const { return static_cast<std::size_t>(members.size()); }
  Value member(std::size_t k) const { return members[static_cast<std::int32_t>(k)]; }
};

/// Where the counts of a container come from: its own method, which a set has not, or a list made of it.
enum class Counted { ByItself, AsList };

Value distinct_items(Context& context, const Items& items) {
  Collector all(context);
  for (std::int32_t k = 0; k < items.size(); ++k) all.push(items[k]);
  return make_set(context, all);
}

void count_bytes(Value row, Census& census) {
  std::int64_t histogram[256] = {};
  for (std::int32_t k = 0; k < row.tuple_size(); ++k) ++histogram[static_cast<std::uint8_t>(row.bytes()[k])];
  for (std::size_t k = 0; k < census.size(); ++k)
    census.counts[k] = histogram[static_cast<std::uint8_t>(census.member(k).as_int())];
}

/// Leaves its counts in the scratch memory, which the caller scopes. None if well.
Value take_census(Context& context, Value container, Counted counted, Census& census) {
  Items items;
  if (!iterate(context, container, items)) return type_error();
  if (container.is_set() && counted == Counted::ByItself) return attribute_error();
  BATT_LET(distinct, distinct_items(context, items));
  iterate(context, distinct, census.members);
  census.counts = context.scratch().allocate<std::int64_t>(census.size());
  if (container.is_set()) {
    std::fill_n(census.counts, census.size(), 1);
  } else if (container.is_row()) {
    count_bytes(container, census);
  } else {
    for (std::size_t k = 0; k < census.size(); ++k)
      census.counts[k] = count_of(context, container, census.member(k)).as_int();
  }
  return Value::none();
}

/// max or min of set(container) by count; the first of equals.
Value extreme_count(Context& context, Value container, Counted counted, Direction direction) {
  ArenaScope scope(context.scratch());
  Census census;
  BATT_TRY(take_census(context, container, counted, census));
  if (census.size() == 0) return value_error();
  const std::span counts(census.counts, census.size());
  const auto best =
      direction == Direction::Descending ? std::ranges::max_element(counts) : std::ranges::min_element(counts);
  return census.member(static_cast<std::size_t>(best - counts.begin()));
}

Value ranked_by_count(Context& context, Value container, Counted counted, Value rank, Value otherwise) {
  ArenaScope scope(context.scratch());
  Census census;
  BATT_TRY(take_census(context, container, counted, census));
  auto* order = context.scratch().allocate<std::size_t>(census.size());
  for (std::size_t k = 0; k < census.size(); ++k) order[k] = k;
  std::sort(order, order + census.size(), [&](std::size_t a, std::size_t b) {
    return census.counts[a] != census.counts[b] ? census.counts[a] < census.counts[b] : a < b;
  });
  return list_item_or(
      rank, census.size(), [&](std::size_t k) { return census.member(order[k]); }, otherwise);
}

/// collections.Counter: keys in the order in which they were first seen, in scratch memory that the caller scopes.
class Counter {
 public:
  Counter(Context& context, std::size_t capacity)
      : context_(context), entries_(context.scratch().allocate<Entry>(capacity)) {}

  /// TypeError for what has no hash.
  Value add(Value key) {
    std::uint64_t hash;
    if (!hash_of(key, hash)) return type_error();
    for (std::size_t k = 0; k < size_; ++k) {
      if (entries_[k].hash == hash && same_or_equal(entries_[k].key, key)) {
        context_.charge(k);
        ++entries_[k].count;
        return Value::none();
      }
    }
    context_.charge(size_);
    entries_[size_++] = {key, hash, 1};
    return Value::none();
  }

  void add_byte(std::int8_t color, std::int64_t count) { entries_[size_++] = {Value::integer(color), 0, count}; }

  /// most_common()[rank][0] if the rank is in reach.
  Value at_rank(Value rank, Value otherwise) {
    std::stable_sort(entries_, entries_ + size_, [](const Entry& a, const Entry& b) { return a.count > b.count; });
    return list_item_or(
        rank, size_, [&](std::size_t k) { return entries_[k].key; }, otherwise);
  }

 private:
  struct Entry {
    Value key;
    std::uint64_t hash;
    std::int64_t count;
  };
  Context& context_;
  Entry* entries_;
  std::size_t size_ = 0;
};

/// The rank of a colour among `count` of them, color_at(k) being a small int.
template <class ColorAt>
Value byte_color_rank(Context& context, std::size_t count, ColorAt color_at, Value rank, Value otherwise) {
  std::int64_t histogram[256] = {};
  std::int8_t seen[256];
  std::size_t seen_count = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::int8_t color = color_at(k);
    if (histogram[static_cast<std::uint8_t>(color)]++ == 0) seen[seen_count++] = color;
  }
  ArenaScope scope(context.scratch());
  Counter counter(context, seen_count);
  for (std::size_t k = 0; k < seen_count; ++k) counter.add_byte(seen[k], histogram[static_cast<std::uint8_t>(seen[k])]);
  return counter.at_rank(rank, otherwise);
}

Value color_rank(Context& context, const Value* colors, std::size_t count, Value rank, Value otherwise) {
  Counter counter(context, count);
  for (std::size_t k = 0; k < count; ++k) BATT_TRY(counter.add(colors[k]));
  return counter.at_rank(rank, otherwise);
}

}  // namespace

Value get_nth_t_body(Context&, Value container, Value rank) {
  if (!container.is_exact_tuple()) return Value::nan();
  const auto size = static_cast<std::size_t>(container.tuple_size());
  return list_item_or(
      rank, size, [&](std::size_t k) { return container.item(static_cast<std::int32_t>(k)); }, Value::nan());
}

Value get_nth_f_body(Context& context, Value container, Value rank) {
  BATT_TRY(less(rank, Value::integer(0)));
  Items items;
  if (!rank.is_int() || !iterate(context, container, items)) return type_error();
  const std::int64_t place = rank.as_int() < 0 ? rank.as_int() + items.size() : rank.as_int();
  return place < 0 || place >= items.size() ? Value::empty_set() : items[static_cast<std::int32_t>(place)];
}

Value get_nth_by_key_t_body(Context& context, Value container, Value rank, Value key) {
  return run_loop(context, OpId::op_get_nth_by_key_t, {container, rank, key});
}

Value get_nth_by_key_f_body(Context& context, Value container, Value rank, Value key) {
  return run_loop(context, OpId::op_get_nth_by_key_f, {container, rank, key});
}

Value get_rank_body(Context& context, Value container, Value rank) {
  Collector ranked(context);
  BATT_TRY(sort(context, container, Value::none(), true, ranked));
  return list_item_or(
      rank, ranked.size(), [&](std::size_t k) { return ranked[k]; }, Value::integer(0));
}

Value get_arg_rank_body(Context& context, Value container, Value compfunc, Value rank) {
  return run_loop(context, OpId::op_get_arg_rank, {container, compfunc, rank});
}
Value get_arg_rank_t_body(Context& context, Value container, Value compfunc, Value rank) {
  return run_loop(context, OpId::op_get_arg_rank_t, {container, compfunc, rank});
}
Value get_arg_rank_f_body(Context& context, Value container, Value compfunc, Value rank) {
  return run_loop(context, OpId::op_get_arg_rank_f, {container, compfunc, rank});
}

Value get_val_rank_body(Context& context, Value container, Value compfunc, Value rank) {
  return run_loop(context, OpId::op_get_val_rank, {container, compfunc, rank});
}
Value get_val_rank_t_body(Context& context, Value container, Value compfunc, Value rank) {
  return run_loop(context, OpId::op_get_val_rank_t, {container, compfunc, rank});
}
Value get_val_rank_f_body(Context& context, Value container, Value compfunc, Value rank) {
  return run_loop(context, OpId::op_get_val_rank_f, {container, compfunc, rank});
}

Value get_common_rank_body(Context& context, Value container, Value rank) {
  return ranked_by_count(context, container, Counted::ByItself, rank, empty_like(container));
}
Value get_common_rank_t_body(Context& context, Value container, Value rank) {
  return ranked_by_count(context, container, Counted::ByItself, rank, Value::empty_tuple());
}
Value get_common_rank_f_body(Context& context, Value container, Value rank) {
  return ranked_by_count(context, container, Counted::AsList, rank, Value::empty_set());
}

Value get_color_rank_t_body(Context& context, Value grid, Value rank) {
  if (grid.is_grid()) {
    const auto count = static_cast<std::size_t>(grid.height()) * static_cast<std::size_t>(grid.width());
    return byte_color_rank(
        context, count, [&](std::size_t k) { return grid.bytes()[k]; }, rank, Value::empty_tuple());
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
  context.charge(total);
  Value* end = colors;
  for (std::int32_t i = 0; i < rows.size(); ++i) {
    iterate(context, rows[i], row);
    for (std::int32_t j = 0; j < row.size(); ++j) *end++ = row[j];
  }
  return color_rank(context, colors, total, rank, Value::empty_tuple());
}

Value get_color_rank_f_body(Context& context, Value obj, Value rank) {
  if (obj.is_set() && obj.set().packing == Packing::Colored) {
    const Cell* cells = cells_by_color(obj.set());
    const auto color_at = [&](std::size_t k) { return static_cast<std::int8_t>(cells[k].c()); };
    return byte_color_rank(context, obj.set().size, color_at, rank, Value::empty_set());
  }
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

Value order_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_order, {container, compfunc});
}

Value valmax_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_valmax, {container, compfunc});
}
Value valmax_t_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_valmax_t, {container, compfunc});
}
Value valmax_f_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_valmax_f, {container, compfunc});
}
Value valmin_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_valmin, {container, compfunc});
}
Value valmin_t_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_valmin_t, {container, compfunc});
}
Value valmin_f_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_valmin_f, {container, compfunc});
}

Value argmax_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_argmax, {container, compfunc});
}
Value argmax_t_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_argmax_t, {container, compfunc});
}
Value argmax_f_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_argmax_f, {container, compfunc});
}
Value argmin_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_argmin, {container, compfunc});
}
Value argmin_t_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_argmin_t, {container, compfunc});
}
Value argmin_f_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_argmin_f, {container, compfunc});
}

Value mostcommon_body(Context& context, Value container) {
  return extreme_count(context, container, Counted::ByItself, Direction::Descending);
}
Value mostcommon_t_body(Context& context, Value container) {
  return extreme_count(context, container, Counted::ByItself, Direction::Descending);
}
Value mostcommon_f_body(Context& context, Value container) {
  return extreme_count(context, container, Counted::AsList, Direction::Descending);
}
Value leastcommon_body(Context& context, Value container) {
  return extreme_count(context, container, Counted::ByItself, Direction::Ascending);
}
Value leastcommon_t_body(Context& context, Value container) {
  return extreme_count(context, container, Counted::ByItself, Direction::Ascending);
}
Value leastcommon_f_body(Context& context, Value container) {
  return extreme_count(context, container, Counted::AsList, Direction::Ascending);
}

}  // namespace batt
