// The first member of a set whose order is not known: often it follows from the hashes of the members alone.
#include <algorithm>
#include <array>

#include "runtime/value/build_order.h"
#include "runtime/value/late_sets.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

/// Tells of a table how far that follows from the hashes alone, in whatever order the keys were added.
class AnyOrderTable {
 public:
  AnyOrderTable(Arena& scratch, std::uint32_t mask)
      : mask_(mask), occupied_(scratch.allocate<std::uint64_t>(occupancy_words(mask) + 1)) {
    fill_bytes(occupied_, 0, (occupancy_words(mask) + 1) * sizeof(std::uint64_t));
  }

  /// False if the key does not lie in one of the slots right after the probe's.
  bool insert(const Probe& probe) {
    const auto skip = static_cast<std::uint32_t>(bits::trailing_ones(window(occupied_, probe.start)));
    if (skip > probe.extent() || (skip != 0 && probe.start + skip + Probe::linear > mask_)) return false;
    take(probe.start + skip);
    return true;
  }
  void take(std::uint32_t slot) { occupied_[slot >> 6] |= std::uint64_t{1} << (slot & 63); }

  /// Whether that holds whatever the order is: then all taken slots side by side are few.
  bool holds_for_any_order() const {
    for (std::uint32_t word = 0; word < occupancy_words(mask_); ++word) {
      std::uint64_t runs = occupied_[word];
      for (std::uint32_t k = 1; k <= Probe::linear + 1; ++k) runs &= window(occupied_ + word, k);
      if (runs != 0) return false;
    }
    return true;
  }

 private:
  const std::uint32_t mask_;
  std::uint64_t* const occupied_;
};

/// The keys of a set that want slots at the end of its table: there keys look at no neighbours, but jump.
class KeysAtEnd {
 public:
  KeysAtEnd(const SetRep& set, std::uint32_t mask)
      : mask_(mask), begin_(mask > Probe::linear ? mask - Probe::linear + 1 : 0) {
    for (std::uint32_t k = 0; k < set.size && count_ <= most; ++k)
      if (has(static_cast<std::uint32_t>(set.hash_list[k]) & mask) && count_++ < most)
        hashes_[count_ - 1] = set.hash_list[k];
  }

  bool has(std::uint32_t slot) const { return slot >= begin_; }

  /// Finds out which of these slots several keys may come to. False if there are too many keys, or too many jumps.
  bool find_contested() {
    if (count_ > most) return false;
    for (std::size_t round = 0; round < most_rounds; ++round) {
      Wanted wanted = {};
      for (std::uint32_t k = 0; k < count_; ++k)
        if (!walk(hashes_[k], [&](const Probe& probe, bool) {
              if (has(probe.start)) ++wanted[probe.start - begin_];
            }))
          return false;
      if (wanted == wanted_) return true;
      wanted_ = wanted;
    }
    return false;
  }

  /// Calls use(probe, by_jump) for each place to which these keys may come, whatever their order is.
  template <class Use>
  void for_each_place(Use use) const {
    for (std::uint32_t k = 0; k < count_; ++k) walk(hashes_[k], use);
  }

 private:
  static constexpr std::uint32_t most = 24;
  static constexpr std::size_t most_rounds = 8, most_jumps = 4;
  using Wanted = std::array<std::uint8_t, Probe::linear + 1>;  ///< how many keys may come to each of the slots

  template <class Use>
  bool walk(std::uint64_t hash, Use use) const {
    Probe probe(hash, mask_);
    for (std::size_t jumps = 0; jumps <= most_jumps; ++jumps, probe.jump()) {
      use(static_cast<const Probe&>(probe), jumps != 0);
      if (!has(probe.start) || wanted_[probe.start - begin_] < 2) return true;
    }
    return false;
  }

  const std::uint32_t mask_, begin_;
  std::array<std::uint64_t, most> hashes_;
  std::uint32_t count_ = 0;
  Wanted wanted_ = {};
};

}  // namespace

bool find_first(const SetRep& set, Value& first) {
  const std::uint32_t mask = set.copied ? copy_mask(set.size) : grown_mask(set.size);
  KeysAtEnd at_end(set, mask);
  if (!at_end.find_contested()) return false;
  ArenaScope scope(set.context->scratch());
  AnyOrderTable table(set.context->scratch(), mask);
  std::uint32_t lowest = mask + 1, lowest_jump = mask + 1;
  bool is_shared = false;
  for (std::uint32_t k = 0; k < set.size; ++k) {
    const Probe probe(set.hash_list[k], mask);
    if (!at_end.has(probe.start) && !table.insert(probe)) return false;
    if (probe.start < lowest) {
      lowest = probe.start;
      is_shared = false;
      first = set.value_list[k];
    } else if (probe.start == lowest) {
      is_shared = true;
    }
  }
  if (is_shared) return false;
  // Keys at the end may come to several places: the table takes them at all of these.
  bool all_lie_near = true;
  at_end.for_each_place([&](const Probe& probe, bool by_jump) {
    if (by_jump) lowest_jump = std::min(lowest_jump, probe.start);
    if (at_end.has(probe.start))
      table.take(probe.start);
    else
      all_lie_near = all_lie_near && table.insert(probe);
  });
  return all_lie_near && lowest < lowest_jump && table.holds_for_any_order();
}

}  // namespace batt
