#include "batt/runner.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "batt/codec.h"

namespace batt {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Takes samples from a common counter until none is left.
class Worker {
 public:
  Worker(const Entry& entry, const Task& task, const RunOptions& options, RunResult& result, std::atomic<std::size_t>& next, bool keep)
      : entry_(entry), task_(task), result_(result), next_(next), keep_(keep), context_(options.mode, options.limits) {
    context_.set_log(options.log);
  }

  void work() {
    while (true) {
      const std::size_t k = next_.fetch_add(1);
      if (k >= task_.samples().size()) return;
      context_.reset();
      const Outcome outcome = entry_.run(context_, task_.samples()[k].inputs);
      if (keep_) result_.answers[k] = encode(outcome);
      raised += outcome.kind == Outcome::Kind::Raised ? 1 : 0;
      limited += outcome.kind == Outcome::Kind::Limited ? 1 : 0;
      peak_bytes = std::max(peak_bytes, context_.arena().used());
    }
  }

  std::size_t raised = 0;
  std::size_t limited = 0;
  std::size_t peak_bytes = 0;

 private:
  const Entry& entry_;
  const Task& task_;
  RunResult& result_;
  std::atomic<std::size_t>& next_;
  bool keep_;
  Context context_;
};

}  // namespace

RunResult run_samples(const Entry& entry, const Task& task, const RunOptions& options) {
  RunResult result;
  result.answers.resize(task.samples().size());
  const std::size_t useful = std::max<std::size_t>(1, std::min(static_cast<std::size_t>(options.jobs), task.samples().size()));
  for (int repeat = 0; repeat < std::max(1, options.repeat); ++repeat) {
    std::atomic<std::size_t> next = 0;
    std::vector<std::unique_ptr<Worker>> workers;
    for (std::size_t k = 0; k < useful; ++k)
      workers.push_back(std::make_unique<Worker>(entry, task, options, result, next, repeat == 0));
    const auto start = Clock::now();
    {
      std::vector<std::jthread> threads;
      for (std::size_t k = 1; k < useful; ++k) threads.emplace_back([&worker = *workers[k]] { worker.work(); });
      workers[0]->work();
    }
    const double seconds = seconds_since(start);
    if (repeat == 0 || seconds < result.seconds) result.seconds = seconds;
    if (repeat > 0) continue;
    for (const auto& worker : workers) {
      result.raised += worker->raised;
      result.limited += worker->limited;
      result.peak_bytes = std::max(result.peak_bytes, worker->peak_bytes);
    }
  }
  return result;
}

double time_samples(const Entry& entry, const Task& task, const RunOptions& options) {
  Context context(options.mode, options.limits);
  double best = 0;
  for (int repeat = 0; repeat < std::max(1, options.repeat); ++repeat) {
    const auto start = Clock::now();
    for (const Task::Sample& sample : task.samples()) {
      context.reset();
      entry.run(context, sample.inputs);
    }
    const double seconds = seconds_since(start);
    if (repeat == 0 || seconds < best) best = seconds;
  }
  return best;
}

}  // namespace batt
