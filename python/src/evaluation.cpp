#include "evaluation.h"

#include <array>

#include "collector_pause.h"
#include "compiler/driver/entries.h"
#include "from_python.h"
#include "gil.h"
#include "runtime/exec/staged_run.h"
#include "runtime/task/files.h"
#include "runtime/value/set.h"
#include "shared_objects.h"
#include "to_python.h"
#include "workspace.h"

namespace batt::python {
namespace {

/// Makes a tuple of a subclass of tuple, of the items given.
template <std::size_t count>
Ref new_tuple(PyObject* type, std::array<PyObject*, count> items) {
  PyObject* const made = PyType_GenericAlloc(reinterpret_cast<PyTypeObject*>(type), count);
  if (made == nullptr) {
    for (PyObject* const item : items) Py_DECREF(item);
    throw PythonError{};
  }
  for (std::size_t k = 0; k < count; ++k) set_tuple_item(made, static_cast<Py_ssize_t>(k), items[k]);
  return Ref::take(made);
}

Ref text_object(std::string_view text) {
  return Ref::take(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

Ref none() { return Ref::share(Py_None); }

/// A value that Python would not have, as the exception that says so.
Ref limit_object(Limit limit) {
  const std::string name(to_string(limit));
  return Ref::take(PyObject_CallFunction(Objects::shared().battc_class("LimitExceeded"), "s", name.c_str()));
}

/// The entries of s that belong to the matches, as a tuple of tuples. Without the GIL, but for the last part.
void keep_objects(Context& context, const Outcome& outcome, CallScore& score) {
  const std::vector<std::size_t> places = matched_differs(context, outcome, score);
  if (places.empty()) return;
  thread_local ResultMemory memory;
  std::vector<bool> too_deep(places.size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    Outcome one;
    one.s.push_back(outcome.s[places[k]]);
    try {
      materialize(one, memory);
    } catch (const LimitExceeded& exceeded) {
      if (exceeded.limit != Limit::Steps) throw;
      too_deep[k] = true;
    }
  }
  const WithGil gil;
  const CollectorPause pause;
  try {
    ResultMaker maker(context.mode(), memory);
    Ref entries = Ref::take(PyTuple_New(static_cast<Py_ssize_t>(places.size())));
    for (std::size_t k = 0; k < places.size(); ++k) {
      const auto& fields = outcome.s[places[k]].fields;
      Ref entry = Ref::take(PyTuple_New(4));
      for (std::size_t n = 0; n < 4; ++n) {
        Ref field = n == 3 && too_deep[k] ? limit_object(Limit::Steps) : maker.make(fields[n]);
        set_tuple_item(entry.get(), static_cast<Py_ssize_t>(n), field.release());
      }
      set_tuple_item(entries.get(), static_cast<Py_ssize_t>(k), entry.release());
    }
    score.kept = std::shared_ptr<void>(entries.release(), [](void* object) {
      const WithGil needed;
      Py_DECREF(static_cast<PyObject*>(object));
    });
  } catch (const PythonError&) {
    PyErr_Clear();
    throw LimitExceeded{Limit::Memory};  // nothing else can be wrong with what a program made
  }
}

/// Orders of sets are found now: samples are shared by threads, which must not race to find them.
void materialize_sets(Context& context, Value value) {
  if (value.is_set()) value.set().materialize(context);
  if (value.kind() == Kind::Tuple && value.form() == Form::Plain)
    for (std::int32_t k = 0; k < value.tuple_size(); ++k) materialize_sets(context, value.item(k));
}

/// The members of a dict, or what behaves like one.
Ref member(PyObject* object, const char* key, bool is_needed) {
  const Ref name = Ref::take(PyUnicode_FromString(key));
  PyObject* const found = PyObject_GetItem(object, name.get());
  if (found != nullptr) return Ref::take(found);
  if (is_needed || PyErr_ExceptionMatches(PyExc_KeyError) == 0) throw PythonError{};
  PyErr_Clear();
  return {};
}

std::vector<ArcPair> read_pairs(Context& context, ArgumentReader& reader, PyObject* task, const char* part) {
  std::vector<ArcPair> pairs;
  const bool is_train = std::string_view(part) == "train";
  const Ref list = member(task, part, is_train);
  if (!list) return pairs;
  const Py_ssize_t count = PySequence_Size(list.get());
  check(static_cast<int>(std::min<Py_ssize_t>(count, 0)));
  for (Py_ssize_t k = 0; k < count; ++k) {
    const Ref pair = Ref::take(PySequence_GetItem(list.get(), k));
    const std::string place = std::string(part) + "[" + std::to_string(k) + "]";
    const Ref input = member(pair.get(), "input", true), output = member(pair.get(), "output", is_train);
    ArcPair read{reader.read(input.get(), (place + ".input").c_str()), std::nullopt};
    if (output && output.get() != Py_None) read.output = reader.read(output.get(), (place + ".output").c_str());
    materialize_sets(context, read.input);
    if (read.output) materialize_sets(context, *read.output);
    if (is_train && !read.output) {
      PyErr_Format(PyExc_ValueError, "%s has no output", place.c_str());
      throw PythonError{};
    }
    pairs.push_back(read);
  }
  return pairs;
}

}  // namespace

struct Evaluation::LoadedTask {
  Ref id;
  std::unique_ptr<ArgumentReader> reader = nullptr;  ///< holds memory of the task's values
  std::optional<Task> task = {};
  std::string error = {};
};

Evaluation::Evaluation(std::vector<EvaluatedFunction> functions, Ref tasks, SourcesOf sources_of, ResultClasses classes,
                       const EvaluateOptions& options)
    : functions_(std::move(functions)),
      tasks_(std::move(tasks)),
      sources_of_(sources_of),
      classes_(std::move(classes)),
      evaluator_(
          [&] {
            std::vector<ScoredEntry> entries;
            for (const EvaluatedFunction& function : functions_)
              entries.push_back({battc::interpreted_entry(function.function->staged()), function.mode});
            return entries;
          }(),
          [&] {
            EvaluateOptions all = options;
            all.take_match = keep_objects;
            return all;
          }()) {}

bool Evaluation::load_next(std::vector<LoadedTask>& block) {
  PyObject* const next = taking_gil([this] { return PyIter_Next(tasks_.get()); });
  if (next == nullptr) {
    if (PyErr_Occurred() != nullptr) throw PythonError{};
    return false;
  }
  const Ref item = Ref::take(next);
  PyObject* const id = tuple_item(item.get(), 0);
  PyObject* const source = tuple_item(item.get(), 1);
  LoadedTask loaded{Ref::share(id)};
  if (tuple_item(item.get(), 2) == Py_None) {
    const Ref name = Ref::take(PyObject_Str(id));
    const char* text = PyUnicode_AsUTF8AndSize(name.get(), nullptr);
    if (text == nullptr) throw PythonError{};
    loaded.task = Task::from_pairs(text, [&](Context& context) {
      loaded.reader = std::make_unique<ArgumentReader>(context);
      ArcPairs pairs;
      pairs.train = read_pairs(context, *loaded.reader, source, "train");
      pairs.test = read_pairs(context, *loaded.reader, source, "test");
      return pairs;
    });
  } else {
    const TaskSources& sources = sources_of_(source);
    const std::size_t place = PyLong_AsSize_t(tuple_item(item.get(), 2));
    const WithoutGil released(nullptr);
    try {
      loaded.task = sources.load(place);
    } catch (const TaskError& error) {
      loaded.error = error.what();
    }
  }
  block.push_back(std::move(loaded));
  return true;
}

void Evaluation::run(std::vector<Task>& tasks, std::vector<SampleScore>& scores) {
  bool is_interrupted = false;
  {
    WithoutGil released(nullptr);
    SharedInterrupts interrupts(released);
    evaluator_.set_interrupts(&interrupts);
    scores = evaluator_.evaluate(tasks);
    evaluator_.set_interrupts(nullptr);
    is_interrupted = interrupts.is_stopped();
  }
  if (is_interrupted) throw PythonError{};
}

Ref Evaluation::next_block() {
  if (is_busy_) {
    PyErr_SetString(PyExc_ValueError, "the evaluation is running already");
    throw PythonError{};
  }
  struct Busy {
    explicit Busy(bool& flag) : is_busy(flag) { is_busy = true; }
    ~Busy() { is_busy = false; }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
    bool& is_busy;
  } const busy(is_busy_);
  return make_block();
}

Ref Evaluation::make_block() {
  try {
    std::vector<LoadedTask> block;
    std::size_t samples = 0;
    while (samples < evaluator_.block_size() && load_next(block))
      samples += block.back().task ? block.back().task->samples().size() * functions_.size() : 1;
    if (block.empty()) return none();
    std::vector<Task> tasks;
    for (LoadedTask& loaded : block)
      if (loaded.task) tasks.push_back(std::move(*loaded.task));
    std::vector<SampleScore> scores;
    run(tasks, scores);
    return results_of(block, tasks, scores);
  } catch (const LimitExceeded& exceeded) {
    PyErr_Format(PyExc_ValueError, "a value of a task is past the limit of %s",
                 std::string(to_string(exceeded.limit)).c_str());
    throw PythonError{};
  }
}

Ref Evaluation::results_of(const std::vector<LoadedTask>& block, const std::vector<Task>& tasks,
                           const std::vector<SampleScore>& scores) {
  const CollectorPause pause;
  std::size_t count = scores.size();
  for (const LoadedTask& loaded : block) count += loaded.task ? 0 : 1;
  Ref list = Ref::take(PyList_New(static_cast<Py_ssize_t>(count)));
  Py_ssize_t place = 0;
  auto task = tasks.begin();
  const SampleScore* next = scores.data();
  for (const LoadedTask& loaded : block) {
    if (loaded.task) {
      add_results(list.get(), place, loaded.id.get(), *task++, next);
      continue;
    }
    Ref failure =
        new_tuple<8>(classes_.result.get(), {none().release(), none().release(), Ref::share(loaded.id.get()).release(),
                                             none().release(), none().release(), none().release(),
                                             Ref::share(Py_False).release(), text_object(loaded.error).release()});
    set_list_item(list.get(), place++, failure.release());
  }
  return list;
}

void Evaluation::add_results(PyObject* list, Py_ssize_t& place, PyObject* id, const Task& task,
                             const SampleScore*& next) {
  // A golden file says for each of its inputs which task it is of.
  std::vector<Ref> names;
  for (const Task::Sample& sample : task.samples())
    names.push_back(task.is_arc() ? Ref::share(id) : text_object(sample.task_id));
  for (const EvaluatedFunction& function : functions_)
    for (std::size_t k = 0; k < names.size(); ++k) {
      Ref without = call_result(next->none), with = call_result(next->expected);
      PyObject* const number = Objects::shared().integer(static_cast<std::int64_t>(task.samples()[k].pair));
      Ref result =
          new_tuple<8>(classes_.result.get(),
                       {Ref::share(function.program.get()).release(), Ref::share(function.name.get()).release(),
                        Ref::share(names[k].get()).release(), number, without.release(), with.release(),
                        Ref::share(next->is_solved() ? Py_True : Py_False).release(), none().release()});
      set_list_item(list, place++, result.release());
      ++next;
    }
}

Ref Evaluation::call_result(const CallScore& call) {
  if (!call.is_made) return none();
  if (!call.matches.empty() || call.unfixed) return new_call_result(call);
  // All calls that end the same way, without a match, share one result.
  Ref& known = call.kind == Outcome::Kind::Raised    ? raised_.at(static_cast<std::size_t>(call.exception))
               : call.kind == Outcome::Kind::Limited ? limited_.at(static_cast<std::size_t>(call.limit))
                                                     : nothing_;
  if (!known) known = new_call_result(call);
  return Ref::share(known.get());
}

Ref Evaluation::new_call_result(const CallScore& call) {
  Ref matches = Ref::take(PyTuple_New(static_cast<Py_ssize_t>(call.matches.size())));
  for (std::size_t k = 0; k < call.matches.size(); ++k) {
    const Match& match = call.matches[k];
    Ref t = match.t ? Ref::take(PyLong_FromLongLong(*match.t)) : none();
    const Ref solver = text_object(match.solver);
    set_tuple_item(matches.get(), static_cast<Py_ssize_t>(k),
                   Ref::take(PyTuple_Pack(2, t.get(), solver.get())).release());
  }
  Ref differs = call.kept == nullptr ? Ref::take(PyTuple_New(0)) : Ref::share(static_cast<PyObject*>(call.kept.get()));
  Ref exception = call.kind == Outcome::Kind::Raised ? text_object(to_string(call.exception)) : none();
  Ref limit = call.kind == Outcome::Kind::Limited ? text_object(to_string(call.limit)) : none();
  return new_tuple<5>(classes_.call.get(), {matches.release(), differs.release(), exception.release(), limit.release(),
                                            Ref::share(call.unfixed ? Py_True : Py_False).release()});
}

}  // namespace batt::python
