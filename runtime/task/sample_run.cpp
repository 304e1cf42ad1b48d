#include "runtime/task/sample_run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <string>

#include "dsl_kernels/failure_log.h"

namespace batt {
namespace {

using Clock = std::chrono::steady_clock;

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
    if (options.warnings) warn_once("no device is used, the samples run on the host: " + unavailable);
    return Path::Fast;
  }
  return choose_path(wanted.path, samples, unavailable.empty());
}

}  // namespace

/// Runs samples one after the other in a context of its own, and counts.
class SampleRun::Worker {
 public:
  explicit Worker(SampleRun& run)
      : run_(run),
        on_host_(run.options_.paths.is_checked() && run.entry_.run_checked ? run.entry_.run_checked : run.entry_.run) {}

  void run_sample(std::size_t k) {
    try {
      try {
        make_context().reset();
        take(k, answer(k));
      } catch (const LimitExceeded& exceeded) {
        take(k, Outcome::limited(exceeded.limit));
      }
    } catch (const std::bad_alloc&) {
      context_.reset();
      run_.missed_[k] = 1;
    }
  }

  void take(std::size_t k, const Outcome& outcome) {
    if (run_.take_) {
      const auto [kind, unfixed] = run_.take_(k, make_context(), outcome);
      stats.raised += kind == Outcome::Kind::Raised ? 1 : 0;
      stats.unfixed += unfixed ? 1 : 0;
      stats.limited += kind == Outcome::Kind::Limited ? 1 : 0;
      stats.unanswered += kind == Outcome::Kind::Unanswered ? 1 : 0;
      if (kind != Outcome::Kind::Unanswered) ++stats.answered_by[static_cast<std::size_t>(path_)];
      stats.peak_bytes = std::max(stats.peak_bytes, context_->budget().held());
    }
    // A context keeps its memory for the next sample: too much of it, and other threads miss it.
    if (outcome.kind == Outcome::Kind::Limited && outcome.limit == Limit::Memory) context_.reset();
  }

  RunStats stats;

 private:
  Context& make_context() {
    if (context_) return *context_;
    const RunOptions& options = run_.options_;
    context_.emplace(options.mode, options.limits);
    context_->set_log(options.log);
    context_->set_body_policy(options.paths.bodies());
    if (run_.take_) context_->set_declines(&stats.declines);
    return *context_;
  }

  Outcome answer(std::size_t k) {
    if (run_.path_ != Path::Device) return answer_on_host(k);
    const SampleStatus& status = run_.from_device_.status[k];
    path_ = Path::Device;
    if (status.answered != 0) return run_.entry_.device->read(run_.from_device_, k, *context_);
    if (run_.options_.paths.fallback == Fallback::Never)
      return Outcome::not_answered({status.reason, status.op, status.statement});
    ++stats.samples_fallen_back[static_cast<std::size_t>(status.reason)];
    if (run_.options_.log != nullptr)
      run_.options_.log->sample_fell_back(k, status.statement, status.op, status.reason);
    return answer_on_host(k);
  }

  Outcome answer_on_host(std::size_t k) {
    const PathOptions& paths = run_.options_.paths;
    path_ = paths.is_checked() ? Path::Checked : Path::Fast;
    if (paths.fallback == Fallback::Always) ++stats.samples_forced_back;
    return on_host_(*context_, run_.samples_[k]);
  }

  SampleRun& run_;
  const EntryFunction& on_host_;
  Path path_ = Path::Fast;  ///< which answered the last sample
  std::optional<Context> context_;
};

SampleRun::SampleRun(const Entry& entry, const std::vector<Inputs>& samples, const RunOptions& options, Taker take)
    : entry_(entry),
      samples_(samples),
      options_(options),
      take_(std::move(take)),
      path_(path_of(entry, options, samples.size())) {
  const std::size_t wanted = take_ ? static_cast<std::size_t>(std::max(1, options.jobs)) : 1;
  workers_.resize(std::max<std::size_t>(1, std::min({wanted, max_jobs, samples.size()})));
}

SampleRun::~SampleRun() = default;

double SampleRun::run() {
  const auto start = Clock::now();
  missed_.assign(samples_.size(), 0);
  if (path_ == Path::Device) run_device();
  queue_.fill(samples_.size(), workers_.size());
  run_on_threads(
      workers_.size(), [this](std::size_t worker) { work(worker); }, [this] { queue_.stop(); });
  // The threads have given back what they held of the samples that missed it.
  for (std::size_t k = 0; k < missed_.size(); ++k)
    if (missed_[k] != 0) workers_[0]->take(k, Outcome::limited(Limit::Memory));
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void SampleRun::work(std::size_t worker) {
  if (workers_[worker] == nullptr) {
    try {
      workers_[worker] = std::make_unique<Worker>(*this);
    } catch (const std::bad_alloc&) {
      if (worker == 0) throw;
      return;  // The others do its work.
    }
  }
  queue_.drain([&own = *workers_[worker]](std::size_t k) { own.run_sample(k); });
}

void SampleRun::run_device() {
  DeviceOptions device = options_.device;
  device.steps = std::min(device.steps, options_.limits.steps);
  try {
    from_device_ = entry_.device->run(options_.mode, samples_, device);
  } catch (const std::bad_alloc&) {
    from_device_ = {};
    from_device_.trouble = "the host has too little memory for the transfers";
    path_ = Path::Fast;
  }
  if (!from_device_.trouble.empty() && options_.warnings)
    warn_once("a device failed, what it did not answer runs on the host: " + from_device_.trouble);
}

RunStats SampleRun::stats() const {
  RunStats stats;
  for (const auto& worker : workers_)
    if (worker != nullptr) stats.add(worker->stats);
  stats.samples = samples_.size();
  stats.device = from_device_.stats;
  for (std::size_t path = 0; path < path_count; ++path)
    stats.statements[path] = entry_.statements * stats.answered_by[path];
  return stats;
}

}  // namespace batt
