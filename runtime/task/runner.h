// Runs programs over the samples of a task, on the host's threads or on a device; answers keep the order of the
// samples. The same code serves `battc run`, `battc test`, `battc bench` and every built program.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/device/device.h"
#include "runtime/exec/outcome.h"
#include "runtime/task/path.h"
#include "runtime/task/run_stats.h"
#include "runtime/task/task.h"
#include "runtime/value/context.h"

namespace batt {

namespace exec {
struct StagedProgram;
}
struct CostModel;

using EntryFunction = std::function<Outcome(Context&, const Inputs&)>;

/// One function of a program, however it is executed.
struct Entry {
  std::string name;
  EntryFunction run;
  EntryFunction run_checked = {};                          ///< for the checked path; empty: `run` with checked bodies
  std::shared_ptr<const exec::StagedProgram> staged = {};  ///< runs instead of `run`, stage by stage; null: none
  std::shared_ptr<const DeviceProgram> device = {};        ///< null: it runs on the host alone
  std::uint64_t statements = 0;                            ///< that run once in a sample; 0: unknown
};

inline bool has_device_code(const Entry& entry) { return entry.device != nullptr && entry.device->has_code(); }

struct RunOptions {
  ErrorMode mode = ErrorMode::Safe;
  Limits limits;
  PathOptions paths;
  DeviceOptions device;
  int jobs = 1;
  int repeat = 1;
  const CostModel* costs = nullptr;  ///< by which Path::Auto chooses; null: those of this machine
  FailureLog* log = nullptr;
  Interrupts* interrupts = nullptr;  ///< asked on every thread of the host; null: none
  bool warnings = true;              ///< on standard error, once each, of what is wrong with a device
};

/// The limits of a sample as users give them: numbers of 0 or more. Seconds of 0 and very large numbers of both are no
/// limit.
Limits limits_of(double seconds, double memory_bytes);

struct RunResult {
  std::vector<nlohmann::json> answers;  ///< one for each sample
  RunStats stats;
};

/// Never fails for want of a device, of threads or of memory for a sample: the host, fewer threads and
/// {"limit": "memory"} take their place.
RunResult run_samples(const Entry& entry, const Task& task, const RunOptions& options);

/// The same with answers as text, which takes much less memory than values.
struct TextResult {
  std::vector<std::string> answers;
  RunStats stats;
};
TextResult run_samples_as_text(const Entry& entry, const Task& task, const RunOptions& options);
TextResult run_samples_as_text(const Entry& entry, const std::vector<Inputs>& samples, const RunOptions& options);
/// The same for several entries; devices run samples of all of them together if they can.
std::vector<TextResult> run_samples_as_text(const std::vector<const Entry*>& entries,
                                            const std::vector<Inputs>& samples, const RunOptions& options);
/// The inputs of a task's samples.
std::vector<Inputs> inputs_of(const Task& task);

/// The seconds that one run of every sample takes, best of `options.repeat`; answers are not written down.
double time_samples(const Entry& entry, const Task& task, const RunOptions& options);

/// What the command line of `battc run` and of built programs says.
struct RunCommand {
  std::vector<std::string> inputs;  ///< see runtime/task/task_sources.h
  Candidate candidate = Candidate::None;
  std::string answers;   ///< a file to write, as a stream if it is called *.jsonl; empty: print
  std::string function;  ///< only this one; empty: all
  std::optional<ErrorMode> mode;
  PathOptions paths;
  bool verify = false;
  double timeout = 0;
  double memory_megabytes = 4096;
  DeviceOptions device;
  int jobs = 1;
  int repeat = 1;
  std::string log;
  bool stats = false;
};

/// Reads the tasks one after the other, runs, prints or writes the answers. False if `verify` found a difference.
/// Throws TaskError; of several tasks, after the others have been run.
bool run_command(const std::vector<Entry>& entries, const RunCommand& command);

}  // namespace batt
