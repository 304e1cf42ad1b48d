// The parts of an emitted function by the inputs that they depend on, for callers that run a part again only when its
// inputs change. On the host alone: a device runs whole functions.
#pragma once

#include <type_traits>

#include "batt/emitted.h"

namespace batt::emitted {

/// A part depends on S alone (Task), on I as well (Sample), or on C as well (Call); the last ones give the results.
enum class PartStage : std::uint8_t { Task, Sample, Call, Results };

template <class Frame>
struct Part {
  PartStage stage;
  Value (*run)(Context& context, Run& run, Frame& frame);
};

/// What is known of the stages Task, Sample and Call in one error mode.
struct StageFacts {
  bool has_stages;  ///< a part of a stage may run before parts of later stages that stand before it
  bool is_used[3];
  bool may_end[3];  ///< an exception may end the program
};

/// A function in parts. They share a frame: values one after the other, the parameters first, then those of the stage
/// Task.
struct EmittedStages {
  const char* parameters;  ///< their names, each followed by a comma
  std::uint32_t value_count;
  std::uint32_t task_value_count;
  StageFacts safe, raw;
  /// Runs the parts of a stage that stand before part `end`. Returns the error that ended one, and puts its place to
  /// `end`, or returns anything else.
  Value (*run)(Context& context, Run& run, Value* frame, PartStage stage, std::uint32_t& end);
};

template <class Frame, std::size_t count>
Value run_parts(const Part<Frame> (&parts)[count], Context& context, Run& run, Value* values, PartStage stage,
                std::uint32_t& end) {
  static_assert(std::is_empty_v<Frame> || sizeof(Frame) % sizeof(Value) == 0);
  Frame& frame = *reinterpret_cast<Frame*>(values);
  for (std::uint32_t k = 0; k < count && k < end; ++k) {
    if (parts[k].stage != stage) continue;
    const Value ended = parts[k].run(context, run, frame);
    if (!ended.is_error()) continue;
    end = k;
    return ended;
  }
  return Value::none();
}

}  // namespace batt::emitted
