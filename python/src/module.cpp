// The extension module battc._core: compiled programs and their functions. What users call is in battc/__init__.py.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "call_batch.h"
#include "call_limits.h"
#include "dsl_kernels/op_table.h"
#include "entry.h"
#include "evaluation.h"
#include "function_object.h"
#include "loaded_program.h"
#include "runtime/task/files.h"
#include "runtime/task/task_sources.h"
#include "shared_objects.h"

namespace nb = nanobind;

namespace batt::python {
namespace {

nb::object taken(Ref result) { return nb::steal(result.release()); }

/// Runs, and hands a Python exception on as nanobind does.
template <class Run>
auto translated(Run run) {
  try {
    return run();
  } catch (const PythonError&) {
    throw nb::python_error();
  }
}

/// Of a pair (timeout, memory): what is None is refused as an argument by itself.
Limits limits_of(const nb::tuple& limits) {
  return limits_of_call(nb::object(limits[0]).ptr(), nb::object(limits[1]).ptr());
}

ErrorMode mode_of(bool raw) { return raw ? ErrorMode::Raw : ErrorMode::Safe; }

/// What cannot be written in UTF-8 is handled as `errors` says.
std::string utf8_of(const nb::str& text, const char* errors) {
  const Ref bytes = Ref::take(PyUnicode_AsEncodedString(text.ptr(), "utf-8", errors));
  return {PyBytes_AsString(bytes.get()), static_cast<std::size_t>(PyBytes_Size(bytes.get()))};
}

/// (results, why no device was used).
nb::tuple call_batch_of(const LoadedProgram& program, std::size_t number, nb::list samples, bool raw,
                        const nb::tuple& limits, int jobs, const std::string& path, double memory_fraction,
                        std::size_t multi_gpu_threshold) {
  RunOptions run;
  run.mode = mode_of(raw);
  run.jobs = jobs;
  run.paths.path = path == "device" ? Path::Device : path == "fast" ? Path::Fast : Path::Auto;
  run.device.memory_share = memory_fraction;
  run.device.split_from = multi_gpu_threshold;
  return translated([&] {
    run.limits = limits_of(limits);
    BatchResult called = call_batch(*program.functions().at(number), samples.ptr(), run);
    return nb::make_tuple(taken(std::move(called.results)), called.no_device);
  });
}

nb::list functions_of(const LoadedProgram& program) {
  nb::list functions;
  for (const auto& function : program.functions()) {
    nb::list parameters;
    for (const std::string& parameter : function->program().parameters) parameters.append(parameter);
    functions.append(nb::make_tuple(function->program().name, function->program().collects, nb::tuple(parameters)));
  }
  return functions;
}

/// `programs`: tuples (Program, the number of a function, whether it is raw, the program and the function's name as
/// results name them).
std::vector<EvaluatedFunction> evaluated_functions(const nb::list& programs) {
  std::vector<EvaluatedFunction> functions;
  for (nb::handle given : programs) {
    const auto program = nb::cast<nb::tuple>(given);
    const auto& loaded = nb::cast<const LoadedProgram&>(nb::handle(program[0]));
    functions.push_back({loaded.functions().at(nb::cast<std::size_t>(program[1])).get(),
                         mode_of(nb::cast<bool>(program[2])), Ref::share(nb::object(program[3]).ptr()),
                         Ref::share(nb::object(program[4]).ptr())});
  }
  return functions;
}

/// An Evaluation, and the list that keeps its programs.
struct EvaluationObject {
  nb::list programs;
  Evaluation evaluation;
};

void make_evaluation(EvaluationObject* self, nb::list programs, nb::object tasks, nb::object result_class,
                     nb::object call_class, const std::string& candidates, const nb::tuple& limits, int jobs,
                     bool counts_seconds) {
  EvaluateOptions options;
  options.candidates = {candidates != "expected", candidates != "none"};
  options.jobs = jobs;
  options.counts_seconds = counts_seconds;
  translated([&] {
    options.limits = limits_of(limits);
    return new (self) EvaluationObject{
        programs,
        {evaluated_functions(programs),
         Ref::take(PyObject_GetIter(tasks.ptr())),
         [](PyObject* given) -> const TaskSources& { return nb::cast<const TaskSources&>(nb::handle(given)); },
         {Ref::share(result_class.ptr()), Ref::share(call_class.ptr())},
         options}};
  });
}

/// Its slot tp_iternext: results are many.
PyObject* next_result(PyObject* self) {
  try {
    if (!nb::inst_ready(self)) {
      PyErr_SetString(PyExc_TypeError, "evaluations come from battc.evaluate()");
      return nullptr;
    }
    return nb::inst_ptr<EvaluationObject>(self)->evaluation.next().release();
  } catch (const PythonError&) {
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_SystemError, error.what());
  }
  return nullptr;
}

PyType_Slot evaluation_slots[] = {
    {Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
    {Py_tp_iternext, reinterpret_cast<void*>(next_result)},
    {0, nullptr},
};

/// `paths`: as bytes. Throws OSError for what cannot be read, ValueError for paths without tasks.
void make_tasks(TaskSources* self, const nb::list& paths) {
  std::vector<std::string> names;
  for (nb::handle path : paths) {
    const auto name = nb::cast<nb::bytes>(path);
    names.emplace_back(name.c_str(), name.size());
  }
  const auto refuse = [](PyObject* type, const char* text) {
    PyErr_SetObject(type, nb::steal(PyUnicode_DecodeFSDefault(text)).ptr());
    throw nb::python_error();
  };
  try {
    new (self) TaskSources(names);
  } catch (const FileError& error) {
    refuse(PyExc_OSError, error.what());
  } catch (const std::runtime_error& error) {
    refuse(PyExc_ValueError, error.what());
  }
}

nb::object id_of_task(const TaskSources& tasks, std::size_t place) {
  const std::string id = tasks.id(place);
  return nb::steal(PyUnicode_DecodeFSDefaultAndSize(id.data(), static_cast<Py_ssize_t>(id.size())));
}

}  // namespace
}  // namespace batt::python

