// frozensets that iterate in a given order: with the very table that CPython would have, where its layout is known;
// else as far as CPython's constructors can make them.
#pragma once

#include <span>

#include "reference.h"
#include "runtime/value/set.h"
#include "shared_objects.h"

namespace batt::python {

/// Members in the order in which a set iterates, borrowed.
using Members = std::span<PyObject* const>;

/// The frozenset of these members of `set`. It iterates in their order, except, for members whose hashes are not fixed
/// and with the stable ABI, where only a longer history makes such a table: one that grew with members which it lost
/// since, one with deleted slots, one that is sparse and full of collisions.
Ref make_frozenset(const SetRep& set, Members members);

#ifndef Py_LIMITED_API
/// The frozenset of a set of cells, with the very table that it has in CPython.
Ref make_cell_frozenset(const SetRep& set, Objects& objects);
#endif

}  // namespace batt::python
