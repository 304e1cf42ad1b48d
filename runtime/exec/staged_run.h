// Runs one sample with several candidates C: what does not depend on C runs once, and s only if it is asked for.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "runtime/exec/interpreter.h"
#include "runtime/exec/schedule.h"

namespace batt::exec {

/// A program with what can be told of it before any run.
struct StagedProgram {
  explicit StagedProgram(std::shared_ptr<const Program> lowered)
      : program(std::move(lowered)),
        safe(make_schedule(*program, ErrorMode::Safe)),
        raw(make_schedule(*program, ErrorMode::Raw)) {}

  const Schedule& schedule(ErrorMode mode) const { return mode == ErrorMode::Safe ? safe : raw; }

  std::shared_ptr<const Program> program;
  Schedule safe, raw;
};

/// The calls of one sample, which share S, I and a context. The outcome of every call is that of run(), but that s is
/// left out until it is asked for. Nobody else may reset the context meanwhile.
class StagedRun {
 public:
  StagedRun(const StagedProgram& program, Context& context)
      : program_(*program.program), schedule_(program.schedule(context.mode())), context_(context) {}

  /// The sample with its next candidate; of the other inputs those of the first call count. Each call has the limits
  /// of the context for itself.
  Outcome call(const Inputs& inputs);

  /// Adds s to the outcome of the last call. Throws LimitExceeded.
  void add_s(Outcome& outcome);

 private:
  /// Where in the program an exception ended it; none: nowhere.
  struct End {
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    std::uint32_t instruction = none;
    Exception exception{};
  };

  Outcome call_staged(const Inputs& inputs);
  void run_shared(const Inputs& inputs);
  End run_listed(std::span<const std::uint32_t> instructions, std::uint32_t before = End::none);
  Outcome run_whole(const Inputs& inputs);

  const Program& program_;
  const Schedule& schedule_;
  Context& context_;
  std::optional<Interpreter> interpreter_;  ///< holds the values that the calls share; none before the first call
  End shared_end_;                          ///< of what does not depend on C
  Pile shared_pile_;
  UnfixedLooks shared_looks_;
  std::optional<Limit> shared_limit_;  ///< at which every call ends
  bool has_shared_values_ = false;
  bool has_shared_s_ = false;
  bool is_whole_ = false;  ///< the stages are given up: every call is a run of its own
};

}  // namespace batt::exec
