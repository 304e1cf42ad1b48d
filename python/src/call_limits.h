// The limits of a call, as callers give them.
#pragma once

#include "reference.h"
#include "runtime/value/budget.h"

namespace batt::python {

/// `timeout` in seconds, where None, 0 and very large numbers are no limit; `memory` in bytes, where None and 0 are the
/// usual one. Throws PythonError: a TypeError or ValueError that says what each is.
Limits limits_of_call(PyObject* timeout, PyObject* memory);

}  // namespace batt::python
