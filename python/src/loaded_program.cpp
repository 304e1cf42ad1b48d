#include "loaded_program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <deque>
#include <optional>
#include <unordered_map>

#include "call_log.h"
#include "collector_pause.h"
#include "compiler/driver/compile.h"
#include "compiler/passes/pipeline.h"
#include "dsl_kernels/calls/function.h"
#include "from_python.h"
#include "gil.h"
#include "runtime/exec/staged_run.h"
#include "shared_objects.h"
#include "to_python.h"
#include "workspace.h"

namespace batt::python {
namespace {

/// Sets battc.LimitExceeded, unless a signal handler has set what it raised.
[[noreturn]] void raise_limit(Limit limit) {
  if (limit == Limit::Interrupted) throw PythonError{};
  const std::string name(to_string(limit));
  PyObject* const type = Objects::shared().battc_class("LimitExceeded");
  const Ref exception = Ref::take(PyObject_CallFunction(type, "s", name.c_str()));
  PyErr_SetObject(type, exception.get());
  throw PythonError{};
}

/// A path as the system takes it; nothing for None.
std::optional<std::string> path_of_log(PyObject* object) {
  if (object == Py_None) return std::nullopt;
  PyObject* encoded = nullptr;
  if (PyUnicode_FSConverter(object, &encoded) == 0) {
    if (PyErr_ExceptionMatches(PyExc_TypeError) != 0)
      PyErr_Format(PyExc_TypeError, "log_path is a path (str, bytes or os.PathLike), or None for no log, not %s",
                   type_name(object).c_str());
    throw PythonError{};
  }
  const Ref bytes = Ref::take(encoded);
  char* text = nullptr;
  Py_ssize_t size = 0;
  check(PyBytes_AsStringAndSize(bytes.get(), &text, &size));
  if (size == 0) return std::nullopt;
  return std::string(text, static_cast<std::size_t>(size));
}

/// Runs without the GIL, up to the point where the outcome is known in full.
template <class Run>
Outcome run_without_gil(Workspace& workspace, Run run) {
  const WithoutGil released(&workspace.context);
  try {
    Outcome outcome = run();
    materialize(outcome, workspace.results, workspace.entries);
    return outcome;
  } catch (const LimitExceeded& exceeded) {
    return Outcome::limited(exceeded.limit);
  } catch (const std::bad_alloc&) {
    return Outcome::limited(Limit::Memory);
  }
}

/// Whether the run came to its end. If an exception ended it that is set, and `message` is what it says; nothing is
/// thrown for it, which would take longer than most runs.
bool has_ended(const Outcome& outcome, PyObject* message) {
  if (outcome.kind == Outcome::Kind::Limited) raise_limit(outcome.limit);
  if (outcome.kind != Outcome::Kind::Raised) return true;
  PyErr_SetObject(Objects::shared().exception_class(outcome.exception), message);
  return false;
}

/// The log of one call, and where it goes.
class LogOfCall {
 public:
  LogOfCall(const Arguments& arguments, std::optional<std::string> path, Context& context) : path_(std::move(path)) {
    if (!path_) return;
    const Ref task = Ref::take(PyObject_Str(arguments.task_id));
    const char* name = PyUnicode_AsUTF8AndSize(task.get(), nullptr);
    if (name == nullptr) throw PythonError{};
    log_.emplace(name);
    context.set_log(&*log_);
  }
  void write() const {
    if (!log_ || log_->append_to(*path_)) return;
    PyErr_SetFromErrnoWithFilename(PyExc_OSError, path_->c_str());
    throw PythonError{};
  }

