// What `battc score` counts, and how it shows it: which solver solved which task, and how calls ended.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "runtime/task/evaluate.h"

namespace battc {

/// The scores of one function of a program.
struct FunctionSummary {
  /// A task of which at least one sample is solved.
  struct SolvedTask {
    std::string task;
    std::size_t samples = 0;
    std::size_t solved = 0;
    std::map<std::string, std::size_t> solvers;  ///< how many samples each solver solved
  };

  std::string program, function;
  std::size_t tasks = 0, samples = 0;
  std::size_t solved_tasks = 0, solved_samples = 0;  ///< a task is solved if all of its samples are
  std::size_t calls = 0;
  std::map<std::string, std::size_t> exceptions, limits;  ///< how many calls ended so
  std::vector<SolvedTask> solved;

  /// Adds what came of the samples of one task.
  void add(const std::string& task, const batt::SampleScore* scores, std::size_t count);
};

/// A table of the solved tasks, then a few lines for each function.
std::string to_text(const std::vector<FunctionSummary>& summaries);
nlohmann::json to_json(const FunctionSummary& summary);

/// {"program": .., "function": .., "task": .., "sample": .., "solved": .., "none": call, "expected": call} and a new
/// line.
std::string score_line(const FunctionSummary& summary, const batt::Task::Sample& sample,
                       const batt::SampleScore& score);

}  // namespace battc
