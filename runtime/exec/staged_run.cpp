#include "runtime/exec/staged_run.h"

namespace batt::exec {

Outcome StagedRun::call(const Inputs& inputs) {
  if (shared_limit_) return Outcome::limited(*shared_limit_);
  if (is_whole_ || context_.log() != nullptr) return run_whole(inputs);
  const bool is_first = !has_shared_values_;
  try {
    return call_staged(inputs);
  } catch (const LimitExceeded& exceeded) {
    // As written, something that depends on C might have ended the program before this limit; and a later call holds
    // the memory of the calls before it.
    const bool is_shared = !has_shared_values_;
    if ((is_shared && schedule_.call_may_end) || (!is_first && exceeded.limit == Limit::Memory))
      return run_whole(inputs);
    if (is_shared) shared_limit_ = exceeded.limit;
    return Outcome::limited(exceeded.limit);
  } catch (const Unanswered&) {
    return run_whole(inputs);
  }
}

Outcome StagedRun::call_staged(const Inputs& inputs) {
  if (has_shared_values_) {
    context_.restart_limits();
    context_.set_unfixed_looks(shared_looks_);
    interpreter_->set_pile(shared_pile_);
    for (std::uint32_t k = 0; k < program_.parameters.size(); ++k)
      interpreter_->set_slot(k, parameter_value(program_.parameters[k], inputs));
  } else {
    run_shared(inputs);
  }
  End end = run_listed(schedule_.o.per_call, shared_end_.instruction);
  if (end.instruction == End::none) end = shared_end_;
  Outcome outcome = end.instruction == End::none
                        ? outcome_of(
                              program_, [&](std::uint32_t slot) { return interpreter_->slot(slot); }, Outputs::O)
                        : Outcome::raised(end.exception);
  find_unfixed(program_.dependences, context_, outcome);
  return outcome;
}

void StagedRun::run_shared(const Inputs& inputs) {
  context_.reset();
  std::vector<Value> parameters;
  for (const std::string& name : program_.parameters) parameters.push_back(parameter_value(name, inputs));
  interpreter_.emplace(view_of(program_), context_, parameters.data(), parameters.size());
  shared_end_ = run_listed(schedule_.o.per_sample);
  shared_pile_ = interpreter_->pile();
  shared_looks_ = context_.unfixed_looks();
  has_shared_values_ = true;
}

StagedRun::End StagedRun::run_listed(std::span<const std::uint32_t> instructions, std::uint32_t before) {
  for (const std::uint32_t k : instructions) {
    if (k >= before) break;
    if (!interpreter_->run_alone(program_.instructions[k])) return {k, interpreter_->escaped()};
  }
  return {};
}

void StagedRun::add_s(Outcome& outcome) {
  if (is_whole_ || outcome.kind != Outcome::Kind::Collections) return;
  if (!has_shared_s_) run_listed(schedule_.s.per_sample);
  has_shared_s_ = true;
  run_listed(schedule_.s.per_call);
  outcome = outcome_of(program_, [&](std::uint32_t slot) { return interpreter_->slot(slot); });
  find_unfixed(program_.dependences, context_, outcome);
}

Outcome StagedRun::run_whole(const Inputs& inputs) {
  is_whole_ = true;
  context_.reset();
  return run(program_, context_, inputs);
}

}  // namespace batt::exec
