// The one primitive behind every set of known-distinct members: in which order does CPython iterate over n keys that
// were added one by one? Only their hashes matter.
#pragma once

#include <cstdint>

#include "runtime/value/arena.h"

namespace batt {

/// Where n keys end up. `order[k]` is the key in the k-th taken slot; `occupied` has occupancy_words(mask) + 1 words.
struct BuiltOrder {
  std::uint32_t mask;
  std::uint32_t* order;
  std::uint64_t* occupied;
};

/// The result lies in `scratch`.
BATT_HD BuiltOrder build_order(Arena& scratch, const std::uint64_t* hashes, std::uint32_t count);

/// The order after a copy into a table of another size.
BATT_HD BuiltOrder rebuild_order(Arena& scratch, const std::uint64_t* hashes, std::uint32_t count,
                                 const BuiltOrder& from, std::uint32_t mask);

}  // namespace batt
