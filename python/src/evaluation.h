// battc.evaluate: programs over tasks, block after block. What each sample computes is compared in C++; Python objects
// are made of the scores alone.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "loaded_program.h"
#include "reference.h"
#include "runtime/task/evaluate.h"
#include "runtime/task/task_sources.h"

namespace batt::python {

/// A function that is evaluated, and the objects that results name it by.
struct EvaluatedFunction {
  const Function* function;
  ErrorMode mode;
  Ref program, name;
};

/// The classes battc.Result and battc.CallResult.
struct ResultClasses {
  Ref result, call;
};

class Evaluation {
 public:
  /// What a Python object of the class Tasks is.
  using SourcesOf = const TaskSources& (*)(PyObject* tasks);

  /// `tasks` is an iterator of (id, a dict with "train" and "test", None) and (id, Tasks, its place there).
  Evaluation(std::vector<EvaluatedFunction> functions, Ref tasks, SourcesOf sources_of, ResultClasses classes,
             const EvaluateOptions& options);

  /// A list of results, in order; None when all tasks are done. Runs without the GIL. Throws PythonError: also if the
  /// block before, of another thread, is not done yet.
  Ref next_block();
  /// Seconds spent in programs so far.
  double computing_seconds() const { return evaluator_.computing_seconds(); }

 private:
  /// A task of a block, or why there is none.
  struct LoadedTask;

  Ref make_block();
  bool load_next(std::vector<LoadedTask>& block);
  void run(std::vector<Task>& tasks, std::vector<SampleScore>& scores);
  Ref results_of(const std::vector<LoadedTask>& block, const std::vector<Task>& tasks,
                 const std::vector<SampleScore>& scores);
  void add_results(PyObject* list, Py_ssize_t& place, PyObject* id, const Task& task, const SampleScore*& next);
  Ref call_result(const CallScore& call);
  Ref new_call_result(const CallScore& call);

  std::vector<EvaluatedFunction> functions_;
  Ref tasks_;
  SourcesOf sources_of_;
  ResultClasses classes_;
  Evaluator evaluator_;
  bool is_busy_ = false;
  // The results of calls without matches.
  Ref nothing_;
  std::array<Ref, 64> raised_;  ///< by exception
  std::array<Ref, 8> limited_;  ///< by limit
};

}  // namespace batt::python
