#include "function_object.h"

#include <structmember.h>

#include <array>

namespace batt::python {
namespace {

FunctionObject& function_of(PyObject* self) { return *reinterpret_cast<FunctionObject*>(self); }

PyObject* make(PyTypeObject*, PyObject* arguments, PyObject* keywords) {
  static const char* names[] = {"name", "parts", "errors", nullptr};
  PyObject *name = nullptr, *parts = nullptr, *errors = nullptr;
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "UO!U:Function", const_cast<char**>(names), &name, &PyTuple_Type,
                                  &parts, &errors) == 0)
    return nullptr;
  try {
    return new_function(name, parts, errors).release();
  } catch (const PythonError&) {
    return nullptr;
  }
}

/// A function of battc/_functions.py.
PyObject* helper(const char* name) {
  PyObject* const module = PyImport_ImportModule("battc._functions");
  if (module == nullptr) return nullptr;
  PyObject* const found = PyObject_GetAttrString(module, name);
  Py_DECREF(module);
  return found;
}

PyObject* help(const char* name, PyObject* self) {
  PyObject* const function = helper(name);
  if (function == nullptr) return nullptr;
  PyObject* const result = PyObject_CallFunctionObjArgs(function, self, nullptr);
  Py_DECREF(function);
  return result;
}

PyObject* call(PyObject* self, PyObject* arguments, PyObject* keywords) {
  PyObject* const function = helper("call");
  if (function == nullptr) return nullptr;
  PyObject* const with_self = Py_BuildValue("(OO)", self, arguments);
  PyObject* const result = with_self == nullptr ? nullptr : PyObject_Call(function, with_self, keywords);
  Py_XDECREF(with_self);
  Py_DECREF(function);
  return result;
}

PyObject* represent(PyObject* self) { return help("represent", self); }
PyObject* reduce(PyObject* self, PyObject*) { return help("reduce", self); }
/// The function itself, as of Python's own functions.
PyObject* copy(PyObject* self, PyObject*) {
  Py_INCREF(self);
  return self;
}
PyObject* name_of(PyObject* self, void*) { return help("name_of", self); }

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(function_of(self).parts);
  Py_VISIT(Py_TYPE(self));
  return 0;
}

int clear(PyObject* self) {
  Py_CLEAR(function_of(self).name);
  Py_CLEAR(function_of(self).parts);
  Py_CLEAR(function_of(self).errors);
  return 0;
}

/// Objects that nobody has any more, for the next results.
struct FreeFunctions {
  static constexpr std::size_t most = 256;
  std::array<PyObject*, most> objects;
  std::size_t count = 0;
};
FreeFunctions free_functions;

void deallocate(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  if (function_of(self).weak_references != nullptr) PyObject_ClearWeakRefs(self);
  clear(self);
  if (free_functions.count < FreeFunctions::most)
    free_functions.objects[free_functions.count++] = self;
  else
    PyObject_GC_Del(self);
  Py_DECREF(type);
}

FunctionObject* allocate() {
  if (free_functions.count == 0) return PyObject_GC_New(FunctionObject, function_class());
  PyObject* const known = free_functions.objects[--free_functions.count];
  return reinterpret_cast<FunctionObject*>(PyObject_Init(known, function_class()));
}

PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(FunctionObject, weak_references), READONLY, nullptr},
    {"name", T_OBJECT_EX, offsetof(FunctionObject, name), READONLY, nullptr},
    {"parts", T_OBJECT_EX, offsetof(FunctionObject, parts), READONLY, nullptr},
    {"errors", T_OBJECT_EX, offsetof(FunctionObject, errors), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyGetSetDef attributes[] = {
    {"__name__", name_of, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMethodDef methods[] = {
    {"__copy__", copy, METH_NOARGS, nullptr},
    {"__deepcopy__", copy, METH_O, nullptr},
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("A function of the DSL as a value: an op, or what rbind, lbind, compose, chain, "
                                  "matcher and fork make of others.\n\n"
                                  "Compares by identity, as functions do; an op is always the same object. Calling it "
                                  "runs the op in battc, in the error\n"
                                  "mode `errors` of the program that it comes from.")},
    {Py_tp_new, reinterpret_cast<void*>(make)},
    {Py_tp_call, reinterpret_cast<void*>(call)},
    {Py_tp_repr, reinterpret_cast<void*>(represent)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(clear)},
    {Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
    {Py_tp_members, members},
    {Py_tp_getset, attributes},
    {Py_tp_methods, methods},
    {0, nullptr},
};

PyType_Spec spec = {"battc.Function", sizeof(FunctionObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};

}  // namespace

PyTypeObject* function_class() {
  static PyTypeObject* const type = reinterpret_cast<PyTypeObject*>(Ref::take(PyType_FromSpec(&spec)).release());
  return type;
}

Ref new_function(PyObject* name, PyObject* parts, PyObject* errors) {
  FunctionObject* const made = allocate();
  if (made == nullptr) throw PythonError{};
  for (PyObject* const part : {name, parts, errors}) Py_INCREF(part);
  made->name = name;
  made->parts = parts;
  made->errors = errors;
  made->weak_references = nullptr;
  Ref function = Ref::take(reinterpret_cast<PyObject*>(made));
  PyObject_GC_Track(made);
  return function;
}

}  // namespace batt::python
