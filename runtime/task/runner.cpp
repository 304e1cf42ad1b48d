#include "batt/runner.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "batt/agreement.h"
#include "batt/codec.h"
#include "batt/failure_log.h"

namespace batt {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void warn_once(const std::string& text) {
  static std::mutex mutex;
  static std::set<std::string> said;
  const std::lock_guard lock(mutex);
  if (said.insert(text).second) std::fprintf(stderr, "warning: %s\n", text.c_str());
}

/// The path that the samples take; warns if it is not the one that was asked for.
Path path_of(const Entry& entry, const RunOptions& options, std::size_t samples) {
  const PathOptions& wanted = options.paths;
  if (wanted.is_checked()) return Path::Checked;
  if (wanted.path == Path::Fast) return Path::Fast;
  const std::string unavailable =
      entry.device == nullptr ? "this program was built for the host alone" : entry.device->unavailable();
  if (wanted.path == Path::Device && !unavailable.empty()) {
    warn_once("no device is used, the samples run on the host: " + unavailable);
    return Path::Fast;
  }
  return choose_path(wanted.path, samples, unavailable.empty());
}

/// What all workers share.
struct Job {
  const Entry& entry;
  const Task& task;
  const RunOptions& options;
  Path path;
  const EntryFunction& on_host;
  std::vector<nlohmann::json>* answers;  ///< null: they are not written down
  DeviceRun from_device = {};            ///< if the path is the device's
  std::atomic<std::size_t> next = 0;     ///< the sample that no one has taken yet
};

/// Takes samples from the job until none is left, and counts.
class Worker {
 public:
  explicit Worker(Job& job) : job_(job), context_(job.options.mode, job.options.limits) {
    context_.set_log(job.options.log);
    context_.set_bodies(job.options.paths.bodies());
    if (job.answers != nullptr) context_.set_fallbacks(&stats.ops);
  }

  void work() {
    const std::size_t count = job_.task.samples().size();
    for (std::size_t k = job_.next.fetch_add(1); k < count; k = job_.next.fetch_add(1)) {
      context_.reset();
      const Outcome outcome = answer(k);
      if (job_.answers == nullptr) continue;
      (*job_.answers)[k] = encode(context_, outcome);
      stats.raised += outcome.kind == Outcome::Kind::Raised ? 1 : 0;
      stats.limited += outcome.kind == Outcome::Kind::Limited ? 1 : 0;
      stats.unanswered += outcome.kind == Outcome::Kind::Unanswered ? 1 : 0;
      if (outcome.kind != Outcome::Kind::Unanswered) ++stats.answered_by[static_cast<std::size_t>(path_)];
      stats.peak_bytes = std::max(stats.peak_bytes, context_.budget().held());
    }
  }

  RunStats stats;

 private:
  Outcome answer(std::size_t k) {
    if (job_.path != Path::Device) return answer_on_host(k);
    const SampleStatus& status = job_.from_device.status[k];
    path_ = Path::Device;
    if (status.answered != 0) return job_.entry.device->read(job_.from_device, k, context_);
    if (job_.options.paths.fallback == Fallback::Never)
      return Outcome::not_answered({status.reason, status.op, status.statement});
    ++stats.samples_fallen_back[static_cast<std::size_t>(status.reason)];
    if (job_.options.log != nullptr) job_.options.log->sample_fell_back(k, status.statement, status.op, status.reason);
    return answer_on_host(k);
  }

  Outcome answer_on_host(std::size_t k) {
    path_ = job_.options.paths.is_checked() ? Path::Checked : Path::Fast;
    if (job_.options.paths.fallback == Fallback::Always) ++stats.samples_forced_back;
    return job_.on_host(context_, job_.task.samples()[k].inputs);
  }

  Job& job_;
  Path path_ = Path::Fast;  ///< which answered the last sample
  Context context_;
};

/// Runs all samples of a job, as often as wanted.
class Runner {
 public:
  Runner(const Entry& entry, const Task& task, const RunOptions& options, std::vector<nlohmann::json>* answers)
      : job_{entry,  task, options, path_of(entry, options, task.samples().size()), host_function(entry, options),
             answers} {
    const std::size_t wanted = answers != nullptr ? static_cast<std::size_t>(std::max(1, options.jobs)) : 1;
    const std::size_t useful = std::max<std::size_t>(1, std::min(wanted, task.samples().size()));
    for (std::size_t k = 0; k < useful; ++k) workers_.push_back(std::make_unique<Worker>(job_));
    if (job_.path == Path::Device)
      for (const Task::Sample& sample : task.samples()) inputs_.push_back(sample.inputs);
  }

  /// The seconds that it took.
  double run() {
    const auto start = Clock::now();
    if (job_.path == Path::Device) run_device();
    job_.next = 0;
    {
      std::vector<std::jthread> threads;
      for (std::size_t k = 1; k < workers_.size(); ++k)
        threads.emplace_back([&worker = *workers_[k]] { worker.work(); });
      workers_[0]->work();
    }
    return seconds_since(start);
  }

  void stop_counting() { job_.answers = nullptr; }

  RunStats stats() const {
    RunStats stats;
    for (const auto& worker : workers_) stats.add(worker->stats);
    stats.samples = job_.task.samples().size();
    stats.device = job_.from_device.stats;
    for (std::size_t path = 0; path < path_count; ++path) stats.statements[path] = job_.entry.statements * stats.answered_by[path];
    return stats;
  }

 private:
  static const EntryFunction& host_function(const Entry& entry, const RunOptions& options) {
    return options.paths.is_checked() && entry.run_checked ? entry.run_checked : entry.run;
  }

  void run_device() {
    DeviceOptions device = job_.options.device;
    device.steps = std::min(device.steps, job_.options.limits.steps);
    job_.from_device = job_.entry.device->run(job_.options.mode, inputs_, device);
    if (!job_.from_device.trouble.empty())
      warn_once("a device failed, what it did not answer runs on the host: " + job_.from_device.trouble);
  }

  Job job_;
  std::vector<Inputs> inputs_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

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

RunResult run_samples(const Entry& entry, const Task& task, const RunOptions& options) {
  RunResult result;
  result.answers.resize(task.samples().size());
  Runner runner(entry, task, options, &result.answers);
  double seconds = runner.run();
  result.stats = runner.stats();
  result.stats.unfixed = count_unfixed(result.answers);
  runner.stop_counting();
  for (int repeat = 1; repeat < options.repeat; ++repeat) seconds = std::min(seconds, runner.run());
  result.stats.seconds = seconds;
  return result;
}

double time_samples(const Entry& entry, const Task& task, const RunOptions& options) {
  Runner runner(entry, task, options, nullptr);
  double best = runner.run();
  for (int repeat = 1; repeat < options.repeat; ++repeat) best = std::min(best, runner.run());
  return best;
}

}  // namespace batt