NB_MODULE(_core, module) {
  using namespace batt::python;
  nb::set_leak_warnings(false);  // shared objects are kept for good
  module.attr("__version__") = BATTC_VERSION;
  module.attr("Function") = nb::borrow(reinterpret_cast<PyObject*>(function_class()));
  module.attr("Entry") = taken(make_entry_type());
  PyObject* const entry_type = nb::object(module.attr("Entry")).ptr();
  nb::dict aliases;
  for (const batt::AliasInfo& alias : batt::all_aliases())
    aliases[nb::str(alias.name.data(), alias.name.size())] = nb::str(batt::op_info(alias.op).name.data());
  module.attr("aliases") = aliases;
  nb::class_<LoadedProgram>(module, "Program")
      .def("__init__",
           [](LoadedProgram* self, nb::str text, nb::str name) {
             translated([&] { return new (self) LoadedProgram(utf8_of(text, "strict"), utf8_of(name, "replace")); });
           })
      .def_prop_ro("functions", functions_of)
      .def_prop_ro("warnings", [](const LoadedProgram& program) { return program.warnings(); })
      .def("call_batch", call_batch_of)
      .def("entry", [entry_type](const LoadedProgram& program, std::size_t number, nb::handle owner, nb::str name,
                                 bool raw) {
        return translated([&] {
          return taken(make_entry(entry_type, owner.ptr(), name.ptr(), *program.functions().at(number), mode_of(raw)));
        });
      });
  nb::class_<batt::TaskSources>(module, "Tasks")
      .def("__init__", make_tasks)
      .def("__len__", &batt::TaskSources::size)
      .def("id", id_of_task);
  nb::class_<EvaluationObject>(module, "Evaluation", nb::type_slots(evaluation_slots))
      .def("__init__", make_evaluation)
      .def_prop_ro("computing_seconds",
                   [](const EvaluationObject& self) { return self.evaluation.computing_seconds(); });
  module.def("call_function", [](nb::handle function, nb::tuple arguments, bool raw, const nb::tuple& limits) {
    return translated([&] {
      return taken(call_function(function.ptr(), arguments.ptr(), {mode_of(raw), limits_of(limits)}));
    });
  });
  module.def("check_limits", [](const nb::tuple& limits) { translated([&] { return limits_of(limits), true; }); });
  module.def("op_function", [](const std::string& name, bool raw) {
    const auto op = batt::find_op(name);
    if (!op) throw nb::key_error(name.c_str());
    const batt::AliasInfo* alias = raw ? nullptr : batt::find_alias(name);
    return translated([&] {
      return taken(Ref::take(Objects::shared().op_function(
          static_cast<std::uint16_t>(*op), alias == nullptr ? 0 : batt::alias_number(*alias), mode_of(raw))));
    });
  });
}