 private:
  std::optional<std::string> path_;
  std::optional<CallLog> log_;
};

}  // namespace

// ---- functions ------------------------------------------------------------------------------------------------

Function::Function(exec::Program program)
    : staged_(std::make_shared<const exec::StagedProgram>(std::make_shared<const exec::Program>(std::move(program)))),
      message_(Ref::take(PyUnicode_FromFormat("raised in %s", this->program().name.c_str()))) {
  const exec::Program& own = this->program();
  std::unordered_map<std::uint32_t, Value> constants;
  for (const auto& [slot, value] : own.constants)
    if (!value.is_function() && !value.is_error()) constants.emplace(slot, value);
  ResultMemory memory;
  ResultMaker maker(ErrorMode::Safe, memory);
  for (std::size_t n = 0; n < own.outputs.size(); ++n) {
    const exec::OutputFields& output = own.outputs[n];
    KnownFields& entry = (output.to_s ? s_ : o_).emplace_back();
    for (const ErrorMode mode : {ErrorMode::Safe, ErrorMode::Raw})
      entry.depends_on_C[static_cast<std::size_t>(mode)] = staged_->schedule(mode).outputs[n] == exec::Stage::Call;
    for (std::size_t k = 0; k < 4; ++k) {
      const auto constant = constants.find(output.slots[k]);
      if (constant != constants.end()) entry.fields[k] = maker.make(constant->second).release();
    }
    entry.is_known_but_value = entry.fields[value_field] == nullptr &&
                               std::all_of(entry.fields, entry.fields + value_field, [](PyObject* field) {
                                 return field != nullptr && PyObject_GC_IsTracked(field) == 0;
                               });
  }
}

Function::~Function() {
  for (const auto* list : {&o_, &s_})
    for (const KnownFields& entry : *list) {
      for (PyObject* const field : entry.fields) Py_XDECREF(field);
      Py_XDECREF(entry.last);
    }
}

Ref Function::call(const Arguments& arguments, const CallOptions& options) const {
  try {
    std::unique_ptr<CallInputs> inputs = take_inputs();
    inputs->read(arguments, options.limits);
    const std::optional<std::string> log_path = path_of_log(arguments.log_path);
    if (!inputs->are_plain() || log_path) {
      give_back(std::move(inputs));
      const WorkspaceLease workspace(options);
      const Outcome outcome = run_alone(workspace, arguments, log_path);
      return result_of(outcome, options.mode, workspace->results, workspace->entries);
    }
    WorkspaceLease workspace(staged_, inputs, options);
    Outcome outcome = run_without_gil(*workspace, [&] { return workspace.run(); });
    return result_of_sample(outcome, options.mode, *workspace);
  } catch (const LimitExceeded& exceeded) {
    raise_limit(exceeded.limit);
  }
}

/// At a limit a value may be half made, so the sample is forgotten.
Ref Function::result_of_sample(Outcome& outcome, ErrorMode mode, Workspace& workspace) const {
  if (outcome.kind == Outcome::Kind::Limited) workspace.run->forget();
  try {
    Ref result = result_of(outcome, mode, workspace.results, workspace.entries);
    workspace.run->recycle(outcome);
    return result;
  } catch (const LimitExceeded&) {
    workspace.run->forget();
    throw;
  }
}

/// A call that shares nothing with others: it writes a log, or its arguments hold functions, sets or floats.
Outcome Function::run_alone(const WorkspaceLease& workspace, const Arguments& arguments,
                            const std::optional<std::string>& log_path) const {
  Context& context = workspace->context;
  ArgumentReader reader(context);
  const Inputs inputs = read_inputs(reader, arguments);
  const LogOfCall log(arguments, log_path, context);
  Outcome outcome = run_without_gil(*workspace, [&] { return exec::run(program(), context, inputs); });
  log.write();
  return outcome;
}

Ref Function::result_of(const Outcome& outcome, ErrorMode mode, ResultMemory& memory, KnownEntries& known) const {
  if (!has_ended(outcome, message_.get())) return {};
  const CollectorPause pause;
  ResultMaker maker(mode, memory);
  if (outcome.kind == Outcome::Kind::Result) return maker.make(outcome.result);
  Ref o = list_of(outcome.o, o_, mode, maker, known.o);
  Ref s = list_of(outcome.s, s_, mode, maker, known.s);
  return Ref::take(PyTuple_Pack(2, o.get(), s.get()));
}

Ref Function::list_of(const std::vector<OutputEntry>& collected, const std::vector<KnownFields>& entries,
                      ErrorMode mode, ResultMaker& maker, std::vector<PyObject*>& known) const {
  Ref list = Ref::take(PyList_New(static_cast<Py_ssize_t>(collected.size())));
  const bool keeps_entries = known.empty();
  if (keeps_entries) known.resize(collected.size());
  for (std::size_t n = 0; n < collected.size(); ++n) {
    const KnownFields& entry = entries[n];
    const bool is_known = known[n] != nullptr && is_interchangeable(collected[n], entry);
    Ref made = is_known ? Ref::share(known[n]) : entry_of(collected[n], entry, maker);
    if (keeps_entries && !entry.depends_on_C[static_cast<std::size_t>(mode)])
      known[n] = Ref::share(made.get()).release();
    set_list_item(list.get(), static_cast<Py_ssize_t>(n), made.release());
  }
  return list;
}

/// Of nearly all entries the value alone is computed.
Ref Function::entry_of(const OutputEntry& collected, const KnownFields& entry, ResultMaker& maker) {
  if (!entry.is_known_but_value) return mixed_entry_of(collected, entry, maker);
  if (entry.last_value && entry.last_value->same_as(collected.fields[value_field])) return Ref::share(entry.last);
  Ref value = maker.make(collected.fields[value_field]);
  if (entry.last != nullptr && tuple_item(entry.last, value_field) == value.get()) return Ref::share(entry.last);
  const bool may_be_in_cycle = PyObject_GC_IsTracked(value.get()) != 0;
  Ref tuple = Ref::take(PyTuple_New(value_field + 1));
  for (Py_ssize_t k = 0; k < value_field; ++k) {
    Py_INCREF(entry.fields[k]);
    set_tuple_item(tuple.get(), k, entry.fields[k]);
  }
  set_tuple_item(tuple.get(), value_field, value.release());
  return kept_entry(std::move(tuple), collected, entry, may_be_in_cycle);
}

Ref Function::mixed_entry_of(const OutputEntry& collected, const KnownFields& entry, ResultMaker& maker) {
  std::array<Ref, 4> made;
  for (std::size_t k = 0; k < made.size(); ++k)
    made[k] = entry.fields[k] != nullptr ? Ref::share(entry.fields[k]) : maker.make(collected.fields[k]);
  const auto is_of = [&](PyObject* tuple) {
    for (std::size_t k = made.size(); k-- > 0;)
      if (tuple_item(tuple, static_cast<Py_ssize_t>(k)) != made[k].get()) return false;
    return true;
  };
  if (entry.last != nullptr && is_of(entry.last)) return Ref::share(entry.last);
  const bool may_be_in_cycle =
      std::ranges::any_of(made, [](const Ref& field) { return PyObject_GC_IsTracked(field.get()) != 0; });
  Ref tuple = Ref::take(PyTuple_New(made.size()));
  for (std::size_t k = 0; k < made.size(); ++k)
    set_tuple_item(tuple.get(), static_cast<Py_ssize_t>(k), made[k].release());
  return kept_entry(std::move(tuple), collected, entry, may_be_in_cycle);
}

Ref Function::kept_entry(Ref tuple, const OutputEntry& collected, const KnownFields& entry, bool may_be_in_cycle) {
  if (!may_be_in_cycle) PyObject_GC_UnTrack(tuple.get());
  const Value value = collected.fields[value_field];
  if (!ResultMaker::comes_again(value)) return tuple;
  // The object of an op is another one in the other error mode, and a set lies in memory that others get.
  entry.last_value = value.is_set() || value.is_function() ? std::nullopt : std::optional(value);
  Py_XDECREF(std::exchange(entry.last, Ref::share(tuple.get()).release()));
  return tuple;
}

bool Function::is_interchangeable(const OutputEntry& collected, const KnownFields& entry) {
  for (std::size_t k = 0; k < std::size(collected.fields); ++k)
    if (entry.fields[k] == nullptr && !ResultMaker::is_interchangeable(collected.fields[k])) return false;
  return true;
}

Ref call_function(PyObject* function, PyObject* arguments, const CallOptions& options) {
  try {
    const WorkspaceLease workspace(options);
    Context& context = workspace->context;
    ArgumentReader reader(context);
    const Value callee = reader.read(function, "function", Lists::Lists);
    std::vector<Value> values;
    for (Py_ssize_t k = 0; k < tuple_size(arguments); ++k)
      values.push_back(
          reader.read(tuple_item(arguments, k), ("argument " + std::to_string(k + 1)).c_str(), Lists::Lists));
    const Outcome outcome = run_without_gil(*workspace, [&] {
      Outcome called;
      called.result = batt::call(context, callee, values.data(), values.size());
      return called.result.is_error() ? Outcome::raised(called.result.exception()) : called;
    });
    if (!has_ended(outcome, Ref::take(PyUnicode_FromString("raised in a function of battc")).get())) return {};
    ResultMaker maker(options.mode, workspace->results);
    return maker.make(outcome.result);
  } catch (const LimitExceeded& exceeded) {
    raise_limit(exceeded.limit);
  }
}

// ---- sources --------------------------------------------------------------------------------------------------

namespace {

struct CompiledText {
  bool is_good = false;
  std::deque<exec::Program> programs;  ///< a program that is copied loses its texts
  std::string diagnostics, diagnostics_as_json;
  std::string failure;  ///< what no program is to blame for
};

/// Nothing in here is a Python object: the GIL is not needed.
CompiledText compile_text(std::string text, std::string source_name) {
  CompiledText compiled;
  try {
    const battc::SourceFile source(std::move(source_name), std::move(text));
    battc::Diagnostics diagnostics;
    const auto graphs = battc::build_graphs(source, diagnostics, "", {});
    compiled.is_good = graphs.has_value();
    compiled.diagnostics = battc::render(diagnostics, source);
    compiled.diagnostics_as_json = battc::render_json(diagnostics, source);
    if (graphs)
      for (const battc::Graph& graph : *graphs) compiled.programs.push_back(battc::lower_graph(graph).program);
  } catch (const std::exception& error) {
    compiled.failure = error.what();
  }
  return compiled;
}

}  // namespace

LoadedProgram::LoadedProgram(std::string text, std::string source_name) {
  CompiledText compiled = [&] {
    const WithoutGil released(nullptr);
    return compile_text(std::move(text), std::move(source_name));
  }();
  if (!compiled.failure.empty()) {
    PyErr_SetString(PyExc_RuntimeError, compiled.failure.c_str());
    throw PythonError{};
  }
  if (!compiled.is_good) {
    PyObject* const type = Objects::shared().battc_class("CompileError");
    const Ref exception = Ref::take(
        PyObject_CallFunction(type, "ss", compiled.diagnostics.c_str(), compiled.diagnostics_as_json.c_str()));
    PyErr_SetObject(type, exception.get());
    throw PythonError{};
  }
  warnings_ = std::move(compiled.diagnostics);
  for (exec::Program& program : compiled.programs) functions_.push_back(std::make_unique<Function>(std::move(program)));
}

}  // namespace batt::python
