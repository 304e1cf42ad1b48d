#include "call_batch.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "compiler/driver/entries.h"
#include "from_python.h"
#include "gil.h"
#include "runtime/task/sample_run.h"
#include "to_python.h"

namespace batt::python {
namespace {

/// Arguments of so many samples are in memory at a time.
constexpr Py_ssize_t largest_block = 4096;

/// The exception that is set, as an object.
Ref take_exception() {
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  return Ref::take(value);
}

/// What `make` returns; the exception, if it sets one.
template <class Make>
PyObject* result_or_exception(const Make& make) {
  try {
    if (Ref made = make()) return made.release();
  } catch (const PythonError&) {
  }
  return take_exception().release();
}

class BatchCall {
 public:
  BatchCall(const Function& function, PyObject* samples, const RunOptions& run)
      : function_(function),
        samples_(samples),
        run_(run),
        entry_(battc::interpreted_entry(function.staged())),
        results_(Ref::take(PyList_New(list_size(samples)))) {
    run_.warnings = false;
  }

  BatchResult run() {
    const Py_ssize_t count = list_size(samples_);
    std::string no_device;
    for (Py_ssize_t first = 0; first < count; first += largest_block) {
      read(first, std::min(count, first + largest_block));
      run_block(no_device);
    }
    return {std::move(results_), std::move(no_device)};
  }

 private:
  /// Reads arguments of a block; samples with arguments that threads cannot share are called at once.
  void read(Py_ssize_t first, Py_ssize_t end) {
    memory_.emplace();
    reader_.emplace(*memory_);
    inputs_.clear();
    places_.clear();
    Arguments last{};
    for (Py_ssize_t k = first; k < end; ++k) {
      PyObject* const sample = list_item(samples_, k);
      const Arguments arguments{tuple_item(sample, 0), tuple_item(sample, 1), tuple_item(sample, 2),
                                tuple_item(sample, 3), Py_None};
      if (!is_read(arguments, last)) {
        const auto call = [&] { return function_.call(arguments, {run_.mode, run_.limits}); };
        set_list_item(results_.get(), k, result_or_exception(call));
        continue;
      }
      last = arguments;
      places_.push_back(k);
    }
  }

  /// What an argument has in common with the sample before it becomes one value: what depends on it alone runs once.
  bool is_read(const Arguments& arguments, const Arguments& last) {
    const auto value_of = [&](PyObject* Arguments::*argument, Value Inputs::*known, const char* name) {
      const bool is_same = !inputs_.empty() && arguments.*argument == last.*argument;
      return is_same ? inputs_.back().*known : reader_->read(arguments.*argument, name);
    };
    try {
      Inputs inputs;
      reader_->begin_call();
      inputs.task_id = value_of(&Arguments::task_id, &Inputs::task_id, "task_id");
      inputs.S = value_of(&Arguments::S, &Inputs::S, "S");
      inputs.I = value_of(&Arguments::I, &Inputs::I, "I");
      inputs.C = value_of(&Arguments::C, &Inputs::C, "C");
      if (!reader_->are_plain()) return false;
      inputs_.push_back(inputs);
      return true;
    } catch (const PythonError&) {
      PyErr_Clear();  // the call by itself fails in the same way
    } catch (const LimitExceeded&) {
    }
    return false;
  }

  void run_block(std::string& no_device) {
    bool is_interrupted = false;
    {
      WithoutGil released(nullptr);
      SharedInterrupts interrupts(released);
      run_.interrupts = &interrupts;
      SampleRun run({&entry_}, inputs_, run_, [&](std::size_t k, Context& context, const Outcome& outcome) {
        if (!interrupts.is_stopped()) take(places_[k], context, outcome);
        return Written{outcome.kind, outcome.unfixed.any()};
      });
      run.run();
      is_interrupted = interrupts.is_stopped();
      const RunStats stats = run.stats()[0];
      if (run_.paths.path == Path::Device && stats.device.devices == 0) no_device = stats.choice;
    }
    if (is_interrupted) throw PythonError{};
  }

  /// Makes objects of an outcome, on the thread whose values it has.
  void take(Py_ssize_t place, Context& context, const Outcome& outcome) {
    const ResultMemoryLease memory;
    materialize(outcome, *memory);
    const WithGilForObjects gil(context);
    KnownEntries none;
    const auto make = [&] { return function_.result_of(outcome, run_.mode, *memory, none); };
    set_list_item(results_.get(), place, result_or_exception(make));
  }

  const Function& function_;
  PyObject* samples_;
  RunOptions run_;
  Entry entry_;
  Ref results_;
  // Of the block.
  std::optional<Context> memory_;
  std::optional<ArgumentReader> reader_;
  std::vector<Inputs> inputs_;
  std::vector<Py_ssize_t> places_;  ///< in the list, of each of the inputs
};

}  // namespace

BatchResult call_batch(const Function& function, PyObject* samples, const RunOptions& run) {
  return BatchCall(function, samples, run).run();
}

}  // namespace batt::python
