#include "runtime/exec/staged_run.h"

#include <algorithm>
#include <chrono>

#include "runtime/exec/materialize.h"

namespace batt::exec {
namespace {

/// Counts the time of its life for a stage.
class StageTimer {
 public:
  StageTimer(StageTimes* times, Stage stage) : times_(times), stage_(stage) {
    if (times_ != nullptr) start_ = Clock::now();
  }
  ~StageTimer() {
    if (times_ != nullptr)
      (*times_)[static_cast<std::size_t>(stage_)] += std::chrono::duration<double>(Clock::now() - start_).count();
  }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  StageTimes* times_;
  Stage stage_;
  Clock::time_point start_;
};

}  // namespace

StagedRun::StagedRun(std::shared_ptr<const StagedProgram> program, Context& context)
    : staged_(std::move(program)),
      program_(*staged_->program),
      schedule_(&staged_->schedule(context.mode())),
      lists_(&staged_->lists(context.mode())),
      context_(context),
      slots_(program_.slot_count),
      frames_(program_.loop_depth + 1),
      interpreter_(view_of(program_), context, slots_.data(), frames_.data()),
      task_mark_(context.arena().mark()) {
  for (const auto& [slot, value] : program_.constants) slots_[slot] = value;
  for (const std::string& name : program_.parameters) parameters_.push_back(input_of(name));
}

Outcome StagedRun::run_sample(const Inputs& inputs, Outputs outputs) {
  const Schedule* const schedule = &staged_->schedule(context_.mode());
  if (schedule_ != schedule) {
    forget();
    task_ = {};
    last_looks_ = {};
    likely_end_ = End::none;
  }
  schedule_ = schedule;
  lists_ = &staged_->lists(context_.mode());
  until_ = likely_end_;
  has_sample_ = is_whole_ = false;
  sample_limit_.reset();
  if (context_.log() != nullptr || !has_stages()) return run_whole(inputs);
  return run_in_limits(inputs, [&] {
    begin_sample(inputs, outputs);
    return run_call(outputs);
  });
}

Outcome StagedRun::run_candidate(const Inputs& inputs, Outputs outputs) {
  if (sample_limit_) return Outcome::limited(*sample_limit_);
  if (!has_sample_ && !is_whole_) return run_sample(inputs, outputs);
  if (is_whole_ || context_.log() != nullptr) return run_whole(inputs);
  return run_in_limits(inputs, [&] {
    context_.restart_limits();
    set_parameters(inputs);
    return run_call(outputs);
  });
}

/// A limit may leave a value half made, so everything is forgotten.
template <class Run>
Outcome StagedRun::run_in_limits(const Inputs& inputs, Run run) {
  const bool is_first = !has_sample_;
  try {
    return run();
  } catch (const LimitExceeded& exceeded) {
    return outcome_at_limit(inputs, exceeded, is_first);
  } catch (const Unanswered&) {
    return run_whole(inputs);
  }
}

Outcome StagedRun::outcome_at_limit(const Inputs& inputs, const LimitExceeded& exceeded, bool is_first) {
  // A later call holds the memory of the calls before it.
  const bool holds_more = !is_first && exceeded.limit == Limit::Memory;
  if (may_end_after(running_) || holds_more) return run_whole(inputs);
  if (!has_sample_) sample_limit_ = exceeded.limit;
  is_whole_ = true;
  forget();
  return Outcome::limited(exceeded.limit);
}

void StagedRun::begin_sample(const Inputs& inputs, Outputs outputs) {
  if (schedule_->is_empty(Stage::Task))
    context_.reset();
  else if (task_S_ && task_S_->same_as(inputs.S) && task_until_ >= until_)
    release_sample();
  else
    run_task(inputs, outputs, last_S_ && last_S_->same_as(inputs.S));
  running_ = Stage::Sample;
  const StageTimer timer(times_, Stage::Sample);
  set_parameters(inputs);
  sample_ = task_;
  sample_.has_s = false;
  run_stage(Stage::Sample, sample_, {0, until_});
  if (outputs == Outputs::Both && program_.collects && until_ == End::none) run_s_of_sample();
  has_sample_ = true;
}

/// What is kept must not change any more. To make sure of that takes time, so it waits for the second sample.
void StagedRun::run_task(const Inputs& inputs, Outputs outputs, bool keeps_values) {
  forget();
  last_S_ = inputs.S;
  running_ = Stage::Task;
  task_ = {};
  const StageTimer timer(times_, Stage::Task);
  set_parameters(inputs);
  for (const std::uint32_t slot : schedule_->task_slots)
    slots_[slot] = Value::none();  // an exception may leave it unset
  task_until_ = until_;
  run_stage(Stage::Task, task_, {0, until_});
  if (outputs == Outputs::Both && until_ == End::none) {
    if (task_.end.instruction == End::none) run_s(Stage::Task);
    task_.looks = context_.unfixed_looks();
    task_.has_s = true;
  }
  if (!keeps_values) return;
  Materializer materializer(context_);
  for (const std::uint32_t slot : schedule_->task_slots) materializer.materialize(slots_[slot]);
  task_S_ = inputs.S;
  task_mark_ = context_.arena().mark();
}

/// After set_parameters.
Outcome StagedRun::run_call(Outputs outputs) {
  running_ = Stage::Call;
  End end = sample_.end;
  if (schedule_->is_empty(Stage::Call)) {
    context_.set_unfixed_looks(sample_.looks);
  } else {
    end = run_stage_of_call();
  }
  note_end(end);
  if (end.instruction == End::none && outputs == Outputs::Both && program_.collects) run_s_of_call();
  Outcome outcome = end.instruction == End::none ? outcome_of_values(outputs) : Outcome::raised(end.exception);
  find_unfixed(outcome);
  return outcome;
}

/// Where the program ended. If that is not where it was expected to end, then the rest of all stages has run, too.
StagedRun::End StagedRun::run_stage_of_call() {
  State state = sample_;
  {
    const StageTimer timer(times_, Stage::Call);
    run_stage(Stage::Call, state, {0, until_ == End::none ? End::none : until_ + 1});
  }
  return until_ == End::none || state.end.instruction <= until_ ? state.end : run_rest_of_stages(state);
}

/// The call has gone past the end that was expected.
StagedRun::End StagedRun::run_rest_of_stages(State state) {
  const Part rest{until_ + 1, End::none};
  sample_.looks = state.looks;  // its later calls count them as well: marks may be too many
  run_rest_of_sample();
  const StageTimer timer(times_, Stage::Call);
  running_ = Stage::Call;
  state = sample_;
  run_stage(Stage::Call, state, rest);
  return state.end;
}

void StagedRun::run_rest_of_sample() {
  {
    const StageTimer timer(times_, Stage::Task);
    running_ = Stage::Task;
    run_stage(Stage::Task, sample_, {task_until_, End::none});
  }
  const StageTimer timer(times_, Stage::Sample);
  running_ = Stage::Sample;
  run_stage(Stage::Sample, sample_, {until_, End::none});
  until_ = End::none;
}

void StagedRun::add_s(Outcome& outcome) {
  if (is_whole_ || outcome.kind != Outcome::Kind::Collections) return;
  run_s_of_call();
  outcome = outcome_of_values(Outputs::Both);
  find_unfixed(outcome);
}

void StagedRun::run_s_of_call() {
  if (!sample_.has_s) {
    const StageTimer timer(times_, Stage::Sample);
    run_s_of_sample();  // the sample's later calls count this call's looks as well: marks may be too many
  }
  const StageTimer timer(times_, Stage::Call);
  run_s(Stage::Call);
}

void StagedRun::run_s_of_sample() {
  if (sample_.end.instruction == End::none) {
    if (!task_.has_s) run_s(Stage::Task);
    run_s(Stage::Sample);
  }
  sample_.looks = context_.unfixed_looks();
  sample_.has_s = true;
}

// ---- stages ---------------------------------------------------------------------------------------------------

/// What o needs of a part of the stage, after `state`. Of what stands after an exception nothing runs.
void StagedRun::run_stage(Stage stage, State& state, Part part) {
  context_.set_unfixed_looks(state.looks);
  if (staged_->code != nullptr)
    run_code(stage, state);
  else
    interpret(stage, state, part);
  state.looks = context_.unfixed_looks();
}

void StagedRun::run_code(Stage stage, State& state) {
  const Value ended = staged_->code->run(context_, slots_.data(), stage, state.pile, state.end.instruction);
  if (ended.is_error()) state.end.exception = ended.exception();
}

void StagedRun::interpret(Stage stage, State& state, Part part) {
  interpreter_.begin_part(frames_.data(), state.pile);
  std::span<const ListedInstruction> listed = lists_->o[static_cast<std::size_t>(stage)];
  const auto find = [&](std::uint32_t place) {
    return std::ranges::lower_bound(listed, place, {}, &ListedInstruction::place);
  };
  if (const std::uint32_t end = std::min(state.end.instruction, part.end); end != End::none)
    listed = {listed.begin(), find(end)};
  if (part.begin != 0) listed = {find(part.begin), listed.end()};
  if (const std::size_t done = run_listed(listed); done != listed.size())
    state.end = {listed[done].place, interpreter_.escaped()};
  state.pile = interpreter_.pile();
}

void StagedRun::run_s(Stage stage) {
  const StageList& listed = lists_->s[static_cast<std::size_t>(stage)];
  if (listed.empty()) return;
  interpreter_.begin_part(frames_.data(), Pile{});
  run_listed(listed);
}

/// Returns how many have run, as the interpreter does.
std::size_t StagedRun::run_listed(std::span<const ListedInstruction> listed) {
  return profile_ == nullptr ? interpreter_.run_listed(listed.data(), listed.size()) : run_profiled(listed);
}

std::size_t StagedRun::run_profiled(std::span<const ListedInstruction> listed) {
  const auto now = [] {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
            .count());
  };
  std::uint64_t start = now();
  for (std::size_t k = 0; k < listed.size(); ++k) {
    const std::uint32_t place = listed[k].place;
    const bool goes_on = interpreter_.run_listed(&listed[k], 1) == 1;
    const std::uint64_t end = now();
    ++profile_->calls[place];
    profile_->nanoseconds[place] += end - start;
    if (profile_->events.size() < profile_->most_events) profile_->events.push_back({place, start, end - start});
    if (!goes_on) return k;
    start = end;
  }
  return listed.size();
}

