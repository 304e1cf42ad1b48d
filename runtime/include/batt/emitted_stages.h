// The parts of an emitted function by the inputs that they depend on, for callers that run a part again only when its
// inputs change. On the host alone: a device runs whole functions.
#pragma once

#include <iterator>
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

/// The places of the parts, those of one stage after those of another: programs have many parts of each.
template <std::size_t count>
struct PartOrder {
  std::uint32_t places[count];
  std::uint32_t first[5];  ///< by stage, where its places begin; and where the last ones end
};
template <class Frame, std::size_t count>
constexpr PartOrder<count> order_by_stage(const Part<Frame> (&parts)[count]) {
  PartOrder<count> order{};
  std::uint32_t place = 0;
  for (std::size_t stage = 0; stage < 4; ++stage) {
    for (std::uint32_t k = 0; k < count; ++k)
      if (parts[k].stage == static_cast<PartStage>(stage)) order.places[place++] = k;
    order.first[stage + 1] = place;
  }
  return order;
}

template <class Frame, const auto& parts>
Value run_parts(Context& context, Run& run, Value* values, PartStage stage, std::uint32_t& end) {
  static constexpr auto order = order_by_stage(parts);
  Frame& frame = *reinterpret_cast<Frame*>(values);
  const auto number = static_cast<std::size_t>(stage);
  for (std::uint32_t k = order.first[number]; k < order.first[number + 1] && order.places[k] < end; ++k) {
    const Value ended = parts[order.places[k]].run(context, run, frame);
    if (!ended.is_error()) continue;
    end = order.places[k];
    return ended;
  }
  return Value::none();
}

/// Does not compile if the parameters and the values of the stage Task are more than the frame has.
template <class Frame, const auto& parts>
constexpr EmittedStages make_stages(const char* parameters, std::uint32_t task_value_count, StageFacts safe,
                                    StageFacts raw) {
  static_assert(std::is_empty_v<Frame> || sizeof(Frame) % sizeof(Value) == 0);
  const std::uint32_t value_count = sizeof(Frame) / sizeof(Value);
  std::uint64_t first_values = task_value_count;
  for (const char* c = parameters; *c != 0; ++c) first_values += *c == ',' ? 1 : 0;
  if (first_values > value_count) throw "values outside of the frame";
  return {parameters, value_count, task_value_count, safe, raw, run_parts<Frame, parts>};
}

}  // namespace batt::emitted
