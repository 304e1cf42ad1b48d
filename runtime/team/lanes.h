// What the lanes of a team do together. Jobs are templates over the Team: on the device it is WarpTeam, tests have one
// of fibers.
#pragma once

#include <cstdint>

#include "batt/target.h"
#include "runtime/value/bits.h"

namespace batt {

#ifdef __CUDACC__
/// The lanes of a warp that do not run a sample: all but the last.
struct WarpTeam {
  static constexpr unsigned size = 31;
  static constexpr std::uint32_t members = (std::uint32_t{1} << size) - 1;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  __device__ unsigned lane() const { return threadIdx.x & 31; }
  // All lanes call these at once.
  /// What a lane wrote before, all of them read after.
  __device__ void sync() const { __syncwarp(members); }
  /// A bit for each lane.
  __device__ std::uint32_t ballot(bool vote) const { return __ballot_sync(members, vote); }
  /// The lanes that say the same, as bits.
  __device__ std::uint32_t same(std::uint32_t said) const { return __match_any_sync(members, said); }
  /// What that lane says.
  template <class T>
  __device__ T from(unsigned lane, T said) const {
    return __shfl_sync(members, said, static_cast<int>(lane));
  }
  /// One lane at a time each, in any order; `lower` returns what was there before.
  __device__ void add(std::uint32_t& number, std::uint32_t more) const { atomicAdd(&number, more); }
  __device__ void mix(std::uint64_t& word, std::uint64_t bits) const {
    atomicXor(reinterpret_cast<unsigned long long*>(&word), static_cast<unsigned long long>(bits));
  }
  __device__ std::uint32_t lower(std::uint32_t& number, std::uint32_t bound) const { return atomicMin(&number, bound); }
  __device__ void set_bits(std::uint64_t& word, std::uint64_t bits) const {
    atomicOr(reinterpret_cast<unsigned long long*>(&word), static_cast<unsigned long long>(bits));
  }
  __device__ void set_bits(std::uint16_t& half, std::uint16_t bits) const {
    const auto address = reinterpret_cast<std::uintptr_t>(&half);
    atomicOr(reinterpret_cast<unsigned*>(address & ~std::uintptr_t{3}), static_cast<unsigned>(bits)
                                                                            << (address & 2) * 8);
  }
  /// While others may write it so.
  __device__ std::uint32_t read(const std::uint32_t& number) const {
    return *static_cast<const volatile std::uint32_t*>(&number);
  }
#endif
};
#endif

BATT_HD inline std::uint32_t bits_below(unsigned lane) { return (std::uint32_t{1} << lane) - 1; }

/// The first lane gets the lanes' values combined.
template <class Team, class T, class Combine>
BATT_HD T combine_in_first(const Team& team, T value, Combine both) {
  for (unsigned step = 16; step != 0; step /= 2) {
    const unsigned other = team.lane() + step;
    const T theirs = team.from(other < Team::size ? other : team.lane(), value);
    if (other < Team::size) value = both(value, theirs);
  }
  return value;
}

/// All of them get it.
template <class Team, class T, class Combine>
BATT_HD T combine(const Team& team, T value, Combine both) {
  return team.from(0, combine_in_first(team, value, both));
}

/// The sum of the values of this lane and of those before it.
template <class Team>
BATT_HD std::uint32_t sum_up_to(const Team& team, std::uint32_t value) {
  for (unsigned step = 1; step < Team::size; step *= 2) {
    const unsigned lane = team.lane();
    const std::uint32_t theirs = team.from(lane >= step ? lane - step : lane, value);
    if (lane >= step) value += theirs;
  }
  return value;
}

/// Writes how many bits are set before each of the words.
template <class Team>
BATT_HD void rank_words(const Team& team, const std::uint64_t* words, std::uint32_t count, std::uint32_t* ranks) {
  std::uint32_t before = 0;
  for (std::uint32_t first = 0; first < count; first += Team::size) {
    const std::uint32_t k = first + team.lane();
    const std::uint32_t own = k < count ? static_cast<std::uint32_t>(bits::ones(words[k])) : 0;
    const std::uint32_t with_own = before + sum_up_to(team, own);
    if (k < count) ranks[k] = with_own - own;
    before = team.from(Team::size - 1, with_own);
  }
  team.sync();
}

/// How many bits are set before this one.
BATT_HD inline std::uint32_t rank_of_bit(const std::uint64_t* words, const std::uint32_t* ranks, std::uint32_t bit) {
  const std::uint64_t below = (std::uint64_t{1} << (bit & 63)) - 1;
  return ranks[bit >> 6] + static_cast<std::uint32_t>(bits::ones(words[bit >> 6] & below));
}

/// Appends the values of the lanes that keep theirs to a list, in the order of the lanes; returns the list's new end.
template <class Team, class T>
BATT_HD T* append(const Team& team, bool keep, T value, T* end) {
  const std::uint32_t kept = team.ballot(keep);
  if (keep) end[bits::ones(kept & bits_below(team.lane()))] = value;
  return end + bits::ones(kept);
}

}  // namespace batt
