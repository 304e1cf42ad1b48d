// Large pieces of memory, moved and filled by all lanes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/team/lanes.h"

namespace batt {

/// Pieces do not overlap. Words first, where both begin at a word, then what is left.
struct CopyBytes {
  std::byte* to;
  const std::byte* from;
  std::size_t size;

  template <class Team>
  BATT_HD void share(const Team& team) const {
    const bool words_fit = ((reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from)) & 7) == 0;
    const std::size_t words = words_fit ? size / 8 : 0;
    auto* words_to = reinterpret_cast<std::uint64_t*>(to);
    const auto* words_from = reinterpret_cast<const std::uint64_t*>(from);
    for (std::size_t k = team.lane(); k < words; k += Team::size) words_to[k] = words_from[k];
    for (std::size_t k = words * 8 + team.lane(); k < size; k += Team::size) to[k] = from[k];
  }
};

/// Memory that begins at a word.
struct FillBytes {
  std::byte* to;
  std::size_t size;
  std::uint64_t word;  ///< the byte, eight times

  template <class Team>
  BATT_HD void share(const Team& team) const {
    auto* words_to = reinterpret_cast<std::uint64_t*>(to);
    for (std::size_t k = team.lane(); k < size / 8; k += Team::size) words_to[k] = word;
    for (std::size_t k = (size & ~std::size_t{7}) + team.lane(); k < size; k += Team::size)
      to[k] = static_cast<std::byte>(word);
  }
};

}  // namespace batt
