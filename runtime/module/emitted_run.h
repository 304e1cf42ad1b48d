// Behind batt/emitted.h: what an emitted program's functions write to while they run.
#pragma once

#include "batt/emitted.h"
#include "dsl_kernels/calls/loop.h"
#include "runtime/exec/guards.h"
#include "runtime/exec/outcome.h"

namespace batt::emitted {

/// A loop or block that runs.
struct RunningLoop {
  bool is_block;
  bool wants_call;
  bool is_called;  ///< since the last answer: a body that does not answer must not run for ever
  OpId op;
  RunningLoop* outer;
  Value arguments[max_arity];
  Value call[2];  ///< what the loop calls its function with
  Loop loop;
};

/// o or s, in the context's arena.
struct OutputList {
  OutputEntry* entries = nullptr;
  std::uint32_t count = 0;
  std::uint32_t capacity = 0;
};

class Run {
 public:
  BATT_HD Run(Context& of, const Inputs& with) : context(of), inputs(with) {}

  Context& context;
  const Inputs& inputs;
  Pile pile{};
  OutputList o, s;
  Value result;
  RunningLoop* innermost = nullptr;
  RunningLoop* spare = nullptr;  ///< loops that ended: the next one takes their memory
};

/// Runs one sample. Resets nothing: the caller does that, when it is done with the outcome.
Outcome run(const Entry& entry, Context& context, const Inputs& inputs);

}  // namespace batt::emitted
