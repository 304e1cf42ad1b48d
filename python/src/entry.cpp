#include "entry.h"

#include <structmember.h>

#include <array>
#include <exception>
#include <new>
#include <span>

#include "call_limits.h"

namespace batt::python {
namespace {

struct EntryObject {
  PyObject_HEAD vectorcallfunc call;
  PyObject* owner;
  PyObject* name;
  PyObject* weak_references;
  const Function* function;
  ErrorMode mode;
};

EntryObject& entry_of(PyObject* self) { return *reinterpret_cast<EntryObject*>(self); }

// ---- arguments ------------------------------------------------------------------------------------------------

enum CallParameter { TaskId, S, I, C, LogPath, Timeout, Memory, parameter_count };
constexpr std::array<const char*, parameter_count> parameter_names = {"task_id",  "S",       "I",     "C",
                                                                      "log_path", "timeout", "memory"};
constexpr CallParameter of_batt[] = {TaskId, S, I, C, LogPath};
constexpr CallParameter of_solver[] = {S, I, C};

using Given = std::array<PyObject*, parameter_count>;

/// `what` is wrong with a call: says how the function is called.
[[noreturn]] void refuse(const EntryObject& entry, const std::string& what) {
  const char* const parameters =
      entry.function->program().collects ? "task_id, S, I, C=None, log_path=None" : "S, I, C=None";
  PyErr_Format(PyExc_TypeError, "%U() %s; it is called as %U(%s, *, timeout=None, memory=None)", entry.name,
               what.c_str(), entry.name, parameters);
  throw PythonError{};
}

void put(const EntryObject& entry, Given& given, std::size_t parameter, PyObject* argument) {
  if (given[parameter] != nullptr)
    refuse(entry, std::string("got multiple values for argument '") + parameter_names[parameter] + "'");
  given[parameter] = argument;
}

Given assign(const EntryObject& entry, PyObject* const* arguments, std::size_t count, PyObject* keywords) {
  const bool collects = entry.function->program().collects;
  const std::span<const CallParameter> positional =
      collects ? std::span<const CallParameter>(of_batt) : std::span<const CallParameter>(of_solver);
  Given given{};
  if (count > positional.size())
    refuse(entry, "takes " + std::to_string(positional.size()) + " positional arguments at most, not " +
                      std::to_string(count));
  for (std::size_t k = 0; k < count; ++k) given[positional[k]] = arguments[k];
  const Py_ssize_t keyword_count = keywords == nullptr ? 0 : tuple_size(keywords);
  for (Py_ssize_t k = 0; k < keyword_count; ++k) {
    PyObject* const name = tuple_item(keywords, k);
    std::size_t parameter = collects ? 0 : 1;
    while (parameter < parameter_count && PyUnicode_CompareWithASCIIString(name, parameter_names[parameter]) != 0)
      ++parameter;
    if (parameter == parameter_count || (!collects && parameter == LogPath)) {
      const Ref text = Ref::take(PyUnicode_AsEncodedString(name, "utf-8", "backslashreplace"));
      refuse(entry, std::string("got an unexpected keyword argument '") + PyBytes_AsString(text.get()) + "'");
    }
    put(entry, given, parameter, arguments[count + static_cast<std::size_t>(k)]);
  }
  for (const CallParameter parameter : positional)
    if (given[parameter] == nullptr && parameter != C && parameter != LogPath)
      refuse(entry, std::string("needs the argument '") + parameter_names[parameter] + "'");
  for (PyObject*& argument : given)
    if (argument == nullptr) argument = Py_None;
  return given;
}

PyObject* call(PyObject* self, PyObject* const* arguments, std::size_t count_and_flags, PyObject* keywords) {
  try {
    const EntryObject& entry = entry_of(self);
    const auto count = static_cast<std::size_t>(PyVectorcall_NARGS(count_and_flags));
    const Given given = assign(entry, arguments, count, keywords);
    // The call may drop the last reference to the entry.
    const Ref owner = Ref::share(entry.owner);
    return entry.function
        ->call({given[TaskId], given[S], given[I], given[C], given[LogPath]},
               {entry.mode, limits_of_call(given[Timeout], given[Memory])})
        .release();
  } catch (const PythonError&) {
    return nullptr;
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_SystemError, error.what());
    return nullptr;
  }
}

// ---- the class ------------------------------------------------------------------------------------------------

/// Only programs make entries; object's own constructor would leave one empty.
PyObject* refuse_new(PyTypeObject*, PyObject*, PyObject*) {
  PyErr_SetString(PyExc_TypeError, "functions of a program come from battc.load() and battc.compile()");
  return nullptr;
}

PyObject* reduce(PyObject* self, PyObject*) {
  PyObject* const builtins = PyImport_ImportModule("builtins");
  if (builtins == nullptr) return nullptr;
  PyObject* const getattr = PyObject_GetAttrString(builtins, "getattr");
  Py_DECREF(builtins);
  return getattr == nullptr ? nullptr : Py_BuildValue("N(OO)", getattr, entry_of(self).owner, entry_of(self).name);
}

PyObject* represent(PyObject* self) {
  return PyUnicode_FromFormat("<battc function %U of %R>", entry_of(self).name, entry_of(self).owner);
}

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(entry_of(self).owner);
  Py_VISIT(Py_TYPE(self));
  return 0;
}

int clear(PyObject* self) {
  Py_CLEAR(entry_of(self).owner);
  Py_CLEAR(entry_of(self).name);
  return 0;
}

void deallocate(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  if (entry_of(self).weak_references != nullptr) PyObject_ClearWeakRefs(self);
  clear(self);
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(EntryObject, call), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(EntryObject, weak_references), READONLY, nullptr},
    {"program", T_OBJECT_EX, offsetof(EntryObject, owner), READONLY, nullptr},
    {"__name__", T_OBJECT_EX, offsetof(EntryObject, name), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyMethodDef methods[] = {
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(refuse_new)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_repr, reinterpret_cast<void*>(represent)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(clear)},
    {Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
    {Py_tp_members, members},
    {Py_tp_methods, methods},
    {0, nullptr},
};

#ifdef Py_TPFLAGS_HAVE_VECTORCALL
constexpr unsigned long vectorcall_flag = Py_TPFLAGS_HAVE_VECTORCALL;
#else
constexpr unsigned long vectorcall_flag = _Py_TPFLAGS_HAVE_VECTORCALL;
#endif
PyType_Spec spec = {"battc._core.Entry", sizeof(EntryObject), 0,
                    static_cast<unsigned int>(Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | vectorcall_flag), slots};

}  // namespace

Ref make_entry_type() { return Ref::take(PyType_FromSpec(&spec)); }

Ref make_entry(PyObject* type, PyObject* owner, PyObject* name, const Function& function, ErrorMode mode) {
  Ref made = Ref::take(PyType_GenericAlloc(reinterpret_cast<PyTypeObject*>(type), 0));
  EntryObject& entry = entry_of(made.get());
  entry.call = call;
  Py_INCREF(owner);
  entry.owner = owner;
  Py_INCREF(name);
  entry.name = name;
  entry.function = &function;
  entry.mode = mode;
  return made;
}

}  // namespace batt::python
