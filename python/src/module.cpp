// The extension module battc._core: compiled programs and their functions. What users call is in battc/__init__.py.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "call_batch.h"
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

CallOptions options_of(bool raw, double timeout, std::size_t memory) {
  CallOptions options;
  options.mode = raw ? ErrorMode::Raw : ErrorMode::Safe;
  options.limits = limits_of_call(timeout, memory);
  return options;
}

/// (results, why no device was used).
nb::tuple call_batch_of(const LoadedProgram& program, std::size_t number, nb::list samples, bool raw, double timeout,
                        std::size_t memory, int jobs, const std::string& path, double memory_fraction,
                        std::size_t multi_gpu_threshold) {
  RunOptions run;
  run.mode = raw ? ErrorMode::Raw : ErrorMode::Safe;
  run.jobs = jobs;
  run.paths.path = path == "device" ? Path::Device : path == "fast" ? Path::Fast : Path::Auto;
  run.device.memory_share = memory_fraction;
  run.device.split_from = multi_gpu_threshold;
  return translated([&] {
    run.limits = limits_of_call(timeout, memory);
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
                         nb::cast<bool>(program[2]) ? ErrorMode::Raw : ErrorMode::Safe,
                         Ref::share(nb::object(program[3]).ptr()), Ref::share(nb::object(program[4]).ptr())});
  }
  return functions;
}

/// An Evaluation, and the list that keeps its programs.
struct EvaluationObject {
  nb::list programs;
  Evaluation evaluation;
};

void make_evaluation(EvaluationObject* self, nb::list programs, nb::object tasks, nb::object result_class,
                     nb::object call_class, const std::string& candidates, double timeout, std::size_t memory,
                     int jobs) {
  EvaluateOptions options;
  options.candidates = {candidates != "expected", candidates != "none"};
  options.jobs = jobs;
  translated([&] {
    options.limits = limits_of_call(timeout, memory);
    return new (self) EvaluationObject{
        programs,
        {evaluated_functions(programs),
         Ref::take(PyObject_GetIter(tasks.ptr())),
         [](PyObject* given) -> const TaskSources& { return nb::cast<const TaskSources&>(nb::handle(given)); },
         {Ref::share(result_class.ptr()), Ref::share(call_class.ptr())},
         options}};
  });
}

/// Throws OSError for what cannot be read, ValueError for paths without tasks.
void make_tasks(TaskSources* self, const nb::list& paths) {
  std::vector<std::string> texts;
  for (nb::handle path : paths) texts.push_back(nb::cast<std::string>(path));
  try {
    new (self) TaskSources(texts);
  } catch (const FileError& error) {
    PyErr_SetString(PyExc_OSError, error.what());
    throw nb::python_error();
  } catch (const std::runtime_error& error) {
    throw nb::value_error(error.what());
  }
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
           [](LoadedProgram* self, std::string text, std::string name) {
             translated([&] { return new (self) LoadedProgram(std::move(text), std::move(name)); });
           })
      .def_prop_ro("functions", functions_of)
      .def_prop_ro("warnings", [](const LoadedProgram& program) { return program.warnings(); })
      .def("call_batch", call_batch_of)
      .def("entry",
           [entry_type](const LoadedProgram& program, std::size_t number, nb::handle owner, nb::str name, bool raw) {
             return translated([&] {
               return taken(make_entry(entry_type, owner.ptr(), name.ptr(), *program.functions().at(number),
                                       raw ? batt::ErrorMode::Raw : batt::ErrorMode::Safe));
             });
           });
  nb::class_<batt::TaskSources>(module, "Tasks")
      .def("__init__", make_tasks)
      .def("__len__", &batt::TaskSources::size)
      .def("id", &batt::TaskSources::id);
  nb::class_<EvaluationObject>(module, "Evaluation")
      .def("__init__", make_evaluation)
      .def_prop_ro("computing_seconds",
                   [](const EvaluationObject& self) { return self.evaluation.computing_seconds(); })
      .def("next_block",
           [](EvaluationObject& self) { return translated([&] { return taken(self.evaluation.next_block()); }); });
  module.def(
      "call_function", [](nb::handle function, nb::tuple arguments, bool raw, double timeout, std::size_t memory) {
        return translated(
            [&] { return taken(call_function(function.ptr(), arguments.ptr(), options_of(raw, timeout, memory))); });
      });
  module.def("op_function", [](const std::string& name, bool raw) {
    const auto op = batt::find_op(name);
    if (!op) throw nb::key_error(name.c_str());
    const batt::AliasInfo* alias = raw ? nullptr : batt::find_alias(name);
    return translated([&] {
      return taken(Ref::take(Objects::shared().op_function(static_cast<std::uint16_t>(*op),
                                                           alias == nullptr ? 0 : batt::alias_number(*alias),
                                                           raw ? batt::ErrorMode::Raw : batt::ErrorMode::Safe)));
    });
  });
}
