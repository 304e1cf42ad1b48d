// Values without packed forms, for the checked path: general bodies take the long way through them. On the host only.
#pragma once

#include "batt/value.h"
#include "runtime/value/context.h"

namespace batt {

/// The same value as tuples of values and sets of values, at every depth; sets have their order. Lies in the scratch
/// arena as far as it is new.
Value unpacked(Context& context, Value value);

/// The same value in its canonical form. Nothing of it lies in the scratch arena.
Value packed_again(Context& context, Value value);

}  // namespace batt
