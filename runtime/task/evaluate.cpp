#include "runtime/task/evaluate.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iterator>
#include <new>
#include <utility>

#include "runtime/exec/staged_run.h"
#include "runtime/python/python.h"
#include "runtime/task/device_scoring.h"
#include "runtime/task/spare_contexts.h"
#include "runtime/task/threads.h"
#include "runtime/task/value_text.h"
#include "runtime/value/until_unload.h"

namespace batt {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t least_block = 16, largest_block = 1 << 14, largest_part = 1024;
constexpr std::size_t block_of_devices = 1 << 15;  ///< two launches on two streams
constexpr double seconds_before_threads = 100e-6;  ///< two to five times what it takes to start one

/// The value of a result: that of its OKT, if it is one.
Value result_value(Value result) { return result.is_okt() ? result.item(1) : result; }

std::optional<std::int64_t> number_of(Value field) {
  return field.is_int() ? std::optional(field.as_int()) : std::nullopt;
}

/// An id as programs write it: a text.
std::string id_of(Context& context, Value field) {
  if (field.is_text()) return std::string(field.text().view());
  return value_text(context, field);
}

std::string solver_of(const std::string& function) {
  constexpr std::string_view prefix = "solve_";
  return function.starts_with(prefix) ? function.substr(prefix.size()) : function;
}

/// The first word of a value: its kind, its form and, of a grid, its shape.
std::uint64_t head_of(const Value& value) {
  std::uint64_t head;
  std::memcpy(&head, &value, sizeof head);
  return head;
}

void add_match(CallScore& score, Match match) {
  if (score.found == nullptr) score.found = std::make_unique<CallScore::Found>();
  score.found->matches.push_back(std::move(match));
}

void find_matches(const Entry& entry, Context& context, const Outcome& outcome, Value expected, CallScore& score) {
  const Unfixed& unfixed = outcome.unfixed;
  score.unfixed = unfixed.whole || !unfixed.o.empty();
  if (outcome.kind == Outcome::Kind::Result) {
    if (equal(context, result_value(outcome.result), expected)) add_match(score, {{}, solver_of(entry.name)});
    return;
  }
  // Most results do not even have the shape of the expected grid. An OKT may hold one that has.
  const bool is_grid = expected.is_grid();
  const std::uint64_t head = head_of(expected);
  for (const auto& [fields] : outcome.o) {
    if (is_grid && head_of(fields[3]) != head && !fields[3].is_okt()) continue;
    if (equal(context, result_value(fields[3]), expected))
      add_match(score, {number_of(fields[0]), id_of(context, fields[2])});
  }
}

/// A value that is nested too deeply to be written is no reason to forget the matches.
std::string differ_text(Context& context, Value value) {
  try {
    return value_text(context, value);
  } catch (const LimitExceeded& exceeded) {
    if (exceeded.limit != Limit::Steps) throw;
    return "{\"limit\":\"steps\"}";
  }
}

void set_limited(CallScore& score, Limit limit) {
  score = {};
  score.is_made = true;
  score.kind = Outcome::Kind::Limited;
  score.limit = limit;
}

/// Counts the seconds of runs, less what it takes to read the clock.
class RunTime {
 public:
  explicit RunTime(bool counts) : counts_(counts) {}

  void begin() {
    if (counts_) start_ = Clock::now();
  }
  void end() {
    if (counts_) seconds_ += std::chrono::duration<double>(Clock::now() - start_).count() - seconds_of_reading();
  }
  double seconds() const { return seconds_; }

 private:
  static double seconds_of_reading() {
    static const double seconds = [] {
      constexpr int readings = 1000;
      const auto start = Clock::now();
      auto end = start;
      for (int k = 0; k < readings; ++k) end = Clock::now();
      return std::chrono::duration<double>(end - start).count() / readings;
    }();
    return seconds;
  }

  bool counts_;
  Clock::time_point start_;
  double seconds_ = 0;
};

/// The calls of samples, one after the other. What they have in common is done once, if the entry can; s is made only
/// where it is needed.
class SampleCalls {
 public:
  /// `number`: the entry's place among others.
  SampleCalls(const Entry& entry, std::size_t number, Context& context, RunTime& time)
      : entry_(entry), number_(number), context_(context), time_(time) {
    if (entry.staged != nullptr) staged_.emplace(entry.staged, context);
  }

  const Entry& entry() const { return entry_; }
  std::size_t number() const { return number_; }
  Context& context() const { return context_; }

  /// The first call of a sample, and those that follow with another C.
  Outcome begin(const Inputs& inputs) {
    time_.begin();
    Outcome outcome = staged_ ? staged_->run_sample(inputs, exec::Outputs::O) : run(inputs);
    time_.end();
    return outcome;
  }
  Outcome repeat(const Inputs& inputs) {
    time_.begin();
    Outcome outcome = staged_ ? staged_->run_candidate(inputs, exec::Outputs::O) : run(inputs);
    time_.end();
    return outcome;
  }
  void add_s(Outcome& outcome) {
    if (!staged_) return;
    time_.begin();
    staged_->add_s(outcome);
    time_.end();
  }
  /// When nothing looks at the outcome any more.
  void recycle(Outcome& outcome) {
    if (staged_) staged_->recycle(outcome);
  }
  /// After a limit outside of the program a value may be half made.
  void forget() {
    if (staged_) staged_->forget();
  }

