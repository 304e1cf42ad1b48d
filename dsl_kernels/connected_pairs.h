// prapply(connect, a, b) on the host, without a call for each pair.
#pragma once

#include "batt/value.h"
#include "runtime/value/context.h"

namespace batt {

/// frozenset(connect(i, j) for j in b for i in a) of sets of locations that are packed and lie near each other. False
/// if they are other values, or so few that calls take less time.
bool connect_pairs(Context& context, Value a, Value b, Value& lines);

}  // namespace batt
