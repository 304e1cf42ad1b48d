// The extension module battc._core: compiled programs and their functions. What users call is in battc/__init__.py.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "dsl_kernels/op_table.h"
#include "entry.h"
#include "function_object.h"
#include "objects.h"
#include "program.h"

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
  options.limits.seconds = timeout;
  if (memory != 0) options.limits.memory = memory;
  return options;
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
      .def("entry",
           [entry_type](const LoadedProgram& program, std::size_t number, nb::handle owner, nb::str name, bool raw) {
             return translated([&] {
               return taken(make_entry(entry_type, owner.ptr(), name.ptr(), *program.functions().at(number),
                                       raw ? batt::ErrorMode::Raw : batt::ErrorMode::Safe));
             });
           });
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
