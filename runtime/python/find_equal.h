// `x in items`, items.count(x), items.index(x) by all lanes: an item each.
#pragma once

#include <cstdint>

#include "runtime/python/python.h"
#include "runtime/team/lanes.h"
#include "runtime/team/team.h"
#include "runtime/value/build.h"

namespace batt {

/// Whether lanes may compare this value with any other: it holds nothing but small ints, so that nothing has to be
/// found out for it, and nothing can end the sample.
BATT_HD inline bool is_packed_or_small(Value v) {
  if (v.is_exact_int()) return fits_byte(v);
  return v.kind() == Kind::Tuple && v.form() != Form::Plain;
}

struct FindEqual {
  Items items;
  Value value;
  bool stops;           ///< at the first one
  std::int32_t first;   ///< where it is; -1 if there is none
  std::int32_t equals;  ///< how many there are, if it does not stop

  /// Whether there is a team, and work for it.
  BATT_HD bool is_worth_it() const {
    constexpr std::int32_t enough_items = 6;
    return items.size() >= enough_items && is_packed_or_small(value) && team::is_there();
  }

  template <class Team>
  BATT_HD void share(const Team& team) {
    first = -1;
    equals = 0;
    for (std::int32_t base = 0; base < items.size(); base += static_cast<std::int32_t>(Team::size)) {
      const std::int32_t k = base + static_cast<std::int32_t>(team.lane());
      const std::uint32_t found = team.ballot(k < items.size() && equals_packed(items[k], value));
      if (found == 0) continue;
      if (first < 0) first = base + bits::trailing_zeros(found);
      equals += bits::ones(found);
      if (stops) return;
    }
  }
};

}  // namespace batt
