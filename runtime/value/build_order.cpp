#include "runtime/value/build_order.h"

#include <algorithm>

#include "runtime/value/load_ahead.h"
#include "runtime/value/set_table.h"
#include "runtime/value/small_table.h"

namespace batt {
namespace {

class LargeTable {
 public:
  BATT_HD LargeTable(std::uint32_t* slots, std::uint64_t* occupied, std::uint32_t mask)
      : slots_(slots), occupied_(occupied), mask_(mask) {
    fill_bytes(occupied_, 0, (occupancy_words(mask) + 1) * sizeof(std::uint64_t));
  }

  BATT_HD void insert(std::uint32_t key, std::uint64_t hash) {
    const std::uint32_t home = static_cast<std::uint32_t>(hash) & mask_;
    std::uint64_t& word = occupied_[home >> 6];
    const std::uint64_t bit = std::uint64_t{1} << (home & 63);
    if ((word & bit) == 0) {
      word |= bit;
      slots_[home] = key;
    } else {
      insert_elsewhere(key, hash);
    }
  }

  BATT_HD bool is_beyond_cache() const {
#ifdef BATT_ON_DEVICE
    return false;
#else
    return mask_ >= 1u << 12;
#endif
  }
  BATT_HD static void prefetch([[maybe_unused]] const std::uint64_t* hash) {
#ifndef BATT_ON_DEVICE
    __builtin_prefetch(hash);
#endif
  }
  BATT_HD void prefetch([[maybe_unused]] std::uint64_t hash) const {
#ifndef BATT_ON_DEVICE
    const std::uint32_t home = static_cast<std::uint32_t>(hash) & mask_;
    __builtin_prefetch(occupied_ + (home >> 6), 1);
    __builtin_prefetch(slots_ + home, 1);
#endif
  }

  BATT_HD void list(std::uint32_t* out) const {
    for (std::uint32_t word = 0; word < occupancy_words(mask_); ++word)
      for (std::uint64_t bits = occupied_[word]; bits != 0; bits &= bits - 1)
        *out++ = slots_[word * 64 + static_cast<std::uint32_t>(bits::trailing_zeros(bits))];
  }

 private:
  BATT_HD void insert_elsewhere(std::uint32_t key, std::uint64_t hash) {
    Probe probe(hash, mask_);
    while (true) {
      const auto skip = static_cast<std::uint32_t>(bits::trailing_ones(window(occupied_, probe.start)));
      if (skip <= probe.extent()) {
        const std::uint32_t slot = probe.start + skip;
        slots_[slot] = key;
        occupied_[slot >> 6] |= std::uint64_t{1} << (slot & 63);
        return;
      }
      probe.jump();
    }
  }

