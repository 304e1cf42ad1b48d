// Runs a program over samples, stage by stage: what depends on S alone runs once for the samples of a task, what does
// not depend on C once for the calls of a sample, and s only if it is asked for.
//
// Every outcome is that of run(). The first exception in program order ends the program, whichever stage it stands in.
// At a limit the whole program runs instead, if something of a later stage could have ended it before. What is logged
// stands in program order, so a context with a log runs whole programs.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "runtime/exec/interpreter.h"
#include "runtime/exec/profile.h"
#include "runtime/exec/staged_program.h"

namespace batt::exec {

class StagedRun {
 public:
  /// Nothing else may reset the context between the calls of a task.
  StagedRun(std::shared_ptr<const StagedProgram> program, Context& context);

  /// A new sample. If its S is that of the samples before (the same memory, which must not have changed), what was
  /// computed from S is used again, from the third sample on.
  Outcome run_sample(const Inputs& inputs, Outputs outputs = Outputs::Both);
  /// The sample of the call before with another C; of the other inputs only log_path is looked at. Has the context's
  /// limits for itself.
  Outcome run_candidate(const Inputs& inputs, Outputs outputs = Outputs::Both);
  /// Adds s to the outcome of the last call, which was asked for o alone. Throws LimitExceeded.
  void add_s(Outcome& outcome);

  /// Takes back the outcome of a call, whose memory the next one uses again.
  void recycle(Outcome& outcome) { spare_list_ = std::move(outcome.o); }

  /// Forgets every value: inputs of earlier calls may go away, and their memory be used for others.
  void forget();
  /// Whether run_candidate() has values to begin from, of which the call before changed nothing.
  bool has_sample() const { return has_sample_; }

  const StagedProgram& program() const { return *staged_; }
  const Schedule& schedule() const { return *schedule_; }
  /// From now on counts the time there; null: nowhere.
  void set_times(StageTimes* times) { times_ = times; }
  /// The same for each instruction, which makes the run slower. Whole runs are not counted.
  void set_profile(Profile* profile) { profile_ = profile; }

 private:
  /// Where in the program an exception ended it; none: nowhere.
  struct End {
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    std::uint32_t instruction = none;
    Exception exception{};
  };
  /// What a stage has left besides its values.
  struct State {
    Pile pile;
    UnfixedLooks looks;
    End end;             ///< of this stage and those before it
    bool has_s = false;  ///< whether what s needs of it, and of the stages before it, has run, too
  };

  // Most programs are short: what runs for every sample is one function.

  template <class Run>
  [[gnu::always_inline]] inline Outcome run_in_limits(const Inputs& inputs, Run run);
  [[gnu::always_inline]] inline void begin_sample(const Inputs& inputs, Outputs outputs);
  [[gnu::always_inline]] inline Outcome run_call(Outputs outputs);
  [[gnu::always_inline]] inline void run_stage(Stage stage, State& state);
  [[gnu::always_inline]] inline void interpret(Stage stage, State& state);
  [[gnu::always_inline]] inline void set_parameters(const Inputs& inputs);
  [[gnu::always_inline]] inline void find_unfixed(Outcome& outcome);
  [[gnu::always_inline]] inline Outcome outcome_of_values(Outputs outputs);
  [[gnu::always_inline]] inline std::size_t run_listed(std::span<const ListedInstruction> listed);

  [[gnu::cold]] Outcome outcome_at_limit(const Inputs& inputs, const LimitExceeded& exceeded, bool is_first);
  void run_task(const Inputs& inputs, Outputs outputs, bool keeps_values);
  void run_code(Stage stage, State& state);
  void run_s(Stage stage);
  void run_s_of_sample();
  void run_s_of_call();
  std::size_t run_profiled(std::span<const ListedInstruction> listed);
  void release_sample();
  void mark_unfixed(Outcome& outcome);
  Outcome run_whole(const Inputs& inputs);
  bool may_end_after(Stage stage) const;
  bool has_stages() const { return staged_->code == nullptr || staged_->code->has_stages(context_.mode()); }

  std::shared_ptr<const StagedProgram> staged_;
  const Program& program_;
  const Schedule* schedule_;
  const StageLists* lists_;
  Context& context_;
  std::vector<Value Inputs::*> parameters_;  ///< null: None
  std::vector<Value> slots_;
  std::vector<Interpreter::Frame> frames_;
  Interpreter interpreter_;
  std::optional<Value> last_S_;  ///< of the sample before
  std::optional<Value> task_S_;  ///< of which the values of the stage Task are kept
  Arena::Mark task_mark_;
  Stage running_ = Stage::Task;
  State task_, sample_;
  std::vector<OutputEntry> spare_list_;
  UnfixedLooks last_looks_;  ///< with what depends on them; most samples of a program look at the same places
  Unfixed last_unfixed_;
  bool has_sample_ = false;
  std::optional<Limit> sample_limit_;  ///< at which every call of the sample ends
  bool is_whole_ = false;              ///< for this sample the stages are given up
  StageTimes* times_ = nullptr;
  Profile* profile_ = nullptr;
};

}  // namespace batt::exec
