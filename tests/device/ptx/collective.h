// What the lanes of one warp bring to an instruction they execute together, and what they take away.
#pragma once

#include <array>
#include <cstdint>

#include "tests/device/ptx/operations.h"

namespace batt::ptx {

/// How the sources of a collective are brought. It is the immediate of the instruction.
enum class Brings : std::uint8_t { nothing, words, wide_words, votes };

struct Exchange {
  std::uint32_t lanes = 0;    // that take part: the members still alive
  std::uint32_t members = 0;  // the mask as written
  std::array<const std::uint32_t*, 3> words{};
  const std::uint64_t* wide_words = nullptr;
  std::uint32_t votes = 0;

  std::array<std::uint32_t, warp_size> results{};
  std::uint32_t truths = 0;     // results that are predicates
  std::uint32_t undefined = 0;  // lanes that read what nobody brought
};

/// The handler of every collective: runs it at once when all members are here, else lets the lanes wait.
void meet(Group& group, const Instruction& instruction);

/// bar.sync, bar.arrive and bar.red, for all warps of a block.
Choice barrier_choice(const Statement& statement);

}  // namespace batt::ptx
