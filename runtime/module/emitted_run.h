// Not seen by emitted programs: what an emitted program's functions write to while they run.
#pragma once

#include "batt/emitted.h"
#include "runtime/exec/guards.h"
#include "runtime/exec/outcome.h"

namespace batt {
class Dependences;
}

namespace batt::emitted {

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
};

/// Runs one sample. Resets nothing: the caller does that, when it is done with the outcome.
Outcome run(const EmittedEntry& entry, const Dependences& dependences, Context& context, const Inputs& inputs);

/// What a run that came to its end has collected.
Outcome outcome_of(const EmittedEntry& entry, const Run& run, SpareLists spare = {});

}  // namespace batt::emitted
