// CPython's set table as far as iteration order depends on it: probing, growth, insertion. Entries are 32-bit
// handles (a packed cell, or an index into a list of values) whose hash and equality the Traits give:
//   std::uint64_t Traits::hash(std::uint32_t) const;  bool Traits::equal(std::uint32_t, std::uint32_t) const;
#pragma once

#include <cstdint>

#include "runtime/value/arena.h"
#include "runtime/value/bits.h"
#include "runtime/value/bytes.h"

namespace batt {

/// The slots of a table that are taken, one bit each, in whole words. One word more than needed is kept, so that a
/// window that starts in the last word can be read without a test.
BATT_HD constexpr std::uint32_t occupancy_words(std::uint32_t mask) { return (mask >> 6) + 1; }

/// How many words a set keeps of its table: the occupancy, and after it for each word how many slots are taken before.
BATT_HD constexpr std::size_t table_words(std::uint32_t mask) {
  const std::size_t words = occupancy_words(mask);
  return words + 1 + (words + 1) / 2;
}

inline constexpr std::uint32_t smallest_mask = 7;

/// The mask of a table made for `minimum` used entries: the smallest power of two above it, at least 8, minus one.
BATT_HD constexpr std::uint32_t mask_for(std::uint64_t minimum) {
  return minimum < 8 ? smallest_mask : static_cast<std::uint32_t>((std::uint64_t{1} << bits::width(minimum)) - 1);
}

/// How many keys a table of this mask takes before the last one of them makes it grow.
BATT_HD constexpr std::uint32_t table_capacity(std::uint32_t mask) {
  return static_cast<std::uint32_t>((std::uint64_t{mask} * 3 + 4) / 5);
}
static_assert(table_capacity(7) == 5 && table_capacity(31) == 19 && table_capacity(127) == 77 &&
              table_capacity(511) == 307);

/// The mask that a table gets when it grows with so many keys in it.
BATT_HD constexpr std::uint32_t mask_after_growth(std::uint32_t used) {
  return mask_for(used > 50000 ? std::uint64_t{used} * 2 : std::uint64_t{used} * 4);
}

/// The mask of a table to which so many keys were added one by one.
BATT_HD constexpr std::uint32_t grown_mask(std::uint32_t count) {
  std::uint32_t mask = smallest_mask;
  while (count >= table_capacity(mask)) mask = mask_after_growth(table_capacity(mask));
  return mask;
}

/// The mask that a copy of a set of `size` entries gets (frozenset(set), the left side of `|`).
BATT_HD constexpr std::uint32_t copy_mask(std::uint32_t size) {
  return std::uint64_t{size} * 5 >= smallest_mask * 3 ? mask_for(std::uint64_t{size} * 2) : smallest_mask;
}

/// Walks the slots that CPython looks at for a hash: runs of up to ten neighbours, then a jump.
struct Probe {
  static constexpr std::uint32_t linear = 9;
  static constexpr int perturb_shift = 5;

  std::uint64_t perturb;
  std::uint32_t mask;
  std::uint32_t start;

  BATT_HD Probe(std::uint64_t hash, std::uint32_t table_mask)
      : perturb(hash), mask(table_mask), start(static_cast<std::uint32_t>(hash) & table_mask) {}
  /// How many slots after `start` belong to this run. A run that would pass the table's end is not walked.
  BATT_HD std::uint32_t extent() const { return start + linear <= mask ? linear : 0; }
  BATT_HD void jump() {
    perturb >>= perturb_shift;
    start = static_cast<std::uint32_t>(start * 5 + 1 + perturb) & mask;
  }
};

/// The occupancy bits from slot `start` on; at least ten of them count.
BATT_HD inline std::uint64_t window(const std::uint64_t* occupied, std::uint32_t start) {
  const std::uint32_t word = start >> 6, bit = start & 63;
  return occupied[word] >> bit | (occupied[word + 1] << 1) << (63 - bit);
}

template <class Traits>
class SetTable {
 public:
  static constexpr std::uint32_t no_entry = 0xffffffffu;

  /// Memory comes from `scratch`; the caller scopes it.
  BATT_HD SetTable(Arena& scratch, const Traits& traits, std::uint32_t mask = smallest_mask)
      : scratch_(scratch), traits_(traits) {
    open(mask);
  }

  BATT_HD std::uint32_t size() const { return used_; }
  BATT_HD std::uint32_t mask() const { return mask_; }
  BATT_HD const std::uint64_t* occupied() const { return occupied_; }
  BATT_HD std::uint32_t slot(std::uint32_t k) const { return slots_[k]; }

