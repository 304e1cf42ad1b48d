// How often each of many values of any kind occurs.
#pragma once

#include "batt/value.h"
#include "runtime/value/context.h"

namespace batt {

/// The distinct ones of many values as set(values) iterates, and how often each occurs, as ints; in scratch memory.
struct ValueCounts {
  const Value* members = nullptr;
  Value* counts = nullptr;
  std::size_t size = 0;

  /// To be called by what has a result that depends on the order of the members.
  BATT_HD void note_look(Context& context) const;
};

/// Counts values; the caller scopes the scratch memory. TypeError if one of them has no hash; None if well.
BATT_HD Value count_values(Context& context, const Value* values, std::size_t size, ValueCounts& counted);

}  // namespace batt
