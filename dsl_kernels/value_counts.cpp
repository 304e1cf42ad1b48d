#include "dsl_kernels/value_counts.h"

#include "runtime/python/python.h"
#include "runtime/team/hash_jobs.h"
#include "runtime/value/set_parts.h"
#include "runtime/value/set_table.h"

namespace batt {
namespace {

/// False if one of them has none.
BATT_HD bool find_hashes(Context& context, const Value* values, std::size_t size, std::uint64_t* hashes) {
  if (hash_by_team(values, size, hashes)) return true;
  for (std::size_t k = 0; k < size; ++k)
    if (fits_byte(values[k]))
      hashes[k] = hash::of_small_int(values[k].as_int());
    else if (k != 0 && values[k].same_as(values[k - 1]))
      hashes[k] = hashes[k - 1];
    else if (!hash_of(context, values[k], hashes[k]))
      return false;
  return true;
}

/// The entries of small ints that were met, by the ints.
class EntryOfByte {
 public:
  BATT_HD explicit EntryOfByte(Arena& scratch) : scratch_(scratch) {}

  /// SetTable's no_entry until it is set.
  BATT_HD std::uint32_t* of(Value byte) {
    constexpr std::size_t bytes = 256;
    if (entries_ == nullptr) {
      entries_ = scratch_.allocate<std::uint32_t>(bytes);
      fill_bytes(entries_, 0xff, bytes * sizeof(std::uint32_t));
      static_assert(SetTable<ValueTraits>::no_entry == 0xffffffffu);
    }
    return entries_ + (byte.as_int() - min_byte);
  }

 private:
  Arena& scratch_;
  std::uint32_t* entries_ = nullptr;
};

}  // namespace

BATT_HD Value count_values(Context& context, const Value* values, std::size_t size, ValueCounts& counted) {
  context.charge(size);
  Arena& scratch = context.scratch();
  auto* hashes = scratch.allocate<std::uint64_t>(size);
  if (!find_hashes(context, values, size, hashes)) return type_error();
  // Equal values have equal hashes, so the set that is made counts its members on the way.
  const ValueTraits traits{&context, values, hashes};
  SetTable<ValueTraits> table(scratch, traits);
  auto* counts = scratch.allocate<std::int64_t>(size);
  constexpr std::size_t many = 64;  // fewer are looked up before the list of bytes is made
  EntryOfByte entry_of_byte(scratch);
  for (std::uint32_t k = 0; k < size; ++k) {
    std::uint32_t* known = size >= many && fits_byte(values[k]) ? entry_of_byte.of(values[k]) : nullptr;
    std::uint32_t entry = known != nullptr && *known != table.no_entry ? *known : table.find(k, hashes[k]);
    if (entry == table.no_entry) {
      entry = k;
      counts[k] = 0;
      table.add_new(k, hashes[k]);
    }
    ++counts[entry];
    if (known != nullptr) *known = entry;
  }
  auto* entries = scratch.allocate<std::uint32_t>(table.size());
  table.list(entries);
  auto* members = scratch.allocate<Value>(table.size());
  counted = {members, scratch.allocate<Value>(table.size()), table.size()};
  for (std::uint32_t k = 0; k < table.size(); ++k) {
    members[k] = values[entries[k]];
    counted.counts[k] = Value::integer(counts[entries[k]]);
  }
  return Value::none();
}

BATT_HD void ValueCounts::note_look(Context& context) const {
  if (size > 1 && !have_fixed_hashes(context, members, size)) context.note_unfixed_look();
}

}  // namespace batt
