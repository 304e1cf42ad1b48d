#include "runtime/task/runner.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "runtime/task/sample_run.h"

namespace batt {
namespace {

/// Runs as often as wanted; returns what the first run counted, and the seconds of the quickest.
RunStats run_repeatedly(SampleRun& run, int repeats) {
  double seconds = run.run();
  RunStats stats = run.stats();
  run.stop_taking();
  for (int repeat = 1; repeat < repeats; ++repeat) seconds = std::min(seconds, run.run());
  stats.seconds = seconds;
  return stats;
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

Path choose_path(Path wanted, std::size_t samples, bool has_device) {
  if (wanted != Path::Auto) return wanted;
  return has_device && samples >= device_samples_from ? Path::Device : Path::Fast;
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
  SampleRun run(entry, inputs, options, [&](std::size_t k, Context& context, const Outcome& outcome) {
    result.answers[k] = encode(context, outcome);
    return written_as(result.answers[k], outcome);
  });
  result.stats = run_repeatedly(run, options.repeat);
  return result;
}

TextResult run_samples_as_text(const Entry& entry, const Task& task, const RunOptions& options) {
  return run_samples_as_text(entry, inputs_of(task), options);
}

TextResult run_samples_as_text(const Entry& entry, const std::vector<Inputs>& samples, const RunOptions& options) {
  TextResult result;
  result.answers.resize(samples.size());
  SampleRun run(entry, samples, options, [&](std::size_t k, Context& context, const Outcome& outcome) {
    Written written{};
    result.answers[k] = encode_text(context, outcome, written);
    return written;
  });
  result.stats = run_repeatedly(run, options.repeat);
  return result;
}

double time_samples(const Entry& entry, const Task& task, const RunOptions& options) {
  const std::vector<Inputs> inputs = inputs_of(task);
  SampleRun run(entry, inputs, options, nullptr);
  return run_repeatedly(run, options.repeat).seconds;
}

}  // namespace batt
