// batt_batch: many samples in one call, on several threads and on devices.
#pragma once

#include "loaded_program.h"
#include "reference.h"
#include "runtime/task/runner.h"

namespace batt::python {

struct BatchResult {
  Ref results;            ///< a list, in the order of the samples; exceptions stand where they ended a call
  std::string no_device;  ///< why no device was used though Path::Device asked for it; else empty
};

/// Runs a list of tuples (task_id, S, I, C), without the GIL; the caller has it. `run` says how; its log is not used.
/// Throws PythonError.
BatchResult call_batch(const Function& function, PyObject* samples, const RunOptions& run);

}  // namespace batt::python
