// Hashes by all lanes: of a grid, and of many values.
#pragma once

#include <cstddef>
#include <cstdint>

#include "batt/value.h"
#include "runtime/team/lanes.h"
#include "runtime/team/team.h"
#include "runtime/value/hash.h"

namespace batt {

/// A row for each lane; the hashes of the rows wait for each other.
struct HashGrid {
  Value grid;
  std::uint64_t hash;

  template <class Team>
  BATT_HD void share(const Team& team) {
    const int height = grid.height(), width = grid.width();
    std::uint64_t state = hash::prime_5;
    for (int first = 0; first < height; first += static_cast<int>(Team::size)) {
      const int i = first + static_cast<int>(team.lane());
      const std::uint64_t row =
          i < height ? hash::of_row(grid.bytes() + static_cast<std::ptrdiff_t>(i) * width, width) : 0;
      const int rest = height - first;
      for (int k = 0; k < rest && k < static_cast<int>(Team::size); ++k)
        state = hash::tuple_step(state, team.from(static_cast<unsigned>(k), row));
    }
    hash = hash::finish_tuple(state, static_cast<std::uint64_t>(height));
  }
};

/// hash(v) of ints, and of tuples in a packed form, which bounds the work: nothing is charged. False for others.
BATT_HD bool hash_packed(Value v, std::uint64_t& hash);

/// As far as hash_packed() knows them.
struct HashValues {
  const Value* values;
  std::size_t count;
  std::uint64_t* hashes;
  bool all_known;

  template <class Team>
  BATT_HD void share(const Team& team) {
    bool known = true;
    for (std::size_t k = team.lane(); k < count; k += Team::size) known &= hash_packed(values[k], hashes[k]);
    all_known = team.ballot(!known) == 0;
  }
};

/// Lets a team find the hashes of all values. False if there is none, or if that is nothing for it.
BATT_HD inline bool hash_by_team(const Value* values, std::size_t count, std::uint64_t* hashes) {
  constexpr std::size_t worth_a_team = 4;
  if (count < worth_a_team || !team::is_there() || !team::can_reach(values)) return false;
  HashValues job{values, count, hashes, false};
  team::run(job);
  return job.all_known;
}

}  // namespace batt