  /// set.add(): true if the entry was new.
  BATT_HD bool add(std::uint32_t entry) { return add(entry, traits_.hash(entry)); }
  BATT_HD bool add(std::uint32_t entry, std::uint64_t hash) {
    Probe probe(hash, mask_);
    while (true) {
      const std::uint64_t taken = window(occupied_, probe.start);
      const std::uint32_t extent = probe.extent();
      for (std::uint32_t k = 0; k <= extent; ++k) {
        if (!(taken >> k & 1)) {
          place(probe.start + k, entry);
          grow();
          return true;
        }
        if (traits_.equal(slots_[probe.start + k], entry)) return false;
      }
      probe.jump();
    }
  }

  /// set.add() of an entry known to be new.
  BATT_HD void add_new(std::uint32_t entry, std::uint64_t hash) {
    place(free_slot(hash), entry);
    grow();
  }

  /// As a resize or a copy puts an entry back: no look for equals, no growth.
  BATT_HD void insert_clean(std::uint32_t entry, std::uint64_t hash) { place(free_slot(hash), entry); }

  /// Takes over a slot as it stands in another table of the same size.
  BATT_HD void place(std::uint32_t slot, std::uint32_t entry) {
    occupied_[slot >> 6] |= std::uint64_t{1} << (slot & 63);
    slots_[slot] = entry;
    ++used_;
  }

  BATT_HD bool contains(std::uint32_t entry, std::uint64_t hash) const { return slot_of(entry, hash) != no_slot; }
  /// The entry that equals this one, or no_entry. For entries of which none is no_entry itself, as a cell may be.
  BATT_HD std::uint32_t find(std::uint32_t entry, std::uint64_t hash) const {
    const std::uint32_t slot = slot_of(entry, hash);
    return slot == no_slot ? no_entry : slots_[slot];
  }

  /// The entries in iteration order; `out` has room for size().
  BATT_HD void list(std::uint32_t* out) const {
    for (std::uint32_t word = 0; word < occupancy_words(mask_); ++word)
      for (std::uint64_t bits = occupied_[word]; bits != 0; bits &= bits - 1)
        *out++ = slots_[word * 64 + static_cast<std::uint32_t>(bits::trailing_zeros(bits))];
  }

  BATT_HD void resize(std::uint64_t minimum) {
    const std::uint32_t count = used_;
    std::uint32_t* entries = scratch_.allocate<std::uint32_t>(count);
    list(entries);
    open(mask_for(minimum));
    for (std::uint32_t k = 0; k < count; ++k) insert_clean(entries[k], traits_.hash(entries[k]));
  }

  /// Makes room as a merge with a set of `other` entries does before it inserts them.
  BATT_HD void reserve_for_merge(std::uint32_t other) {
    if ((std::uint64_t{used_} + other) * 5 >= std::uint64_t{mask_} * 3) resize((std::uint64_t{used_} + other) * 2);
  }

 private:
  static constexpr std::uint32_t no_slot = 0xffffffffu;

  BATT_HD std::uint32_t slot_of(std::uint32_t entry, std::uint64_t hash) const {
    Probe probe(hash, mask_);
    while (true) {
      const std::uint64_t taken = window(occupied_, probe.start);
      const std::uint32_t extent = probe.extent();
      for (std::uint32_t k = 0; k <= extent; ++k) {
        if (!(taken >> k & 1)) return no_slot;
        if (traits_.equal(slots_[probe.start + k], entry)) return probe.start + k;
      }
      probe.jump();
    }
  }

  BATT_HD void open(std::uint32_t mask) {
    mask_ = mask;
    used_ = 0;
    slots_ = scratch_.allocate<std::uint32_t>(std::size_t{mask} + 1);
    occupied_ = scratch_.allocate<std::uint64_t>(occupancy_words(mask) + 1);
    fill_bytes(occupied_, 0, (occupancy_words(mask) + 1) * sizeof(std::uint64_t));
  }

  BATT_HD std::uint32_t free_slot(std::uint64_t hash) const {
    Probe probe(hash, mask_);
    while (true) {
      const auto skip = static_cast<std::uint32_t>(bits::trailing_zeros(~window(occupied_, probe.start)));
      if (skip <= probe.extent()) return probe.start + skip;
      probe.jump();
    }
  }

  BATT_HD void grow() {
    if (std::uint64_t{used_} * 5 >= std::uint64_t{mask_} * 3)
      resize(used_ > 50000 ? std::uint64_t{used_} * 2 : std::uint64_t{used_} * 4);
  }

  Arena& scratch_;
  const Traits& traits_;
  std::uint32_t* slots_ = nullptr;
  std::uint64_t* occupied_ = nullptr;
  std::uint32_t mask_ = 0;
  std::uint32_t used_ = 0;
};

}  // namespace batt
