// An owned reference to a Python object, and the C++ exception that stands for a Python one.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string>
#include <utility>

namespace batt::python {

/// A Python exception is set; the caller of the extension gets it.
struct PythonError {};

class Ref {
 public:
  Ref() = default;
  Ref(const Ref&) = delete;
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept { return std::swap(object_, other.object_), *this; }
  ~Ref() { Py_XDECREF(object_); }

  /// Takes over a new reference; null means that a Python exception is set.
  static Ref take(PyObject* object) {
    if (object == nullptr) throw PythonError{};
    return Ref(object);
  }
  static Ref share(PyObject* object) { return Py_INCREF(object), Ref(object); }

  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  explicit Ref(PyObject* object) : object_(object) {}

  PyObject* object_ = nullptr;
};

/// The name of an object's class.
inline std::string type_name(PyObject* object) {
  const Ref name = Ref::take(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(object)), "__name__"));
  const char* text = PyUnicode_AsUTF8AndSize(name.get(), nullptr);
  if (text == nullptr) throw PythonError{};
  return text;
}

/// What a C function says that returns -1 for an exception.
inline void check(int status) {
  if (status < 0) throw PythonError{};
}

// The stable ABI has functions for what are macros otherwise.
#ifdef Py_LIMITED_API
inline PyObject* tuple_item(PyObject* tuple, Py_ssize_t k) { return PyTuple_GetItem(tuple, k); }
inline Py_ssize_t tuple_size(PyObject* tuple) { return PyTuple_Size(tuple); }
inline void set_tuple_item(PyObject* tuple, Py_ssize_t k, PyObject* item) { PyTuple_SetItem(tuple, k, item); }
inline PyObject* list_item(PyObject* list, Py_ssize_t k) { return PyList_GetItem(list, k); }
inline Py_ssize_t list_size(PyObject* list) { return PyList_Size(list); }
inline void set_list_item(PyObject* list, Py_ssize_t k, PyObject* item) { PyList_SetItem(list, k, item); }
#else
inline PyObject* tuple_item(PyObject* tuple, Py_ssize_t k) { return PyTuple_GET_ITEM(tuple, k); }
inline Py_ssize_t tuple_size(PyObject* tuple) { return PyTuple_GET_SIZE(tuple); }
inline void set_tuple_item(PyObject* tuple, Py_ssize_t k, PyObject* item) { PyTuple_SET_ITEM(tuple, k, item); }
inline PyObject* list_item(PyObject* list, Py_ssize_t k) { return PyList_GET_ITEM(list, k); }
inline Py_ssize_t list_size(PyObject* list) { return PyList_GET_SIZE(list); }
inline void set_list_item(PyObject* list, Py_ssize_t k, PyObject* item) { PyList_SET_ITEM(list, k, item); }
#endif

/// For a tuple that nobody else has.
inline void replace_tuple_item(PyObject* tuple, Py_ssize_t k, PyObject* item) {
  PyObject* const before = tuple_item(tuple, k);
  if (before == item) return;
  Py_INCREF(item);
#ifdef Py_LIMITED_API
  PyTuple_SetItem(tuple, k, item);
#else
  PyTuple_SET_ITEM(tuple, k, item);
  Py_DECREF(before);
#endif
}

}  // namespace batt::python
