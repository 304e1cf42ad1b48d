#include "call_limits.h"

#include <limits>

#include "runtime/task/runner.h"

namespace batt::python {
namespace {

constexpr const char* what_timeout_is = "timeout is a number of seconds, 0 or more, or None for no limit";
constexpr const char* what_memory_is = "memory is a whole number of bytes, 0 or more, or None for the usual 4 GiB";

[[noreturn]] void refuse_type(const char* what_it_is, PyObject* given) {
  PyErr_Format(PyExc_TypeError, "%s, not %s", what_it_is, type_name(given).c_str());
  throw PythonError{};
}

[[noreturn]] void refuse_number(const char* what_it_is, PyObject* given) {
  PyErr_Format(PyExc_ValueError, "%s, not %R", what_it_is, given);
  throw PythonError{};
}

/// Whether this exception is set; then it is over.
bool was_raised(PyObject* type) {
  if (PyErr_Occurred() == nullptr || PyErr_ExceptionMatches(type) == 0) return false;
  PyErr_Clear();
  return true;
}

double seconds_of(PyObject* timeout) {
  if (timeout == Py_None) return 0;
  if (PyNumber_Check(timeout) == 0) refuse_type(what_timeout_is, timeout);
  double seconds = PyFloat_AsDouble(timeout);
  if (was_raised(PyExc_TypeError)) refuse_type(what_timeout_is, timeout);
  if (was_raised(PyExc_OverflowError)) {  // a large int
    const Ref zero = Ref::take(PyLong_FromLong(0));
    const int is_negative = PyObject_RichCompareBool(timeout, zero.get(), Py_LT);
    check(is_negative);
    seconds = is_negative != 0 ? -1 : std::numeric_limits<double>::infinity();
  }
  if (PyErr_Occurred() != nullptr) throw PythonError{};
  if (!(seconds >= 0)) refuse_number(what_timeout_is, timeout);
  return seconds;
}

/// 0: the usual limit.
double bytes_of(PyObject* memory) {
  if (memory == Py_None) return 0;
  if (PyIndex_Check(memory) == 0) refuse_type(what_memory_is, memory);
  const Ref number = Ref::take(PyNumber_Index(memory));
  int overflow = 0;
  const long long bytes = PyLong_AsLongLongAndOverflow(number.get(), &overflow);
  if (bytes == -1 && PyErr_Occurred() != nullptr) throw PythonError{};
  if (overflow < 0 || (overflow == 0 && bytes < 0)) refuse_number(what_memory_is, memory);
  return overflow > 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(bytes);
}

}  // namespace

Limits limits_of_call(PyObject* timeout, PyObject* memory) {
  if (timeout == Py_None && memory == Py_None) return {};
  const double seconds = seconds_of(timeout), bytes = bytes_of(memory);
  return limits_of(seconds, bytes != 0 ? bytes : static_cast<double>(Limits{}.memory));
}

}  // namespace batt::python
