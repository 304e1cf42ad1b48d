// Behind batt/emitted.h: what an emitted program's functions write to while they run.
#pragma once

#include "batt/emitted.h"
#include "batt/run.h"

namespace batt::emitted {

class Run {
 public:
  const Inputs& inputs;
  Pile pile{};
  Outcome outcome{};
};

/// Runs one sample. Resets nothing: the caller does that, when it is done with the outcome.
Outcome run(const Entry& entry, Context& context, const Inputs& inputs);

}  // namespace batt::emitted
