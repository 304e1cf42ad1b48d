// frozensets that iterate in a given order, as far as CPython's constructors can make them.
#pragma once

#include <span>

#include "reference.h"
#include "runtime/value/set.h"

namespace batt::python {

/// Members in the order in which a set iterates, borrowed.
using Members = std::span<PyObject* const>;

/// The frozenset of these members of `set`. It iterates in their order: a set of cells always does so where the table
/// of a frozenset is not hidden by the stable ABI; other sets do, except where only a longer history makes such a
/// table: one that grew with members which it lost since, one with deleted slots, one that is sparse and full of
/// collisions.
Ref make_frozenset(const SetRep& set, Members members);

}  // namespace batt::python
