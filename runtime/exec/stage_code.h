// A program's stages as functions, which a StagedRun runs in place of instructions.
#pragma once

#include "runtime/exec/guards.h"
#include "runtime/exec/outcome.h"
#include "runtime/exec/stage.h"

namespace batt::exec {

/// The values lie in the slots of the run, the parameters first.
class StageCode {
 public:
  virtual ~StageCode() = default;

  /// Whether what it runs stage by stage in this mode ends as the whole does.
  virtual bool has_stages(ErrorMode mode) const = 0;

  /// Runs what belongs to the stage, for o and for s, and stands before the place `end`. An exception that ends the
  /// program is returned, and its place put to `end`.
  virtual Value run(Context& context, Value* slots, Stage stage, Pile& pile, std::uint32_t& end) const = 0;
  /// After the last stage.
  virtual Outcome outcome(Context& context, Value* slots, SpareLists spare) const = 0;

  /// The whole program, in its order.
  virtual Outcome run_whole(Context& context, const Inputs& inputs) const = 0;
};

}  // namespace batt::exec
