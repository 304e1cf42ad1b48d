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

/// Finds out what the values of these entries of s leave open; which of them are nested too deeply for that is left.
std::vector<std::size_t> materialize_entries(const Outcome& outcome, const std::vector<std::size_t>& places,
                                             ResultMemory& memory) {
  OpenValues open(memory);
  std::vector<std::size_t> too_deep;
  for (const std::size_t place : places) {
    try {
      open.find_out(outcome.s[place].fields[value_field]);
    } catch (const LimitExceeded& exceeded) {
      if (exceeded.limit != Limit::Steps) throw;
      too_deep.push_back(place);
    }
  }
  return too_deep;
}

/// The entry as a tuple; its value, which is nested too deeply, as the exception that says so.
Ref entry_without_value(const OutputEntry& entry, ResultMaker& maker) {
  Ref tuple = Ref::take(PyTuple_New(4));
  for (std::size_t n = 0; n < 4; ++n) {
    Ref field = n == 3 ? limit_object(Limit::Steps) : maker.make(entry.fields[n]);
    set_tuple_item(tuple.get(), static_cast<Py_ssize_t>(n), field.release());
  }
  return tuple;
}

/// The entries of s that belong to the matches, as a tuple of tuples. Without the GIL, but for the last part.
void keep_objects(const Function& function, Context& context, const Outcome& outcome, CallScore& score) {
  const std::vector<std::size_t> places = matched_differs(context, outcome, score);
  if (places.empty()) return;
  const ResultMemoryLease memory;
  const std::vector<std::size_t> too_deep = materialize_entries(outcome, places, *memory);
  const WithGilForObjects gil(context);
  const CollectorPause pause;
  try {
    ResultMaker maker(context.mode(), *memory);
    Ref entries = Ref::take(PyTuple_New(static_cast<Py_ssize_t>(places.size())));
    for (std::size_t k = 0; k < places.size(); ++k) {
      const bool has_value = std::ranges::find(too_deep, places[k]) == too_deep.end();
      Ref entry =
          has_value ? function.entry_of_s(outcome, places[k], maker) : entry_without_value(outcome.s[places[k]], maker);
      set_tuple_item(entries.get(), static_cast<Py_ssize_t>(k), entry.release());
    }
    score.found->kept = std::shared_ptr<void>(entries.release(), [](void* object) {
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

/// Reads the pairs of a task that is a dict, or behaves like one.
class DictReader {
 public:
  /// `name`: as errors call the task.
  DictReader(Context& context, ArgumentReader& reader, std::string name)
      : context_(context), reader_(reader), name_(std::move(name)) {}

  ArcPairs read(PyObject* task) {
    check_dict(task, name_, "'train' and 'test'");
    return {read_pairs(task, "train", true), read_pairs(task, "test", false)};
  }

 private:
  std::vector<ArcPair> read_pairs(PyObject* task, const char* part, bool is_train) {
    std::vector<ArcPair> pairs;
    const Ref list = member(task, part, name_, is_train);
    if (!list) return pairs;
    const std::string place = name_ + ": " + part;
    if (PySequence_Check(list.get()) == 0 || PyUnicode_Check(list.get()) || is_dict(list.get()))
      refuse(PyExc_TypeError, place + " is a list of pairs, not " + type_name(list.get()));
    const Py_ssize_t count = PySequence_Size(list.get());
    check(static_cast<int>(std::min<Py_ssize_t>(count, 0)));
    for (Py_ssize_t k = 0; k < count; ++k) {
      const Ref pair = Ref::take(PySequence_GetItem(list.get(), k));
      pairs.push_back(read_pair(pair.get(), place + "[" + std::to_string(k) + "]", is_train));
    }
    return pairs;
  }

  ArcPair read_pair(PyObject* pair, const std::string& place, bool is_train) {
    check_dict(pair, place, "'input' and 'output'");
    const Ref input = member(pair, "input", place, true), output = member(pair, "output", place, is_train);
    ArcPair read{reader_.read(input.get(), (place + ".input").c_str()), std::nullopt};
    if (output && output.get() != Py_None) read.output = reader_.read(output.get(), (place + ".output").c_str());
    if (is_train && !read.output) refuse(PyExc_ValueError, place + " has no 'output'");
    materialize_sets(context_, read.input);
    if (read.output) materialize_sets(context_, *read.output);
    return read;
  }

  static bool is_dict(PyObject* object) {
    return PyMapping_Check(object) != 0 && PyObject_HasAttrString(object, "keys") != 0;
  }
  static void check_dict(PyObject* object, const std::string& place, const char* keys) {
    if (!is_dict(object)) refuse(PyExc_TypeError, place + " is a dict with " + keys + ", not " + type_name(object));
  }
  /// Null if it is not there and not needed.
  static Ref member(PyObject* object, const char* key, const std::string& place, bool is_needed) {
    const Ref name = Ref::take(PyUnicode_FromString(key));
    PyObject* const found = PyObject_GetItem(object, name.get());
    if (found != nullptr) return Ref::take(found);
    if (PyErr_ExceptionMatches(PyExc_KeyError) == 0) throw PythonError{};
    PyErr_Clear();
    if (is_needed) refuse(PyExc_ValueError, place + " has no '" + key + "'");
    return {};
  }
  [[noreturn]] static void refuse(PyObject* type, const std::string& text) {
    PyErr_SetString(type, text.c_str());
    throw PythonError{};
  }

  Context& context_;
  ArgumentReader& reader_;
  const std::string name_;
};

}  // namespace

struct Evaluation::LoadedTask {
  Ref id;
  std::unique_ptr<ArgumentReader> reader = nullptr;  ///< holds memory of the task's values
  std::optional<std::size_t> task = {};              ///< its place; nothing: it cannot be used
  std::string error = {};
};

Evaluation::Evaluation(std::vector<EvaluatedFunction> functions, Ref tasks, SourcesOf sources_of, ResultClasses classes,
                       const EvaluateOptions& options)
    : functions_(std::move(functions)),
      task_items_(std::move(tasks)),
      sources_of_(sources_of),
      classes_(std::move(classes)),
      evaluator_(
          [&] {
            std::vector<ScoredEntry> entries;
            entries.reserve(functions_.size());
            for (const EvaluatedFunction& function : functions_)
              entries.push_back({battc::interpreted_entry(function.function->staged()), function.mode});
            return entries;
          }(),
          [&] {
            EvaluateOptions all = options;
            all.take_match = [this](std::size_t entry, Context& context, const Outcome& outcome, CallScore& score) {
              keep_objects(*functions_[entry].function, context, outcome, score);
            };
            return all;
          }()) {}

Evaluation::~Evaluation() = default;

bool Evaluation::load_next() {
  PyObject* const next = taking_gil([this] { return PyIter_Next(task_items_.get()); });
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
    tasks_.push_back(Task::from_pairs(text, [&](Context& context) {
      loaded.reader = std::make_unique<ArgumentReader>(context);
      return DictReader(context, *loaded.reader, "task '" + std::string(text) + "'").read(source);
    }));
    loaded.task = tasks_.size() - 1;
  } else {
    const TaskSources& sources = sources_of_(source);
    const std::size_t place = PyLong_AsSize_t(tuple_item(item.get(), 2));
    const WithoutGil released(nullptr);
    try {
      tasks_.push_back(sources.load(place));
      loaded.task = tasks_.size() - 1;
    } catch (const TaskError& error) {
      loaded.error = error.what();
    }
  }
  block_.push_back(std::move(loaded));
  return true;
}

void Evaluation::run_part() {
  scores_.clear();
  score_ = 0;
  bool is_interrupted = false;
  {
    WithoutGil released(nullptr);
    SharedInterrupts interrupts(released);
    evaluator_.set_interrupts(&interrupts);
    scores_ = evaluator_.next_part();
    evaluator_.set_interrupts(nullptr);
    is_interrupted = interrupts.is_stopped();
  }
  if (is_interrupted) throw PythonError{};
}

Ref Evaluation::next() {
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
  if (has_ended_) return {};
  has_ended_ = true;  // unless there is a result
  Ref result = next_result();
  has_ended_ = !result;
  return result;
}

bool Evaluation::load_block() {
  try {
    block_.clear();
    tasks_.clear();
    std::size_t samples = 0;
    while (samples < evaluator_.block_size() && load_next())
      samples += block_.back().task ? tasks_.back().samples().size() * functions_.size() : 1;
    if (block_.empty()) return false;
    evaluator_.begin(tasks_);
    task_ = 0;
    begin_task();
    return true;
  } catch (const LimitExceeded& exceeded) {
    PyErr_Format(PyExc_ValueError, "a value of a task is past the limit of %s",
                 std::string(to_string(exceeded.limit)).c_str());
    throw PythonError{};
  }
}

/// The names of its samples: a golden file says for each of its inputs which task it is of.
void Evaluation::begin_task() {
  names_.clear();
  function_ = sample_ = 0;
  if (task_ == block_.size() || !block_[task_].task) return;
  const Task& task = tasks_[*block_[task_].task];
  for (const Task::Sample& sample : task.samples())
    names_.push_back(task.is_arc() ? Ref::share(block_[task_].id.get()) : text_object(sample.task_id));
}

Ref Evaluation::next_result() {
  while (true) {
    if (task_ == block_.size() && !load_block()) return {};
    const LoadedTask& loaded = block_[task_];
    if (loaded.task && sample_ < names_.size() && function_ < functions_.size()) {
      if (score_ == scores_.size()) run_part();
      return result_of_sample();
    }
    Ref failed = loaded.task ? Ref() : failed_task(loaded);
    ++task_;
    begin_task();
    if (failed) return failed;
  }
}

Ref Evaluation::failed_task(const LoadedTask& loaded) {
  return new_tuple<8>(classes_.result.get(), {none().release(), none().release(), Ref::share(loaded.id.get()).release(),
                                              none().release(), none().release(), none().release(),
                                              Ref::share(Py_False).release(), text_object(loaded.error).release()});
}

Ref Evaluation::result_of_sample() {
  const SampleScore& score = scores_[score_];
  const EvaluatedFunction& function = functions_[function_];
  const Ref without = call_result(score.none), with = call_result(score.expected);
  const Ref number = Ref::take(
      Objects::shared().integer(static_cast<std::int64_t>(tasks_[*block_[task_].task].samples()[sample_].pair)));
  Ref result = new_result({function.program.get(), function.name.get(), names_[sample_].get(), number.get(),
                           without.get(), with.get(), score.is_solved() ? Py_True : Py_False, Py_None});
  ++score_;
  if (++sample_ == names_.size()) {
    sample_ = 0;
    ++function_;
  }
  return result;
}

/// A loop over results lets go of each when it has the next one. Such a result is filled anew, as CPython's own
/// iterators do with their tuples, where nobody else has it.
Ref Evaluation::new_result(const std::array<PyObject*, 8>& items) {
  Ref& result = last_results_[turn_++ % last_results_.size()];
  if (result && Py_REFCNT(result.get()) == 1) {
    for (std::size_t k = 0; k < items.size(); ++k)
      replace_tuple_item(result.get(), static_cast<Py_ssize_t>(k), items[k]);
  } else {
    for (PyObject* const item : items) Py_INCREF(item);
    result = new_tuple<8>(classes_.result.get(), items);
  }
  return Ref::share(result.get());
}

Ref Evaluation::call_result(const CallScore& call) {
  if (!call.is_made) return none();
  if (call.found != nullptr || call.unfixed) return new_call_result(call);
  // All calls that end the same way, without a match, share one result.
  Ref& known = call.kind == Outcome::Kind::Raised    ? raised_.at(static_cast<std::size_t>(call.exception))
               : call.kind == Outcome::Kind::Limited ? limited_.at(static_cast<std::size_t>(call.limit))
                                                     : nothing_;
  if (!known) known = new_call_result(call);
  return Ref::share(known.get());
}

Ref Evaluation::new_call_result(const CallScore& call) {
  const std::vector<Match>& found = call.matches();
  Ref matches = Ref::take(PyTuple_New(static_cast<Py_ssize_t>(found.size())));
  for (std::size_t k = 0; k < found.size(); ++k) {
    Ref t = found[k].t ? Ref::take(Objects::shared().integer(*found[k].t)) : none();
    Ref solver = solver_name(found[k].solver);
    Ref match = Ref::take(PyTuple_Pack(2, t.get(), solver.get()));
    PyObject_GC_UnTrack(match.get());  // it holds a number and a text alone
    set_tuple_item(matches.get(), static_cast<Py_ssize_t>(k), match.release());
  }
  PyObject_GC_UnTrack(matches.get());
  Ref differs = call.found == nullptr || call.found->kept == nullptr
                    ? Ref::take(PyTuple_New(0))
                    : Ref::share(static_cast<PyObject*>(call.found->kept.get()));
  Ref exception = call.kind == Outcome::Kind::Raised ? text_object(to_string(call.exception)) : none();
  Ref limit = call.kind == Outcome::Kind::Limited ? text_object(to_string(call.limit)) : none();
  return new_tuple<5>(classes_.call.get(), {matches.release(), differs.release(), exception.release(), limit.release(),
                                            Ref::share(call.unfixed ? Py_True : Py_False).release()});
}

/// One object for each solver.
Ref Evaluation::solver_name(const std::string& solver) {
  Ref& name = solver_names_[solver];
  if (!name) name = text_object(solver);
  return Ref::share(name.get());
}

}  // namespace batt::python
