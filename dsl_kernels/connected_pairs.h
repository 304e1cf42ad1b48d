// Lines between the pairs of locations of two sets, on the host, without a call for each pair.
#pragma once

#include "batt/value.h"
#include "runtime/value/context.h"

namespace batt {

/// frozenset(connect(i, j) for j in b for i in a) of sets of locations that are packed and lie near each other. False
/// if they are other values, or so few that calls take less time.
bool connect_pairs(Context& context, Value a, Value b, Value& lines);

/// frozenset(connect(ends[0], ends[1]) for ends in pairs) of a set whose order is not known yet, and whose members are
/// all pairs of locations that lie near each other, such as product makes. False if they are something else.
bool connect_ends(Context& context, Value pairs, Value& lines);

}  // namespace batt