  std::uint32_t* slots_;
  std::uint64_t* occupied_;
  std::uint32_t mask_;
};

/// If all keys have different homes in the table, the order in which they come does not matter.
BATT_HD bool homes_differ(const std::uint64_t* hashes, std::uint32_t count, std::uint32_t mask) {
  std::uint64_t homes = 0;
  for (std::uint32_t k = 0; k < count; ++k) homes |= std::uint64_t{1} << (hashes[k] & mask);
  return static_cast<std::uint32_t>(bits::ones(homes)) == count;
}

/// Slots of a large table are asked for so many keys ahead of their use, and the hashes of keys out of turn twice as
/// many.
constexpr std::uint32_t keys_ahead = 12;

template <class Table>
BATT_HD void insert_keys(Table& table, const std::uint64_t* hashes, std::uint32_t begin, std::uint32_t end) {
  load_ahead(
      end - begin, [&](std::size_t k) { return hashes[begin + k]; },
      [&](std::size_t k, std::uint64_t hash) { table.insert(begin + static_cast<std::uint32_t>(k), hash); });
}

template <class Table>
BATT_HD void insert_listed(Table& table, const std::uint64_t* hashes, const std::uint32_t* listed,
                           std::uint32_t count) {
  load_ahead(
      count, [listed](std::size_t k) { return listed[k]; },
      [&](std::size_t, std::uint32_t key) { table.insert(key, hashes[key]); });
}

BATT_HD void insert_all(LargeTable& table, const std::uint64_t* hashes, const std::uint32_t* listed,
                        std::uint32_t listed_count, std::uint32_t end) {
  std::uint32_t k = 0;
  if (table.is_beyond_cache()) {
    for (; k + 2 * keys_ahead < listed_count; ++k) {
      LargeTable::prefetch(hashes + listed[k + 2 * keys_ahead]);
      table.prefetch(hashes[listed[k + keys_ahead]]);
      table.insert(listed[k], hashes[listed[k]]);
    }
  }
  insert_listed(table, hashes, listed + k, listed_count - k);
  k = listed_count;
  if (table.is_beyond_cache()) {
    for (; k + keys_ahead < end; ++k) {
      table.prefetch(hashes[k + keys_ahead]);
      table.insert(k, hashes[k]);
    }
  }
  insert_keys(table, hashes, k, end);
}

BATT_HD void insert_all(SmallTable& table, const std::uint64_t* hashes, const std::uint32_t* listed,
                        std::uint32_t listed_count, std::uint32_t end) {
  insert_listed(table, hashes, listed, listed_count);
  insert_keys(table, hashes, listed_count, end);
}

/// Tables of 8 and of 32 slots: enough for up to 18 keys. True if the order is final.
BATT_HD bool build_small(const std::uint64_t* hashes, std::uint32_t count, BuiltOrder& built) {
  constexpr std::uint32_t first_growth = table_capacity(smallest_mask), second_growth = table_capacity(31);
  if (count < first_growth) {
    SmallTable table(smallest_mask);
    insert_all(table, hashes, nullptr, 0, count);
    table.list(built.order);
    built.mask = smallest_mask;
    built.occupied[0] = table.occupied();
    return true;
  }
  std::uint32_t listed[first_growth] = {0, 1, 2, 3, 4};
  if (!homes_differ(hashes, first_growth, 31)) {
    SmallTable table(smallest_mask);
    insert_all(table, hashes, nullptr, 0, first_growth);
    table.list(listed);
  }
  SmallTable table(31);
  insert_all(table, hashes, listed, first_growth, std::min(count, second_growth));
  table.list(built.order);
  built.mask = 31;
  built.occupied[0] = table.occupied();
  return count < second_growth;
}

}  // namespace

BATT_HD BuiltOrder rebuild_order(Arena& scratch, const std::uint64_t* hashes, std::uint32_t count,
                                 const BuiltOrder& from, std::uint32_t mask) {
  BuiltOrder built{mask, scratch.allocate<std::uint32_t>(count),
                   scratch.allocate<std::uint64_t>(occupancy_words(mask) + 1)};
  built.occupied[occupancy_words(mask)] = 0;
  if (mask < 64) {
    SmallTable table(mask);
    insert_all(table, hashes, from.order, count, count);
    table.list(built.order);
    built.occupied[0] = table.occupied();
    return built;
  }
  LargeTable table(scratch.allocate<std::uint32_t>(std::size_t{mask} + 1), built.occupied, mask);
  insert_all(table, hashes, from.order, count, count);
  table.list(built.order);
  return built;
}

BATT_HD BuiltOrder build_order(Arena& scratch, const std::uint64_t* hashes, std::uint32_t count) {
  const std::uint32_t mask = grown_mask(count);
  BuiltOrder built{mask, scratch.allocate<std::uint32_t>(count),
                   scratch.allocate<std::uint64_t>(occupancy_words(mask) + 1)};
  built.occupied[occupancy_words(mask)] = 0;
  if (build_small(hashes, count, built)) return built;

  auto* slots = scratch.allocate<std::uint32_t>(std::size_t{mask} + 1);
  std::uint32_t listed = table_capacity(31);
  for (std::uint32_t stage = mask_after_growth(listed);; stage = mask_after_growth(listed)) {
    const std::uint32_t end = std::min(count, table_capacity(stage));
    LargeTable table(slots, built.occupied, stage);
    insert_all(table, hashes, built.order, listed, end);
    table.list(built.order);
    listed = end;
    if (count < table_capacity(stage)) {
      built.mask = stage;
      return built;
    }
  }
}

}  // namespace batt
