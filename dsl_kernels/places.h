// The cells of a grid by number, and sets of them: as bits, and as CPython's tables.
#pragma once

#include <cstdint>

#include "runtime/value/bits.h"
#include "runtime/value/hash.h"
#include "runtime/value/set_table.h"

namespace batt {

/// A cell's number: i * 64 + j.
using Place = std::uint16_t;
inline constexpr int place_pitch = 64;

/// Grids up to this height and width have their places; larger ones are rare.
inline constexpr int most_side = 60;
/// What the device knows of: as large as a task's grids are.
inline constexpr int table_side = 30;
#ifdef BATT_ON_DEVICE
inline constexpr int place_side = table_side;
#else
inline constexpr int place_side = most_side;
#endif

BATT_HD constexpr Place place_at(int i, int j) { return static_cast<Place>(i * place_pitch + j); }
BATT_HD constexpr int row_of(std::uint32_t place) { return static_cast<int>(place / place_pitch); }
BATT_HD constexpr int column_of(std::uint32_t place) { return static_cast<int>(place % place_pitch); }

/// A bit for each cell of a row.
using RowMask = std::uint64_t;
BATT_HD constexpr RowMask bit_of(std::uint32_t place) { return RowMask{1} << column_of(place); }
BATT_HD constexpr RowMask all_columns(int width) { return (RowMask{1} << width) - 1; }

/// Calls use(place) for each bit of a row's mask.
template <class Use>
BATT_HD void for_each_place(int row, RowMask mask, Use use) {
  for (; mask != 0; mask &= mask - 1) use(place_at(row, bits::trailing_zeros(mask)));
}

struct PlaceTraits {
  BATT_HD std::uint64_t hash(std::uint32_t place) const { return hash::of_pair(row_of(place), column_of(place)); }
  BATT_HD bool equal(std::uint32_t a, std::uint32_t b) const { return a == b; }
};
using PlaceSet = SetTable<PlaceTraits>;

/// The mask of a set that so many entries were added to one by one, while it has at most 32 slots.
inline constexpr std::uint32_t most_in_32_slots = 18;
BATT_HD constexpr std::uint32_t small_mask(std::uint32_t count) { return count < 5 ? smallest_mask : 31; }

/// Whether entries of these hashes all have slots of their own in a table of this mask: then they lie there in any
/// case, whatever the order they came in.
template <class HashOf>
BATT_HD bool have_own_slots(std::uint32_t count, std::uint32_t mask, HashOf hash_of_entry) {
  std::uint64_t taken = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint64_t bit = std::uint64_t{1} << (hash_of_entry(k) & mask);
    if ((taken & bit) != 0) return false;
    taken |= bit;
  }
  return true;
}

}  // namespace batt
