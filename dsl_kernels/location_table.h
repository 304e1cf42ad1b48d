// Sets of locations drawn from scratch, and the order of those that Python makes as unions of others.
#pragma once

#include "runtime/value/bits.h"
#include "runtime/value/set_parts.h"
#include "runtime/value/set_table.h"

namespace batt {

/// frozenset() of distinct locations that lie in the arena in the order in which they are added.
BATT_HD inline Value listed_locations(Context& context, const Cell* cells, std::size_t count) {
  return make_listed_cell_set(context, Packing::Locations, cells, count);
}

/// A Python set of locations while it is made, to find the order of what is a union of others.
class LocationTable {
 public:
  BATT_HD explicit LocationTable(Context& context) : table_(context.scratch(), traits_) {}
  /// A copy of it, no larger than its members need.
  BATT_HD LocationTable(Context& context, const LocationTable& other)
      : table_(context.scratch(), traits_, copy_mask(other.table_.size())) {
    const bool same_size = table_.mask() == other.table_.mask();
    other.for_each_slot([&](std::uint32_t slot, std::uint32_t entry) {
      same_size ? table_.place(slot, entry) : table_.insert_clean(entry, traits_.hash(entry));
    });
  }
  LocationTable(const LocationTable&) = delete;
  LocationTable& operator=(const LocationTable&) = delete;

  BATT_HD void add(int i, int j) { table_.add(Cell(i, j).bits()); }
  /// self |= other.
  BATT_HD void merge(const LocationTable& other) {
    table_.reserve_for_merge(other.table_.size());
    other.for_each_slot([&](std::uint32_t, std::uint32_t entry) { table_.add(entry); });
  }
  BATT_HD Value finish(Context& context) const { return batt::finish(context, Packing::Locations, table_); }

 private:
  template <class Use>
  BATT_HD void for_each_slot(Use use) const {
    for (std::uint32_t word = 0; word < occupancy_words(table_.mask()); ++word)
      for (std::uint64_t bits = table_.occupied()[word]; bits != 0; bits &= bits - 1) {
        const std::uint32_t slot = word * 64 + static_cast<std::uint32_t>(bits::trailing_zeros(bits));
        use(slot, table_.slot(slot));
      }
  }

  LocationTraits traits_;
  SetTable<LocationTraits> table_;
};

}  // namespace batt