 private:
  Outcome run(const Inputs& inputs) {
    context_.reset();
    return entry_.run(context_, inputs);
  }

  const Entry& entry_;
  std::size_t number_;
  Context& context_;
  RunTime& time_;
  std::optional<exec::StagedRun> staged_;
};

/// `score` is a new one.
void make_call(SampleCalls& calls, const Inputs& inputs, bool is_first, const std::optional<Value>& expected,
               const MatchTaker& take_match, CallScore& score) {
  const Entry& entry = calls.entry();
  Context& context = calls.context();
  score.is_made = true;
  try {
    Outcome outcome = is_first ? calls.begin(inputs) : calls.repeat(inputs);
    score.kind = outcome.kind;
    score.exception = outcome.exception;
    score.limit = outcome.limit;
    if (outcome.kind == Outcome::Kind::Raised)
      score.unfixed = outcome.unfixed.any();
    else if (expected && outcome.kind <= Outcome::Kind::Collections)
      find_matches(entry, context, outcome, *expected, score);
    if (take_match && score.found != nullptr) {
      calls.add_s(outcome);
      take_match(calls.number(), context, outcome, score);
    }
    calls.recycle(outcome);
  } catch (const LimitExceeded& exceeded) {
    calls.forget();
    set_limited(score, exceeded.limit);
  }
}

}  // namespace

const CallScore::Found& CallScore::found_or_none() const {
  static const UntilUnload<Found> none;
  return found == nullptr ? *none : *found;
}

std::vector<std::size_t> matched_differs(Context& context, const Outcome& outcome, const CallScore& score) {
  std::vector<std::size_t> places;
  const auto is_of_match = [&](std::string_view solver) {
    return solver == "None" || std::ranges::any_of(score.matches(), [&](const Match& m) { return m.solver == solver; });
  };
  for (std::size_t k = 0; k < outcome.s.size(); ++k) {
    const Value solver = outcome.s[k].fields[1];
    if (solver.is_text() ? is_of_match(solver.text().view()) : is_of_match(id_of(context, solver))) places.push_back(k);
  }
  return places;
}

void keep_differs(std::size_t, Context& context, const Outcome& outcome, CallScore& score) {
  for (const std::size_t place : matched_differs(context, outcome, score)) {
    const auto& fields = outcome.s[place].fields;
    score.found->differs.push_back(
        {number_of(fields[0]), id_of(context, fields[1]), id_of(context, fields[2]), differ_text(context, fields[3])});
  }
}

std::optional<Value> expected_output(const Task::Sample& sample) {
  if (sample.expected_grid) return sample.expected_grid;
  return sample.inputs.C.is_none() ? std::nullopt : std::optional(sample.inputs.C);
}

namespace {

/// `score` is a new one.
void evaluate_calls(SampleCalls& calls, const Task::Sample& sample, Candidates candidates, const MatchTaker& take_match,
                    SampleScore& score) {
  const std::optional<Value> expected = expected_output(sample);
  Inputs inputs = sample.inputs;
  if (candidates.none || !expected) {
    inputs.C = Value::none();
    make_call(calls, inputs, true, expected, take_match, score.none);
  }
  if (candidates.expected && expected) {
    inputs.C = *expected;
    make_call(calls, inputs, !score.none.is_made, expected, take_match, score.expected);
  }
}

}  // namespace

SampleScore evaluate_sample(const Entry& entry, Context& context, const Task::Sample& sample, Candidates candidates,
                            const MatchTaker& take_match) {
  RunTime time(false);
  SampleCalls calls(entry, 0, context, time);
  SampleScore score;
  evaluate_calls(calls, sample, candidates, take_match, score);
  return score;
}

