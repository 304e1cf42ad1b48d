#include "runtime/task/evaluate.h"

#include <algorithm>
#include <chrono>
#include <new>

#include "runtime/exec/staged_run.h"
#include "runtime/python/python.h"
#include "runtime/task/device_scoring.h"
#include "runtime/task/threads.h"
#include "runtime/task/value_text.h"

namespace batt {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t least_block = 16, largest_block = 1 << 14;
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

void find_matches(const Entry& entry, Context& context, const Outcome& outcome, Value expected, CallScore& score) {
  const Unfixed& unfixed = outcome.unfixed;
  score.unfixed = unfixed.whole || !unfixed.o.empty();
  if (outcome.kind == Outcome::Kind::Result) {
    if (equal(context, result_value(outcome.result), expected)) score.matches.push_back({{}, solver_of(entry.name)});
    return;
  }
  for (const auto& [fields] : outcome.o)
    if (equal(context, result_value(fields[3]), expected))
      score.matches.push_back({number_of(fields[0]), id_of(context, fields[2])});
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

/// The calls of samples, one after the other. What they have in common is done once, if the entry can; s is made only
/// where it is needed.
class SampleCalls {
 public:
  SampleCalls(const Entry& entry, Context& context) : entry_(entry), context_(context) {
    if (entry.staged != nullptr) staged_.emplace(entry.staged, context);
  }

  const Entry& entry() const { return entry_; }
  Context& context() const { return context_; }

  /// The first call of a sample, and those that follow with another C.
  Outcome begin(const Inputs& inputs) { return staged_ ? staged_->run_sample(inputs, exec::Outputs::O) : run(inputs); }
  Outcome repeat(const Inputs& inputs) {
    return staged_ ? staged_->run_candidate(inputs, exec::Outputs::O) : run(inputs);
  }
  void add_s(Outcome& outcome) {
    if (staged_) staged_->add_s(outcome);
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
  Context& context_;
  std::optional<exec::StagedRun> staged_;
};

/// `score` is a new one.
void make_call(SampleCalls& calls, const Inputs& inputs, bool is_first, const std::optional<Value>& expected,
               const MatchTaker& take_match, CallScore& score) {
  const Entry& entry = calls.entry();
  Context& context = calls.context();
  score.is_made = true;
  try {
    auto start = Clock::now();
    const auto count_seconds = [&] { score.seconds += std::chrono::duration<double>(Clock::now() - start).count(); };
    Outcome outcome = is_first ? calls.begin(inputs) : calls.repeat(inputs);
    count_seconds();
    score.kind = outcome.kind;
    score.exception = outcome.exception;
    score.limit = outcome.limit;
    if (outcome.kind == Outcome::Kind::Raised)
      score.unfixed = outcome.unfixed.any();
    else if (expected && outcome.kind <= Outcome::Kind::Collections)
      find_matches(entry, context, outcome, *expected, score);
    if (take_match && !score.matches.empty()) {
      start = Clock::now();
      calls.add_s(outcome);
      count_seconds();
      take_match(context, outcome, score);
    }
  } catch (const LimitExceeded& exceeded) {
    calls.forget();
    set_limited(score, exceeded.limit);
  }
}

}  // namespace

std::vector<std::size_t> matched_differs(Context& context, const Outcome& outcome, const CallScore& score) {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < outcome.s.size(); ++k) {
    const std::string solver = id_of(context, outcome.s[k].fields[1]);
    const auto is_its_solver = [&](const Match& match) { return match.solver == solver; };
    if (solver == "None" || std::ranges::any_of(score.matches, is_its_solver)) places.push_back(k);
  }
  return places;
}

void keep_differs(Context& context, const Outcome& outcome, CallScore& score) {
  for (const std::size_t place : matched_differs(context, outcome, score)) {
    const auto& fields = outcome.s[place].fields;
    score.differs.push_back(
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
  SampleCalls calls(entry, context);
  SampleScore score;
  evaluate_calls(calls, sample, candidates, take_match, score);
  return score;
}

/// Evaluates samples one after the other in a context of its own.
struct Evaluator::Worker {
  explicit Worker(const EvaluateOptions& given) : options(given) {}

  /// Tasks of earlier blocks may be gone.
  void begin_block() { calls.reset(); }

  /// `score` is a new one.
  void evaluate(const ScoredEntry& scored, ErrorMode mode, const Task::Sample& sample, SampleScore& score) {
    try {
      if (!context) context.emplace(ErrorMode::Safe, options.limits);
      context->set_mode(mode);
      context->set_interrupts(options.interrupts);
      if (!calls || &calls->entry() != &scored.entry) calls.emplace(scored.entry, *context);
      evaluate_calls(*calls, sample, options.candidates, options.take_match, score);
      seconds += score.none.seconds + score.expected.seconds;
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
  std::optional<Context> context;
  std::optional<SampleCalls> calls;  ///< of the entry that ran last
  double seconds = 0;
};

Evaluator::Evaluator(std::vector<ScoredEntry> entries, const EvaluateOptions& options)
    : entries_(std::move(entries)), options_(options), block_size_(least_block) {
  options_.jobs = std::clamp<int>(options_.jobs, 1, max_jobs);
  for (int k = 0; k < options_.jobs; ++k) workers_.push_back(std::make_unique<Worker>(options_));
  block_size_ *= workers_.size();
  if (!options_.on_devices) return;
  devices_ = std::make_unique<DeviceScoring>(options_);
  block_size_ = block_of_devices;
}

Evaluator::~Evaluator() = default;

std::vector<SampleScore> Evaluator::evaluate(const std::vector<Task>& tasks) {
  const auto start = Clock::now();
  std::vector<ScoredSample> items;
  for (const Task& task : tasks)
    for (const ScoredEntry& scored : entries_)
      for (const Task::Sample& sample : task.samples())
        items.push_back({&scored, scored.mode.value_or(task.mode().value_or(ErrorMode::Safe)), &sample, nullptr});
  std::vector<SampleScore> scores(items.size());
  for (std::size_t k = 0; k < items.size(); ++k) items[k].score = &scores[k];
  if (devices_ != nullptr) {
    devices_->score(items);
    std::erase_if(items, [](const ScoredSample& item) { return item.is_done; });
  }
  for (const auto& worker : workers_) worker->begin_block();
  const auto evaluate_item = [&](std::size_t worker, std::size_t k) {
    workers_[worker]->evaluate(*items[k].scored, items[k].mode, *items[k].sample, *items[k].score);
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
  const double seconds = seconds_now();
  elapsed_seconds_ += seconds;
  if (devices_ != nullptr) return scores;
  if (seconds < 0.05 && block_size_ < largest_block) block_size_ *= 2;
  if (seconds > 0.2 && block_size_ > least_block * workers_.size()) block_size_ /= 2;
  return scores;
}

double Evaluator::computing_seconds() const {
  double seconds = 0;
  for (const auto& worker : workers_) seconds += worker->seconds;
  return devices_ == nullptr ? seconds : seconds + devices_->seconds();
}

}  // namespace batt
