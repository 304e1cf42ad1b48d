// The two set operations that carry objects() from one level of its search to the next, on tables without dummies:
// `neighborhood |= others` and the order of `neighborhood - occupied`.
#pragma once

#include "runtime/value/set_table.h"

namespace batt {

/// set |= other.
template <class Traits>
BATT_HD void merge_into(SetTable<Traits>& set, const SetTable<Traits>& other, const Traits& traits) {
  const bool was_empty = set.size() == 0;
  set.reserve_for_merge(other.size());
  const bool same_layout = was_empty && set.mask() == other.mask();
  for (std::uint32_t word = 0; word < occupancy_words(other.mask()); ++word)
    for (std::uint64_t bits = other.occupied()[word]; bits != 0; bits &= bits - 1) {
      const std::uint32_t slot = word * 64 + static_cast<std::uint32_t>(bits::trailing_zeros(bits));
      const std::uint32_t entry = other.slot(slot);
      if (same_layout)
        set.place(slot, entry);
      else if (was_empty)
        set.insert_clean(entry, traits.hash(entry));
      else
        set.add(entry, traits.hash(entry));
    }
}

/// The `count` listed entries, put into a new table of this mask and listed again.
template <class Traits>
BATT_HD void list_anew(Arena& scratch, const Traits& traits, std::uint32_t* entries, std::uint32_t count,
                       std::uint32_t mask) {
  SetTable<Traits> table(scratch, traits, mask);
  for (std::uint32_t k = 0; k < count; ++k) table.insert_clean(entries[k], traits.hash(entries[k]));
  table.list(entries);
}

/// list(set - occupied) into `out`, which has room for the whole set; returns how many. `is_occupied(entry)` tells
/// what the other set holds, `occupied_count` how much.
template <class Traits, class IsOccupied>
BATT_HD std::uint32_t list_difference(Arena& scratch, const SetTable<Traits>& set, const Traits& traits,
                                      std::uint32_t occupied_count, IsOccupied is_occupied, std::uint32_t* out) {
  const std::uint32_t size = set.size();
  set.list(out);
  if ((size >> 2) > occupied_count) {
    // CPython copies the set and discards from the copy, which moves the others only if many dummies are left.
    const std::uint32_t mask = copy_mask(size);
    if (mask != set.mask()) list_anew(scratch, traits, out, size, mask);
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < size; ++k)
      if (!is_occupied(out[k])) out[count++] = out[k];
    if (size - count > mask / 4) list_anew(scratch, traits, out, count, mask_for(std::uint64_t{count} * 4));
    return count;
  }
  SetTable<Traits> rest(scratch, traits);
  for (std::uint32_t k = 0; k < size; ++k)
    if (!is_occupied(out[k])) rest.add_new(out[k], traits.hash(out[k]));
  rest.list(out);
  return rest.size();
}

}  // namespace batt
