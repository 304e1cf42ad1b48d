// A set of packed cells as the patch it stands for. A patch is read in one of three ways: `_f` ops take either kind
// of set, `_i` ops indices, `_o` ops objects.
#pragma once

#include <cstdint>

#include "batt/extent.h"
#include "batt/set.h"
#include "batt/value.h"

namespace batt {

enum class Reading : std::uint8_t { Patch, Indices, Object };

/// The set behind `patch` if its cells are packed and it can be read this way; else null. Never an empty set.
BATT_HD inline const SetRep* packed(Value patch, Reading reading) {
  if (!patch.is_set() || !patch.set().is_cells()) return nullptr;
  const SetRep& set = patch.set();
  const bool fits = reading == Reading::Patch || (reading == Reading::Object) == (set.packing == Packing::Colored);
  return fits ? &set : nullptr;
}

BATT_HD inline Extent extent_of(const SetRep& set) { return extent_of(set.any_cells(), set.size); }

}  // namespace batt
