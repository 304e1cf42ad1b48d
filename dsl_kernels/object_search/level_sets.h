// The set operations that carry objects() from one level of its search to the next, on tables without dummies:
// `neighborhood |= neighbors of a cell` and the order of `neighborhood - occupied`.
#pragma once

#include "runtime/value/hash.h"
#include "runtime/value/set_table.h"
#include "runtime/value/small_table.h"

namespace batt {

/// set |= other.
template <class Traits>
BATT_HD void merge_into(SetTable<Traits>& set, const SetTable<Traits>& other, const Traits& traits) {
  const bool was_empty = set.size() == 0;
  set.reserve_for_merge(other.size());
  const bool same_layout = was_empty && set.mask() == other.mask();
  for (std::uint32_t word = 0; word < occupancy_words(other.mask()); ++word)
    for (std::uint64_t bits = other.occupied()[word]; bits != 0; bits &= bits - 1) {
      const std::uint32_t slot = word * 64 + static_cast<std::uint32_t>(bits::trailing_zeros(bits));
      const std::uint32_t entry = other.slot(slot);
      if (same_layout)
        set.place(slot, entry);
      else if (was_empty)
        set.insert_clean(entry, traits.hash(entry));
      else
        set.add(entry, traits.hash(entry));
    }
}

/// The neighbours of a cell that lie inside of a grid, and the set that objects() makes of them.
class NeighborsInside {
 public:
  BATT_HD NeighborsInside(int i, int j, int height, int width, bool diagonal) : i_(i), j_(j) {
    for (std::uint32_t k = 0; k < (diagonal ? 8 : 4); ++k) hashes_[k] = hash::of_pair(row(k), column(k));
    std::uint32_t around[8];
    const std::uint32_t count = diagonal ? list_all(around) : list_four(0, around);
    for (std::uint32_t k = 0; k < count; ++k)
      if (row(around[k]) >= 0 && row(around[k]) < height && column(around[k]) >= 0 && column(around[k]) < width)
        around[size_++] = around[k];
    add_one_by_one(around);
  }

  /// set |= the neighbours, where the entry of (i, j) is entry_at(i, j).
  template <class Traits, class EntryAt>
  BATT_HD void merge_into(SetTable<Traits>& set, EntryAt entry_at) const {
    const bool was_empty = set.size() == 0;
    set.reserve_for_merge(size_);
    const bool same_layout = was_empty && set.mask() == table_.mask();
    for (std::uint64_t rest = table_.occupied(); rest != 0; rest &= rest - 1) {
      const auto slot = static_cast<std::uint32_t>(bits::trailing_zeros(rest));
      const std::uint32_t k = table_.slot(slot), entry = entry_at(row(k), column(k));
      if (same_layout)
        set.place(slot, entry);
      else if (was_empty)
        set.insert_clean(entry, hashes_[k]);
      else
        set.add(entry, hashes_[k]);
    }
  }

 private:
  static constexpr std::uint32_t grown = 31;  ///< the mask of a table that its fifth member has made grow

  // First those of dneighbors, then those of ineighbors.
  BATT_HD int row(std::uint32_t k) const { return i_ + static_cast<int>(0x22001120u >> (4 * k) & 3) - 1; }
  BATT_HD int column(std::uint32_t k) const { return j_ + static_cast<int>(0x20202011u >> (4 * k) & 3) - 1; }

  /// The set of four of them.
  BATT_HD std::uint32_t list_four(std::uint32_t first, std::uint32_t* out) const {
    SmallTable table(smallest_mask);
    for (std::uint32_t k = first; k < first + 4; ++k) table.insert(k, hashes_[k]);
    table.list(out);
    return 4;
  }
  /// dneighbors | ineighbors.
  BATT_HD std::uint32_t list_all(std::uint32_t* out) const {
    list_four(0, out);
    list_four(4, out + 4);
    SmallTable table(grown);
    for (std::uint32_t k = 0; k < 8; ++k) table.insert(out[k], hashes_[out[k]]);
    table.list(out);
    return 8;
  }
  BATT_HD void add_one_by_one(const std::uint32_t* keys) {
    constexpr std::uint32_t most = table_capacity(smallest_mask) - 1;
    for (std::uint32_t k = 0; k < size_ && k <= most; ++k) table_.insert(keys[k], hashes_[keys[k]]);
    if (size_ <= most) return;
    std::uint32_t listed[most + 1];
    table_.list(listed);
    table_ = SmallTable(grown);
    for (const std::uint32_t key : listed) table_.insert(key, hashes_[key]);
    for (std::uint32_t k = most + 1; k < size_; ++k) table_.insert(keys[k], hashes_[keys[k]]);
  }

  int i_, j_;
  std::uint64_t hashes_[8];
  std::uint32_t size_ = 0;
  SmallTable table_{smallest_mask};
};

/// The `count` listed entries, put into a new table of this mask and listed again.
template <class Traits>
BATT_HD void list_anew(Arena& scratch, const Traits& traits, std::uint32_t* entries, std::uint32_t count,
                       std::uint32_t mask) {
  SetTable<Traits> table(scratch, traits, mask);
  for (std::uint32_t k = 0; k < count; ++k) table.insert_clean(entries[k], traits.hash(entries[k]));
  table.list(entries);
}

/// list(set - occupied) into `out`, which has room for the whole set; returns how many. `is_occupied(entry)` tells
/// what the other set holds, `occupied_count` how much.
template <class Traits, class IsOccupied>
BATT_HD std::uint32_t list_difference(Arena& scratch, const SetTable<Traits>& set, const Traits& traits,
                                      std::uint32_t occupied_count, IsOccupied is_occupied, std::uint32_t* out) {
  const std::uint32_t size = set.size();
  set.list(out);
  if ((size >> 2) > occupied_count) {
    // CPython copies the set and discards from the copy, which moves the others only if many dummies are left.
    const std::uint32_t mask = copy_mask(size);
    if (mask != set.mask()) list_anew(scratch, traits, out, size, mask);
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < size; ++k)
      if (!is_occupied(out[k])) out[count++] = out[k];
    if (size - count > mask / 4) list_anew(scratch, traits, out, count, mask_for(std::uint64_t{count} * 4));
    return count;
  }
  SetTable<Traits> rest(scratch, traits);
  for (std::uint32_t k = 0; k < size; ++k)
    if (!is_occupied(out[k])) rest.add_new(out[k], traits.hash(out[k]));
  rest.list(out);
  return rest.size();
}

}  // namespace batt
