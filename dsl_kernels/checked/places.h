// The cells of a small grid by number, and sets of them: as bits, and as CPython's tables.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "batt/hash.h"
#include "batt/set_table.h"
#include "dsl_kernels/checked/color_planes.h"

namespace batt {

/// A cell's number: i * 32 + j.
using Place = std::uint16_t;
inline constexpr int place_pitch = 32;
inline constexpr int place_count = place_pitch * place_pitch;
inline constexpr std::size_t most_cells = plane_side * plane_side;

constexpr Place place_at(int i, int j) { return static_cast<Place>(i * place_pitch + j); }
constexpr int row_of(std::uint32_t place) { return static_cast<int>(place / place_pitch); }
constexpr int column_of(std::uint32_t place) { return static_cast<int>(place % place_pitch); }
constexpr std::uint32_t bit_of(std::uint32_t place) { return std::uint32_t{1} << column_of(place); }

/// A bit for each cell of a grid, a word for each row.
using RowMasks = std::array<std::uint32_t, place_pitch>;

/// Calls use(place) for each bit of a row's mask.
template <class Use>
void for_each_place(int row, std::uint32_t mask, Use use) {
  for (; mask != 0; mask &= mask - 1) use(place_at(row, std::countr_zero(mask)));
}

struct PlaceTraits {
  std::uint64_t hash(std::uint32_t place) const { return hash::of_pair(row_of(place), column_of(place)); }
  bool equal(std::uint32_t a, std::uint32_t b) const { return a == b; }
};
using PlaceSet = SetTable<PlaceTraits>;
inline constexpr PlaceTraits place_traits;

/// The mask of a set that so many entries were added to one by one, while it has at most 32 slots.
inline constexpr std::uint32_t most_in_32_slots = 18;
constexpr std::uint32_t small_mask(std::uint32_t count) { return count < 5 ? smallest_mask : 31; }

/// Whether entries of these hashes all have slots of their own in a table of this mask: then they lie there in any
/// case, whatever the order they came in.
template <class HashOf>
bool have_own_slots(std::uint32_t count, std::uint32_t mask, HashOf hash_of_entry) {
  std::uint64_t taken = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint64_t bit = std::uint64_t{1} << (hash_of_entry(k) & mask);
    if ((taken & bit) != 0) return false;
    taken |= bit;
  }
  return true;
}

}  // namespace batt