bool StagedRun::may_end_after(Stage stage) const {
  for (std::size_t later = static_cast<std::size_t>(stage) + 1; later < stage_count; ++later)
    if (schedule_->may_end[later]) return true;
  return false;
}

// ---- values ---------------------------------------------------------------------------------------------------

void StagedRun::set_parameters(const Inputs& inputs) {
  for (std::size_t k = 0; k < parameters_.size(); ++k)
    slots_[k] = parameters_[k] != nullptr ? inputs.*parameters_[k] : Value::none();
}

Outcome StagedRun::outcome_of_values(Outputs outputs) {
  if (staged_->code != nullptr) return staged_->code->outcome(context_, slots_.data(), std::move(spare_));
  return outcome_of(
      program_, [this](std::uint32_t slot) { return slots_[slot]; }, outputs, std::move(spare_));
}

/// Programs end in the same place time and again. If that is one of the stage Call, what stands beyond it in the other
/// stages had better not run before.
void StagedRun::note_end(End end) {
  const bool is_of_call = staged_->code == nullptr && program_.piles.empty() && end.instruction != End::none &&
                          schedule_->stages[end.instruction] == Stage::Call;
  likely_end_ = is_of_call ? end.instruction : End::none;
}

void StagedRun::find_unfixed(Outcome& outcome) {
  if (context_.unfixed_looks().count() != 0) mark_unfixed(outcome);
}

void StagedRun::mark_unfixed(Outcome& outcome) {
  const UnfixedLooks& looks = context_.unfixed_looks();
  if (last_looks_.count() == 0 || !last_looks_.has_lines_of(looks)) {
    last_unfixed_ = staged_->dependences.find_unfixed(context_);
    last_looks_ = looks;
  }
  outcome.set_unfixed(last_unfixed_);
}

/// Frees what was made since the values of S.
void StagedRun::release_sample() {
  context_.arena().reset_to(task_mark_);
  context_.scratch().reset();
  context_.restart_limits();
}

void StagedRun::forget() {
  context_.reset();
  task_S_.reset();
  last_S_.reset();
  has_sample_ = false;
}

Outcome StagedRun::run_whole(const Inputs& inputs) {
  forget();
  is_whole_ = true;
  return staged_->code != nullptr ? staged_->code->run_whole(context_, inputs) : run(program_, context_, inputs);
}

}  // namespace batt::exec
