// build_order against a table that grows entry by entry as CPython's does, for tables of every size class.
#include "runtime/value/build_order.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "runtime/value/set_table.h"

namespace {

using namespace batt;

struct HashTraits {
  const std::vector<std::uint64_t>& hashes;
  std::uint64_t hash(std::uint32_t key) const { return hashes[key]; }
  static bool equal(std::uint32_t a, std::uint32_t b) { return a == b; }
};

/// Hashes of which every eighth shares its lowest bits with many others.
std::vector<std::uint64_t> some_hashes(std::uint32_t count) {
  std::mt19937_64 random(count);
  std::vector<std::uint64_t> hashes(count);
  for (std::uint32_t k = 0; k < count; ++k) hashes[k] = k % 8 == 0 ? random() << 12 | 5 : random();
  return hashes;
}

void check(std::uint32_t count, bool copied) {
  INFO(count << (copied ? " keys, copied" : " keys"));
  Arena scratch;
  const std::vector<std::uint64_t> hashes = some_hashes(count);
  const HashTraits traits{hashes};
  SetTable<HashTraits> grown(scratch, traits), copy(scratch, traits, copy_mask(count));
  for (std::uint32_t k = 0; k < count; ++k) grown.add_new(k, hashes[k]);
  std::vector<std::uint32_t> order(count);
  grown.list(order.data());
  const bool is_another = copied && grown.mask() != copy.mask();
  if (is_another) {
    for (const std::uint32_t key : order) copy.insert_clean(key, hashes[key]);
    copy.list(order.data());
  }
  const SetTable<HashTraits>& expected = is_another ? copy : grown;
  BuiltOrder built = build_order(scratch, hashes.data(), count);
  if (is_another) built = rebuild_order(scratch, hashes.data(), count, built, copy_mask(count));
  REQUIRE(built.mask == expected.mask());
  CHECK(std::equal(order.begin(), order.end(), built.order));
  CHECK(std::equal(built.occupied, built.occupied + occupancy_words(built.mask), expected.occupied()));
}

TEST_CASE("Keys come in the order of a table that grew with them, and of its copy") {
  for (const bool copied : {false, true})
    for (const std::uint32_t count :
         {1u,    4u,    5u,    18u,   19u,    76u,    77u,    306u,   307u,   1228u,   1229u,
          1230u, 2500u, 4914u, 4915u, 19660u, 19661u, 50000u, 78642u, 78644u, 100000u, 400000u})
      check(count, copied);
}

}  // namespace
