// Runs programs over the samples of a task, on several threads if wanted; answers keep the order of the samples.
// The same code serves `battc run`, `battc bench` and every built program.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "batt/context.h"
#include "batt/run.h"
#include "batt/task.h"

namespace batt {

/// One function of a program, however it is executed.
struct Entry {
  std::string name;
  std::function<Outcome(Context&, const Inputs&)> run;
};

struct RunOptions {
  ErrorMode mode = ErrorMode::Safe;
  Limits limits;
  int jobs = 1;
  int repeat = 1;
  FailureLog* log = nullptr;
};

struct RunResult {
  std::vector<nlohmann::json> answers;  ///< one for each sample
  double seconds = 0;                   ///< of the quickest repeat, over all samples
  std::size_t raised = 0;               ///< samples that ended with an exception
  std::size_t limited = 0;              ///< samples that ended at a limit
  std::size_t peak_bytes = 0;           ///< the most that one sample's values took
};

RunResult run_samples(const Entry& entry, const Task& task, const RunOptions& options);

/// The seconds that one run of every sample takes, best of `options.repeat`; on one thread, answers not written down.
double time_samples(const Entry& entry, const Task& task, const RunOptions& options);

/// What the command line of `battc run` and of built programs says.
struct RunCommand {
  std::string inputs;
  std::string answers;  ///< a file to write; empty: print
  std::string function; ///< only this one; empty: all
  std::optional<ErrorMode> mode;
  double timeout = 0;
  double memory_megabytes = 4096;
  int jobs = 1;
  int repeat = 1;
  std::string log;
  bool stats = false;
};

/// Reads the inputs, runs, prints or writes the answers. Throws TaskError.
void run_command(const std::vector<Entry>& entries, const RunCommand& command);

/// Writes a file so that it appears whole or not at all. Throws TaskError.
void write_file(const std::string& path, std::string_view content);

}  // namespace batt
