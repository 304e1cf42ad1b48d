// battc.evaluate: programs over tasks, block after block. What each sample computes is compared in C++; Python objects
// are made of the scores alone.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
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
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  /// The next result, in order; null when all tasks are done. Runs the next block without the GIL if there is none left
  /// of the last one. Throws PythonError: also if another thread is in here; after any other one it has ended.
  Ref next();
  /// Seconds spent in programs so far.
  double computing_seconds() const { return evaluator_.computing_seconds(); }

 private:
  /// A task of a block, or why there is none.
  struct LoadedTask;

  /// Loads the tasks of a block; false if there are no more.
  bool load_block();
  bool load_next();
  void run_part();
  void begin_task();
  Ref next_result();
  Ref result_of_sample();
  Ref new_result(const std::array<PyObject*, 8>& items);
  Ref failed_task(const LoadedTask& loaded);
  Ref call_result(const CallScore& call);
  Ref new_call_result(const CallScore& call);
  Ref solver_name(const std::string& solver);

  std::vector<EvaluatedFunction> functions_;
  Ref task_items_;
  SourcesOf sources_of_;
  ResultClasses classes_;
  Evaluator evaluator_;
  bool is_busy_ = false, has_ended_ = false;
  // The block, the scores of a part of it, and which result is next: that of a sample with a function.
  std::vector<LoadedTask> block_;
  std::vector<Task> tasks_;  ///< those that can be used
  std::vector<SampleScore> scores_;
  std::size_t task_ = 0, function_ = 0, sample_ = 0, score_ = 0;
  std::vector<Ref> names_;  ///< of the samples of the task
  std::array<Ref, 2> last_results_;
  std::size_t turn_ = 0;
  std::unordered_map<std::string, Ref> solver_names_;
  // The results of calls without matches.
  Ref nothing_;
  std::array<Ref, 64> raised_;  ///< by exception
  std::array<Ref, 8> limited_;  ///< by limit
};

}  // namespace batt::python
