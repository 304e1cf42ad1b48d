// The class battc.Function. Results hold many functions, so its objects are made and freed without Python.
#pragma once

#include "reference.h"

namespace batt::python {

struct FunctionObject {
  PyObject_HEAD PyObject* name;  ///< of the op, or of the one that made it
  PyObject* parts;               ///< what it was made of, a tuple
  PyObject* errors;              ///< "safe" or "raw"
  PyObject* weak_references;
};

/// The class. What its methods do is in battc/_functions.py.
PyTypeObject* function_class();

inline bool is_function(PyObject* object) { return Py_TYPE(object) == function_class(); }

Ref new_function(PyObject* name, PyObject* parts, PyObject* errors);

}  // namespace batt::python