/// Evaluates samples one after the other in a context of its own.
struct Evaluator::Worker {
  explicit Worker(const EvaluateOptions& given) : options(given), time(given.counts_seconds) {}
  ~Worker() {
    calls.reset();
    give_back(std::move(context));
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Tasks of earlier blocks may be gone.
  void begin_block() { calls.reset(); }

  /// `score` is a new one.
  void evaluate(const ScoredEntry& scored, std::size_t number, ErrorMode mode, const Task::Sample& sample,
                SampleScore& score) {
    try {
      if (context == nullptr) context = take_context(mode, options.limits);
      context->set_mode(mode);
      context->set_interrupts(options.interrupts);
      if (!calls || &calls->entry() != &scored.entry) calls.emplace(scored.entry, number, *context, time);
      evaluate_calls(*calls, sample, options.candidates, options.take_match, score);
      // A context keeps its memory for the next sample: too much of it, and other threads miss it.
      for (const CallScore* call : {&score.none, &score.expected})
        if (call->kind == Outcome::Kind::Limited && call->limit == Limit::Memory) free_memory();
    } catch (const std::bad_alloc&) {
      free_memory();
      score = {};
      set_limited(options.candidates.none ? score.none : score.expected, Limit::Memory);
    }
  }

  void free_memory() {
    calls.reset();
    context.reset();
  }

  const EvaluateOptions& options;
  RunTime time;
  std::unique_ptr<Context> context;  ///< null: none was needed yet
  std::optional<SampleCalls> calls;  ///< of the entry that ran last
};

Evaluator::Evaluator(std::vector<ScoredEntry> entries, const EvaluateOptions& options)
    : entries_(std::move(entries)), options_(options), block_size_(least_block), part_size_(least_block) {
  options_.jobs = std::clamp<int>(options_.jobs, 1, max_jobs);
  for (int k = 0; k < options_.jobs; ++k) workers_.push_back(std::make_unique<Worker>(options_));
  block_size_ *= workers_.size();
  if (!options_.on_devices) return;
  devices_ = std::make_unique<DeviceScoring>(options_);
  block_size_ = block_of_devices;
}

Evaluator::~Evaluator() = default;

std::vector<SampleScore> Evaluator::evaluate(const std::vector<Task>& tasks) {
  begin(tasks);
  std::vector<SampleScore> scores;
  scores.reserve(items_.size());
  for (std::vector<SampleScore> part = next_part(); !part.empty(); part = next_part())
    std::ranges::move(part, std::back_inserter(scores));
  return scores;
}

void Evaluator::begin(const std::vector<Task>& tasks) {
  items_.clear();
  next_item_ = 0;
  block_seconds_ = 0;
  std::size_t samples = 0;
  for (const Task& task : tasks) samples += task.samples().size();
  items_.reserve(samples * entries_.size());
  for (const Task& task : tasks)
    for (const ScoredEntry& scored : entries_)
      for (const Task::Sample& sample : task.samples())
        items_.push_back({&scored, scored.mode.value_or(task.mode().value_or(ErrorMode::Safe)), &sample, nullptr});
  for (const auto& worker : workers_) worker->begin_block();
}

std::vector<SampleScore> Evaluator::next_part() {
  const auto start = Clock::now();
  const std::size_t left = items_.size() - next_item_;
  const bool is_alone = workers_.size() == 1 && devices_ == nullptr;
  std::vector<SampleScore> scores(is_alone ? std::min(part_size_, left) : left);
  if (scores.empty()) return scores;
  const std::size_t first = std::exchange(next_item_, next_item_ + scores.size());
  for (std::size_t k = 0; k < scores.size(); ++k) items_[first + k].score = &scores[k];
  run_items(first, next_item_);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  elapsed_seconds_ += seconds;
  block_seconds_ += seconds;
  if (seconds < 0.002 && part_size_ < largest_part) part_size_ *= 2;
  if (seconds > 0.02 && part_size_ > 1) part_size_ /= 2;
  if (next_item_ == items_.size()) adapt_block_size();
  return scores;
}

void Evaluator::run_items(std::size_t first, std::size_t end) {
  const auto start = Clock::now();
  if (devices_ != nullptr) devices_->score(items_);  // there is but one part
  std::vector<ScoredSample*> items;
  for (std::size_t k = first; k < end; ++k)
    if (!items_[k].is_done) items.push_back(&items_[k]);
  const auto evaluate_item = [&](std::size_t worker, std::size_t k) {
    const ScoredSample& item = *items[k];
    const auto number = static_cast<std::size_t>(item.scored - entries_.data());
    workers_[worker]->evaluate(*item.scored, number, item.mode, *item.sample, *item.score);
  };
  const auto seconds_now = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  // The first samples run here: what is done by then is not worth starting threads for.
  std::size_t done = 0;
  while (done < items.size() && (workers_.size() == 1 || seconds_now() < seconds_before_threads))
    evaluate_item(0, done++);
  const std::size_t left = items.size() - done, threads = std::min(left, workers_.size());
  WorkQueue queue;
  queue.fill(left, threads);
  if (left != 0)
    run_on_threads(
        threads, [&](std::size_t worker) { queue.drain([&](std::size_t k) { evaluate_item(worker, done + k); }); },
        [&] { queue.stop(); });
}

void Evaluator::adapt_block_size() {
  if (devices_ != nullptr) return;
  if (block_seconds_ < 0.05 && block_size_ < largest_block) block_size_ *= 2;
  if (block_seconds_ > 0.2 && block_size_ > least_block * workers_.size()) block_size_ /= 2;
}

double Evaluator::computing_seconds() const {
  double seconds = 0;
  for (const auto& worker : workers_) seconds += worker->time.seconds();
  return devices_ == nullptr ? seconds : seconds + devices_->seconds();
}

}  // namespace batt
