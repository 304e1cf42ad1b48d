// Arguments that come again, kept as values: the samples of a task are the same for each of its inputs, and each input
// is tried with and without its output.
#pragma once

#include <memory>

#include "batt/value.h"
#include "reference.h"
#include "runtime/value/context.h"

namespace batt::python {

/// A value, and the memory that it lies in.
struct KeptArgument {
  Value value;
  std::shared_ptr<const Context> memory;
};

/// The value of a tuple that consists of tuples of exact ints all the way down, so that nobody can change it, and that
/// is not too large to be kept; null for any other, and for an int beyond 64 bits. The last few such tuples are known
/// by their addresses. Good until the next call. Needs the GIL.
const KeptArgument* keep_argument(PyObject* tuple);

}  // namespace batt::python
