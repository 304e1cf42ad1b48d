#include "runtime/task/sample_run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <new>
#include <optional>
#include <string>

#include "dsl_kernels/failure_log.h"
#include "runtime/exec/staged_run.h"
#include "runtime/task/spare_contexts.h"
#include "runtime/value/until_unload.h"

namespace batt {
namespace {

using Clock = std::chrono::steady_clock;

constexpr SampleStatus failed_on_device{0, Reason::Device, 0, no_op, 0};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void warn_once(const std::string& text) {
  static std::mutex mutex;
  static UntilUnload<std::set<std::string>> said;
  const std::lock_guard lock(mutex);
  if (said->insert(text).second) std::fprintf(stderr, "warning: %s\n", text.c_str());
}

}  // namespace

/// Runs samples one after the other in a context of its own, and counts.
class SampleRun::Worker {
 public:
  explicit Worker(SampleRun& run) : stats(run.entries_.size()), run_(run) {}
  ~Worker() {
    staged_.reset();
    give_back(std::move(context_));
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Before samples are run anew: what an earlier run has computed is not used again.
  void begin_run() { forget(); }

  void run_on_host(std::size_t call) {
    guarded(call, [&] { take(call, answer_on_host(call)); });
  }

  /// Takes what a device has answered. False if it is no answer.
  bool take_from_device(std::size_t call, DeviceRun& from, std::size_t place) {
    bool is_answer = true;
    guarded(call, [&] {
      reset();
      path_ = Path::Device;
      const auto outcome = run_.entry_of(call).device->read(from, place);
      is_answer = outcome.has_value();
      if (is_answer) take(call, *outcome);
    });
    return is_answer;
  }

  /// A call that no device has answered.
  void run_returned(const Returned& returned) {
    const std::size_t call = returned.call;
    const SampleStatus& status = returned.status;
    const RunOptions& options = run_.options_;
    path_ = Path::Device;
    if (options.paths.fallback == Fallback::Never)
      return guarded(call, [&] { take(call, Outcome::not_answered({status.reason, status.op, status.statement})); });
    ++stats_of(call).samples_fallen_back[static_cast<std::size_t>(status.reason)];
    if (options.log != nullptr)
      options.log->sample_fell_back(call % run_.samples_.size(), status.statement, status.op, status.reason);
    run_on_host(call);
  }

  void take(std::size_t call, const Outcome& outcome) {
    if (run_.take_) {
      const auto [kind, unfixed] = run_.take_(call, make_context(), outcome);
      RunStats& counted = stats_of(call);
      counted.raised += kind == Outcome::Kind::Raised ? 1 : 0;
      counted.unfixed += unfixed ? 1 : 0;
      counted.limited += kind == Outcome::Kind::Limited ? 1 : 0;
      counted.unanswered += kind == Outcome::Kind::Unanswered ? 1 : 0;
      if (kind != Outcome::Kind::Unanswered) ++counted.answered_by[static_cast<std::size_t>(path_)];
      counted.peak_bytes = std::max(counted.peak_bytes, context_->budget().held());
    }
    // A context keeps its memory for the next sample: too much of it, and other threads miss it.
    if (outcome.kind == Outcome::Kind::Limited && outcome.limit == Limit::Memory) free_memory();
  }

  std::vector<RunStats> stats;  ///< of each entry

 private:
  RunStats& stats_of(std::size_t call) { return stats[run_.entry_number(call)]; }

  Context& make_context() {
    if (context_ != nullptr) return *context_;
    const RunOptions& options = run_.options_;
    context_ = take_context(options.mode, options.limits);
    context_->set_log(options.log);
    context_->set_interrupts(options.interrupts);
    context_->set_body_policy(options.paths.bodies());
    return *context_;
  }

  /// Forgets what samples have in common.
  void forget() {
    if (staged_) staged_->forget();
    last_ = nullptr;
  }
  void reset() {
    staged_.reset();
    last_ = nullptr;
    context_->reset();
  }
  void free_memory() {
    staged_.reset();
    last_ = nullptr;
    context_.reset();
  }

  /// Calls `answer`, which takes the call's outcome; if a limit ends it, takes that.
  template <class Answer>
  void guarded(std::size_t call, const Answer& answer) {
    try {
      try {
        make_context();
        if (run_.take_) context_->set_declines(&stats_of(call).declines);
        answer();
      } catch (const LimitExceeded& exceeded) {
        forget();  // a value may be half made
        take(call, Outcome::limited(exceeded.limit));
      }
    } catch (const std::bad_alloc&) {
      free_memory();
      run_.missed_[call] = 1;
    }
  }

  [[gnu::always_inline]] Outcome answer_on_host(std::size_t call) {
    const PathOptions& paths = run_.options_.paths;
    const Entry& entry = run_.entry_of(call);
    path_ = paths.is_checked() ? Path::Checked : Path::Fast;
    if (paths.fallback == Fallback::Always) ++stats_of(call).samples_forced_back;
    if (entry.staged != nullptr && paths.stages && !paths.is_checked()) return run_stages(call, entry);
    reset();
    const EntryFunction& function = paths.is_checked() && entry.run_checked ? entry.run_checked : entry.run;
    return function(*context_, run_.inputs_of(call));
  }

  /// A sample that differs from the last one in C alone is another call of it.
  [[gnu::always_inline]] Outcome run_stages(std::size_t call, const Entry& entry) {
    const Inputs& inputs = run_.inputs_of(call);
    if (!staged_ || &staged_->program() != entry.staged.get()) {
      staged_.emplace(entry.staged, *context_);
      last_ = nullptr;
    }
    staged_->set_times(run_.take_ ? &stats_of(call).stage_seconds : nullptr);
    const bool is_same =
        last_ && last_->S.same_as(inputs.S) && last_->I.same_as(inputs.I) && last_->task_id.same_as(inputs.task_id);
    last_ = &inputs;
    return is_same ? staged_->run_candidate(inputs) : staged_->run_sample(inputs);
  }

  SampleRun& run_;
  Path path_ = Path::Fast;                 ///< which answered the last sample
  std::unique_ptr<Context> context_;       ///< null: none was needed yet
  std::optional<exec::StagedRun> staged_;  ///< of the entry that ran last, if it can
  const Inputs* last_ = nullptr;           ///< of its last sample
};

SampleRun::SampleRun(std::vector<const Entry*> entries, const std::vector<Inputs>& samples, const RunOptions& options,
                     Taker take)
    : entries_(std::move(entries)), samples_(samples), options_(options), take_(std::move(take)) {
  const std::size_t wanted = take_ ? static_cast<std::size_t>(std::max(1, options.jobs)) : 1;
  threads_ = std::max<std::size_t>(1, std::min({wanted, max_jobs, call_count()}));
  choose_path();
  workers_.resize(threads_ + places_.size());
}

SampleRun::~SampleRun() = default;

/// The path that the samples take; warns if it is not the one that was asked for.
void SampleRun::choose_path() {
  const Path wanted = options_.paths.path;
  choice_.path = options_.paths.is_checked() ? Path::Checked : Path::Fast;
  if (options_.paths.is_checked() || wanted == Path::Fast || call_count() == 0) return;
  const DeviceProgram* device = entries_[0]->device.get();
  if (wanted == Path::Auto) {
    if (!has_device_code(*entries_[0])) return;
    std::uint64_t statements = 0;
    for (const Entry* entry : entries_) statements += entry->statements;
    choice_ = batt::choose_path(
        options_.costs != nullptr ? *options_.costs : this_machine(),
        {call_count(), statements / entries_.size(), static_cast<int>(threads_), device->is_started()});
    if (choice_.path == Path::Fast) return;
  }
  const std::string unavailable =
      device == nullptr ? "this program was built for the host alone" : device->unavailable();
  if (unavailable.empty()) {
    choice_.path = Path::Device;
    places_ = device->places(call_count(), options_.device);
    if (wanted == Path::Auto) sharing_threads_ = threads_;
    return;
  }
  choice_ = {Path::Fast, wanted == Path::Auto ? choice_.reason + ", but: " + unavailable : unavailable};
  if (wanted == Path::Device && options_.warnings)
    warn_once("no device is used, the samples run on the host: " + unavailable);
}

double SampleRun::run() {
  const auto start = Clock::now();
  missed_.assign(call_count(), 0);
  for (const auto& worker : workers_)
    if (worker != nullptr) worker->begin_run();
  if (places_.empty())
    run_on_host();
  else
    run_shared();
  // The threads have given back what they held of the samples that missed it.
  for (std::size_t k = 0; k < missed_.size(); ++k)
    if (missed_[k] != 0) workers_[0]->take(k, Outcome::limited(Limit::Memory));
  return seconds_since(start);
}

/// Null if there is no memory for it; the others do its work then.
SampleRun::Worker* SampleRun::worker(std::size_t number) {
  if (workers_[number] != nullptr) return workers_[number].get();
  try {
    workers_[number] = std::make_unique<Worker>(*this);
  } catch (const std::bad_alloc&) {
    if (number == 0) throw;
  }
  return workers_[number].get();
}

void SampleRun::run_on_host() {
  queue_.fill(call_count(), threads_);
  run_on_threads(
      threads_,
      [this](std::size_t number) {
        if (Worker* own = worker(number)) queue_.drain([own](std::size_t call) { own->run_on_host(call); });
      },
      [this] { queue_.stop(); });
}

/// Threads of the host and streams of devices take samples from one queue.
void SampleRun::run_shared() {
  constexpr SampleQueue::Worker thread{8, 64};
  // Small blocks do not fill a device; a first one of an eighth of its part costs little if the device is slow.
  const std::size_t part = call_count() / (sharing_threads_ + places_.size());
  const SampleQueue::Worker stream{std::clamp<std::size_t>(part / 8, 64, 4096), 16384};
  std::vector<SampleQueue::Worker> sharing(sharing_threads_, thread);
  sharing.insert(sharing.end(), places_.size(), stream);
  shared_.fill(call_count(), sharing);
  returned_.clear();
  trouble_.clear();
  run_on_threads(
      sharing.size(),
      [this](std::size_t number) {
        if (number < sharing_threads_)
          work(number);
        else
          feed(number, places_[number - sharing_threads_]);
      },
      [this] { shared_.stop(); });
  finish_returned();
  if (!trouble_.empty() && options_.warnings)
    warn_once("a device failed, what it did not answer runs on the host: " + trouble_);
}

void SampleRun::work(std::size_t number) {
  Worker* own = worker(number);
  if (own == nullptr) return;
  for (auto range = shared_.take(number); range.size() != 0; range = shared_.take(number)) {
    const auto start = Clock::now();
    for (std::size_t call = range.begin; call < range.end; ++call) own->run_on_host(call);
    shared_.report(number, range.size(), seconds_since(start));
  }
  shared_.leave(number);
}

/// Runs blocks at a place, until nothing is left or something goes wrong there.
void SampleRun::feed(std::size_t number, DevicePlace place) {
  Worker* own = worker(threads_ + number - sharing_threads_);
  if (own == nullptr) return;
  bool goes_on = true;
  while (goes_on) {
    const SampleQueue::Range range = shared_.take(number);
    if (range.size() == 0) break;
    const auto start = Clock::now();
    DeviceRun run = run_at(place, range);
    std::vector<Returned> returned;
    for (std::size_t call = range.begin; call < range.end; ++call) {
      const SampleStatus& status = run.status[call - range.begin];
      if (status.answered == 0)
        returned.push_back({call, status});
      else if (!own->take_from_device(call, run, call - range.begin))
        returned.push_back({call, failed_on_device});
    }
    shared_.report(number, range.size(), seconds_since(start));
    const bool is_slow = is_too_slow(number);
    goes_on = run.trouble.empty() && !is_slow;
    const std::lock_guard lock(mutex_);
    returned_.insert(returned_.end(), returned.begin(), returned.end());
    device_stats_.add(run.stats);
    device_stats_.dropped += is_slow ? 1 : 0;
    if (run.stats.launches > 0) devices_.insert(place.device);
    if (!run.trouble.empty() && trouble_.find(run.trouble) == std::string::npos)
      trouble_ += (trouble_.empty() ? "" : "; ") + run.trouble;
  }
  shared_.leave(number);
}

DeviceRun SampleRun::run_at(DevicePlace place, SampleQueue::Range calls) const {
  DeviceOptions device = options_.device;
  device.steps = std::min(device.steps, options_.limits.steps);
  device.sample_seconds = options_.limits.seconds;
  try {
    std::vector<DeviceCall> block;
    block.reserve(calls.size());
    for (std::size_t call = calls.begin; call < calls.end; ++call)
      block.push_back({entry_of(call).device.get(), &inputs_of(call)});
    return entries_[0]->device->run(place, options_.mode, block, device);
  } catch (const std::bad_alloc&) {
    DeviceRun run;
    run.status.assign(calls.size(), failed_on_device);
    run.trouble = "the host has too little memory for the transfers";
    return run;
  }
}

/// Whether a stream of a device is not worth half a thread. Who asks for devices alone gets them, however slow.
bool SampleRun::is_too_slow(std::size_t number) const {
  double thread = 0;
  for (std::size_t k = 0; k < sharing_threads_; ++k) thread = std::max(thread, shared_.speed(k));
  return shared_.speed(number) < thread / 2;
}

/// Runs on the host what no device has answered, and what is left if all of them failed.
void SampleRun::finish_returned() {
  for (auto rest = shared_.take(0); rest.size() != 0; rest = shared_.take(0))
    for (std::size_t call = rest.begin; call < rest.end; ++call) returned_.push_back({call, failed_on_device});
  queue_.fill(returned_.size(), threads_);
  run_on_threads(
      std::min(threads_, std::max<std::size_t>(1, returned_.size())),
      [this](std::size_t number) {
        if (Worker* own = worker(number)) queue_.drain([&](std::size_t k) { own->run_returned(returned_[k]); });
      },
      [this] { queue_.stop(); });
}

std::vector<RunStats> SampleRun::stats() const {
  std::vector<RunStats> all(entries_.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    RunStats& stats = all[k];
    for (const auto& worker : workers_)
      if (worker != nullptr) stats.add(worker->stats[k]);
    stats.samples = samples_.size();
    for (std::size_t path = 0; path < path_count; ++path)
      stats.statements[path] = entries_[k]->statements * stats.answered_by[path];
    if (!choice_.reason.empty()) stats.choice = std::string(path_name(choice_.path)) + ": " + choice_.reason;
  }
  all[0].device = device_stats_;
  all[0].device.devices = static_cast<int>(devices_.size());
  return all;
}

}  // namespace batt
