#include "runtime/task/runner.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "runtime/task/sample_run.h"

namespace batt {
namespace {

/// Runs as often as wanted; returns what the first run counted for each entry, and the seconds of the quickest.
std::vector<RunStats> run_repeatedly(SampleRun& run, int repeats) {
  double seconds = run.run();
  std::vector<RunStats> stats = run.stats();
  run.stop_taking();
  for (int repeat = 1; repeat < repeats; ++repeat) seconds = std::min(seconds, run.run());
  for (RunStats& each : stats) each.seconds = seconds / static_cast<double>(stats.size());
  return stats;
}

/// Whether a launch can run samples of all of them.
bool are_joined(const std::vector<const Entry*>& entries) {
  return std::ranges::all_of(entries, [&](const Entry* entry) {
    return entry->device != nullptr && entries[0]->device != nullptr && entries[0]->device->joins(*entry->device);
  });
}

std::vector<TextResult> run_as_text(const std::vector<const Entry*>& entries, const std::vector<Inputs>& samples,
                                    const RunOptions& options) {
  std::vector<TextResult> results(entries.size());
  for (TextResult& result : results) result.answers.resize(samples.size());
  SampleRun run(entries, samples, options, [&](std::size_t k, Context& context, const Outcome& outcome) {
    Written written{};
    results[k / samples.size()].answers[k % samples.size()] = encode_text(context, outcome, written);
    return written;
  });
  const std::vector<RunStats> stats = run_repeatedly(run, options.repeat);
  for (std::size_t k = 0; k < entries.size(); ++k) results[k].stats = stats[k];
  return results;
}

}  // namespace

std::string_view path_name(Path path) {
  switch (path) {
    case Path::Auto: return "auto";
    case Path::Checked: return "checked";
    case Path::Fast: return "fast";
    case Path::Device: return "device";
  }
  return "";
}

Limits limits_of(double seconds, double memory_bytes) {
  // Clocks count nanoseconds in 63 bits, 292 years; arenas add to their budget.
  constexpr double most_seconds = 1e9;
  constexpr std::size_t most_memory = std::numeric_limits<std::size_t>::max() / 2;
  Limits limits;
  limits.seconds = seconds < most_seconds ? seconds : 0;
  limits.memory =
      memory_bytes < static_cast<double>(most_memory) ? static_cast<std::size_t>(memory_bytes) : most_memory;
  return limits;
}

std::vector<Inputs> inputs_of(const Task& task) {
  std::vector<Inputs> inputs;
  for (const Task::Sample& sample : task.samples()) inputs.push_back(sample.inputs);
  return inputs;
}

RunResult run_samples(const Entry& entry, const Task& task, const RunOptions& options) {
  RunResult result;
  result.answers.resize(task.samples().size());
  const std::vector<Inputs> inputs = inputs_of(task);
  SampleRun run({&entry}, inputs, options, [&](std::size_t k, Context& context, const Outcome& outcome) {
    result.answers[k] = encode(context, outcome);
    return written_as(result.answers[k], outcome);
  });
  result.stats = run_repeatedly(run, options.repeat)[0];
  return result;
}

TextResult run_samples_as_text(const Entry& entry, const Task& task, const RunOptions& options) {
  return run_samples_as_text(entry, inputs_of(task), options);
}

TextResult run_samples_as_text(const Entry& entry, const std::vector<Inputs>& samples, const RunOptions& options) {
  return std::move(run_as_text({&entry}, samples, options)[0]);
}

std::vector<TextResult> run_samples_as_text(const std::vector<const Entry*>& entries,
                                            const std::vector<Inputs>& samples, const RunOptions& options) {
  if (are_joined(entries)) return run_as_text(entries, samples, options);
  std::vector<TextResult> results;
  results.reserve(entries.size());
  for (const Entry* entry : entries) results.push_back(run_samples_as_text(*entry, samples, options));
  return results;
}

double time_samples(const Entry& entry, const Task& task, const RunOptions& options) {
  const std::vector<Inputs> inputs = inputs_of(task);
  SampleRun run({&entry}, inputs, options, nullptr);
  return run_repeatedly(run, options.repeat)[0].seconds;
}

}  // namespace batt
