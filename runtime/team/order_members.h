// The order of a set's members and its hash, by all lanes. A table is a stable matching: each key goes to the first
// slot on its way that no earlier key holds.
#pragma once

#include <cstdint>

#include "runtime/team/lanes.h"
#include "runtime/value/set.h"
#include "runtime/value/set_table.h"

namespace batt {

/// Of the k-th member in any order.
BATT_HD inline std::uint64_t member_hash(Packing packing, const Cell* cells, const std::uint64_t* hashes,
                                         std::uint32_t k) {
  switch (packing) {
    case Packing::Locations: return hash::of_location(cells[k]);
    case Packing::Colored: return hash::of_colored(cells[k]);
    default: return hashes[k];
  }
}

/// A key on its way through the table: the next free slots, one after the other.
class FreeSlots {
 public:
  BATT_HD FreeSlots(const std::uint64_t* occupied, std::uint64_t hash, std::uint32_t mask)
      : occupied_(occupied), probe_(hash, mask) {
    find(0);
  }
  BATT_HD std::uint32_t slot() const { return slot_; }
  BATT_HD void go_on() { find(slot_ - probe_.start + 1); }

 private:
  BATT_HD void find(std::uint32_t tried) {
    while (true) {
      const std::uint64_t free = ~window(occupied_, probe_.start) >> tried << tried;
      const auto skip = static_cast<std::uint32_t>(bits::trailing_zeros(free));
      if (skip <= probe_.extent()) {
        slot_ = probe_.start + skip;
        return;
      }
      probe_.jump();
      tried = 0;
    }
  }

  const std::uint64_t* occupied_;
  Probe probe_;
  std::uint32_t slot_ = 0;
};

/// A key for each lane, in the order of the lanes; lanes without one only take part. Returns the key's slot, which is
/// not taken yet.
template <class Team>
BATT_HD std::uint32_t match_slots(const Team& team, const std::uint64_t* occupied, std::uint32_t mask, bool has_key,
                                  std::uint64_t hash) {
  FreeSlots way(occupied, hash, mask);
  while (true) {
    const std::uint32_t rivals = team.same(has_key ? way.slot() : ~team.lane());
    const bool loses = (rivals & bits_below(team.lane())) != 0;
    if (team.ballot(loses) == 0) return way.slot();
    if (loses) way.go_on();
  }
}

/// Where a set's members end up that were added one by one, and in which order that lists them.
struct OrderMembers {
  std::uint32_t count;
  std::uint32_t grown_mask;  ///< of the table after all of them were added
  std::uint32_t final_mask;  ///< of the one that it is copied into; the same if it is not
  Packing packing;
  const Cell* cells;            ///< as they were added,
  const Value* values;          ///< or any members,
  const std::uint64_t* hashes;  ///< with their hashes
  std::uint64_t* hash_room;     ///< which are put here if they are cells
  std::uint32_t* slots;         ///< room for each member,
  std::uint32_t* listed;        ///< for two lists of them,
  std::uint32_t* relisted;
  std::uint64_t* grown;     ///< and for the grown table: occupancy and ranks as keep_occupancy() makes them
  std::uint64_t* occupied;  ///< of the final table, as well; may be the same as `grown`
  union {
    Cell* ordered_cells;
    Value* ordered_values;
  };
  std::uint64_t* ordered_hashes;

  template <class Team>
  BATT_HD void share(const Team& team) {
    if (cells != nullptr) hash_cells(team);
    std::uint32_t mask = smallest_mask, end = 0;
    while (true) {
      const std::uint32_t before = end;
      end = count < table_capacity(mask) ? count : table_capacity(mask);
      insert(team, grown, mask, before, end);
      if (mask == grown_mask) break;
      mask = mask_after_growth(table_capacity(mask));
    }
    if (grown != occupied) insert(team, occupied, final_mask, count, count);
    for (std::uint32_t k = team.lane(); k < count; k += Team::size) put(k, listed[k]);
  }

 private:
  template <class Team>
  BATT_HD void hash_cells(const Team& team) const {
    for (std::uint32_t k = team.lane(); k < count; k += Team::size)
      hash_room[k] = member_hash(packing, cells, nullptr, k);
  }

  BATT_HD void put(std::uint32_t place, std::uint32_t member) const {
    if (cells != nullptr) {
      ordered_cells[place] = cells[member];
    } else {
      ordered_values[place] = values[member];
      ordered_hashes[place] = hashes[member];
    }
  }

  /// Puts the listed members and those after them, up to `end`, into an empty table, and lists them in its order.
  template <class Team>
  BATT_HD void insert(const Team& team, std::uint64_t* table, std::uint32_t mask, std::uint32_t listed_count,
                      std::uint32_t end) {
    const auto member_at = [&](std::uint32_t k) { return k < listed_count ? listed[k] : k; };
    for (std::uint32_t k = team.lane(); k <= occupancy_words(mask); k += Team::size) table[k] = 0;
    team.sync();
    for (std::uint32_t first = 0; first < end; first += Team::size) {
      const std::uint32_t k = first + team.lane();
      const std::uint32_t slot = match_slots(team, table, mask, k < end, k < end ? hashes[member_at(k)] : 0);
      if (k < end) {
        slots[k] = slot;
        team.set_bits(table[slot >> 6], std::uint64_t{1} << (slot & 63));
      }
      team.sync();
    }
    auto* ranks = reinterpret_cast<std::uint32_t*>(table + occupancy_words(mask) + 1);
    rank_words(team, table, occupancy_words(mask), ranks);
    for (std::uint32_t k = team.lane(); k < end; k += Team::size)
      relisted[rank_of_bit(table, ranks, slots[k])] = member_at(k);
    team.sync();
    std::uint32_t* const old = listed;
    listed = relisted;
    relisted = old;
  }
};

/// What a set's hash is finished from: the xor of its members' shuffled hashes.
struct HashMembers {
  std::uint32_t count;
  Packing packing;
  const Cell* cells;
  const std::uint64_t* hashes;  ///< of members that are no cells
  std::uint64_t mixed;

  template <class Team>
  BATT_HD void share(const Team& team) {
    std::uint64_t own = 0;
    for (std::uint32_t k = team.lane(); k < count; k += Team::size)
      own ^= hash::shuffle(member_hash(packing, cells, hashes, k));
    mixed = combine_in_first(team, own, [](std::uint64_t a, std::uint64_t b) { return a ^ b; });
  }
};

}  // namespace batt
