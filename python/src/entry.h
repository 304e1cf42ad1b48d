// The functions of a program as Python calls them: program.batt and program.solve_X. They are called for every sample,
// so nothing of Python stands between the caller and the run.
#pragma once

#include "loaded_program.h"
#include "reference.h"

namespace batt::python {

/// The class _core.Entry.
Ref make_entry_type();

/// An entry `name` of the Python object `owner`, which keeps `function` alive; batt(task_id, S, I, C=None,
/// log_path=None, *, timeout=None, memory=None), or without the first and the fifth for a solver.
Ref make_entry(PyObject* type, PyObject* owner, PyObject* name, const Function& function, ErrorMode mode);

}  // namespace batt::python
