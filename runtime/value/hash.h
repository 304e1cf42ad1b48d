// CPython's hashes of ints, tuples of ints and frozensets, for host and device. Set order follows from these.
#pragma once

#include <array>
#include <cstdint>

#include "batt/cell.h"
#include "batt/target.h"

namespace batt::hash {

inline constexpr std::uint64_t prime_1 = 11400714785074694791ull;
inline constexpr std::uint64_t prime_2 = 14029467366897019727ull;
inline constexpr std::uint64_t prime_5 = 2870177450012600261ull;

/// CPython's hash is never -1: that value reports an error in its C interface.
BATT_HD constexpr std::uint64_t of_small_int(std::int64_t i) {
  return i == -1 ? ~std::uint64_t{1} : static_cast<std::uint64_t>(i);
}

BATT_HD constexpr std::uint64_t of_int(std::int64_t i) {
  constexpr std::uint64_t modulus = (std::uint64_t{1} << 61) - 1;
  const std::uint64_t magnitude = i < 0 ? ~static_cast<std::uint64_t>(i) + 1 : static_cast<std::uint64_t>(i);
  if (magnitude < modulus) return of_small_int(i);
  const std::int64_t reduced = static_cast<std::int64_t>(magnitude % modulus);
  return of_small_int(i < 0 ? -reduced : reduced);
}

/// One step of the tuple hash (xxHash's lane), begun with prime_5 and ended with finish_tuple.
BATT_HD constexpr std::uint64_t tuple_step(std::uint64_t state, std::uint64_t item) {
  state += item * prime_2;
  state = state << 31 | state >> 33;
  return state * prime_1;
}
BATT_HD constexpr std::uint64_t finish_tuple(std::uint64_t state, std::uint64_t size) {
  state += size ^ (prime_5 ^ 3527539ull);
  return state == ~std::uint64_t{0} ? 1546275796ull : state;
}

namespace detail {
/// The tuple hash's state after (i, j) for locations inside a grid: most cells are, and it saves two of three steps.
inline constexpr int table_side = 32;
using LocationStates = std::array<std::uint64_t, table_side * table_side>;
inline constexpr LocationStates location_states = [] {
  LocationStates table{};
  for (int i = 0; i < table_side; ++i)
    for (int j = 0; j < table_side; ++j)
      table[static_cast<std::size_t>(i * table_side + j)] =
          tuple_step(tuple_step(prime_5, static_cast<std::uint64_t>(i)), static_cast<std::uint64_t>(j));
  return table;
}();
#ifdef __CUDACC__
extern __device__ const LocationStates location_states_on_device;
#endif
BATT_HD inline std::uint64_t state_at(std::uint32_t place) {
#ifdef BATT_ON_DEVICE
  return location_states_on_device[place];
#else
  return location_states[place];
#endif
}

#ifndef __CUDACC__
/// The state after (i,) for rows in and around a grid.
inline constexpr int row_limit = 128;
inline constexpr auto row_states = [] {
  std::array<std::uint64_t, 2 * row_limit> table{};
  for (int i = -row_limit; i < row_limit; ++i)
    table[static_cast<std::size_t>(i + row_limit)] = tuple_step(prime_5, of_small_int(i));
  return table;
}();
#endif
}  // namespace detail

BATT_HD inline std::uint64_t location_state(int i, int j) {
  if ((static_cast<unsigned>(i) | static_cast<unsigned>(j)) < detail::table_side)
    return detail::state_at(static_cast<std::uint32_t>(i * detail::table_side + j));
#ifndef __CUDACC__
  if (static_cast<unsigned>(i) + detail::row_limit < 2 * detail::row_limit)
    return tuple_step(detail::row_states[static_cast<std::size_t>(i + detail::row_limit)], of_small_int(j));
#endif
  return tuple_step(tuple_step(prime_5, of_small_int(i)), of_small_int(j));
}

BATT_HD inline std::uint64_t of_pair(int i, int j) { return finish_tuple(location_state(i, j), 2); }
BATT_HD inline std::uint64_t of_triple(int i, int j, int c) {
  return finish_tuple(tuple_step(location_state(i, j), of_small_int(c)), 3);
}

namespace detail {
/// Whether the location is in the table and the colour is not negative: three fields of the bits, and nothing beside
/// them.
BATT_HD inline bool is_in_table(Cell cell) { return (cell.bits() & ~0x01f01f7fu) == 0; }
BATT_HD inline std::uint64_t state_in_table(Cell cell) {
  return state_at((cell.bits() >> 15 & 0x3e0) | (cell.bits() >> 8 & 0x1f));
}
static_assert(table_side == 32);
}  // namespace detail

BATT_HD inline std::uint64_t of_location(Cell cell) {
  if (detail::is_in_table(cell)) return finish_tuple(detail::state_in_table(cell), 2);
  return of_pair(cell.i(), cell.j());
}
BATT_HD inline std::uint64_t of_colored(Cell cell) {
  if (detail::is_in_table(cell)) return finish_tuple(tuple_step(detail::state_in_table(cell), cell.bits() & 0x7f), 3);
  return of_triple(cell.i(), cell.j(), cell.c());
}

/// Of a tuple of `size` small ints.
BATT_HD inline std::uint64_t of_row(const std::int8_t* ints, int size) {
  std::uint64_t state = prime_5;
  for (int k = 0; k < size; ++k) state = tuple_step(state, of_small_int(ints[k]));
  return finish_tuple(state, static_cast<std::uint64_t>(size));
}

/// A frozenset's hash is finish_set of the xor of its members' shuffled hashes: it does not depend on order.
BATT_HD constexpr std::uint64_t shuffle(std::uint64_t hash) {
  return ((hash ^ 89869747ull) ^ (hash << 16)) * 3644798167ull;
}
BATT_HD constexpr std::uint64_t finish_set(std::uint64_t shuffled, std::uint64_t size) {
  shuffled ^= (size + 1) * 1927868237ull;
  shuffled ^= (shuffled >> 11) ^ (shuffled >> 25);
  shuffled = shuffled * 69069ull + 907133923ull;
  return shuffled == ~std::uint64_t{0} ? 590923713ull : shuffled;
}

}  // namespace batt::hash
