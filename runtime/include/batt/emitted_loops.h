// What runs for every item of a loop, for the compiler to see: ops that call a function which the emitted file writes
// out, and the quick cases of the ops that such functions are made of.
#pragma once

#include <type_traits>

#include "batt/emitted.h"
#include "dsl_kernels/calls/loop.h"
#include "dsl_kernels/quick.h"

namespace batt::emitted {

// step_add and its like: the op, its quick case first. See quick.h.
#define BATT_STEP_1(name)                                           \
  BATT_HD inline Value step_##name(Context& context, Value a) {     \
    const QuickResult quick = quick_##name(a);                      \
    return quick.applies() ? quick.value() : op_##name(context, a); \
  }
#define BATT_STEP_2(name)                                                \
  BATT_HD inline Value step_##name(Context& context, Value a, Value b) { \
    const QuickResult quick = quick_##name(a, b);                        \
    return quick.applies() ? quick.value() : op_##name(context, a, b);   \
  }
#define BATT_STEP_3(name)                                                         \
  BATT_HD inline Value step_##name(Context& context, Value a, Value b, Value c) { \
    const QuickResult quick = quick_##name(a, b, c);                              \
    return quick.applies() ? quick.value() : op_##name(context, a, b, c);         \
  }
#define OP(name, arity, bodies, ...) BATT_IF_QUICK_##bodies(BATT_STEP_##arity(name))
#include "dsl_kernels/ops.def"
#undef OP
#undef BATT_STEP_1
#undef BATT_STEP_2
#undef BATT_STEP_3

/// a == b.
BATT_HD inline Value step_equal(Context& context, Value a, Value b) {
  const QuickResult quick = quick_equality(a, b);
  return quick.applies() ? quick.value() : Value::boolean(equal(context, a, b));
}

/// Whether an op calls a function with items: loops.def says so.
constexpr bool is_loop(Op op) {
  switch (op) {
#define LOOP(name, function, shape, like) case Op::op_##name:
#define MERGED_LOOP(name, inner, merge) case Op::op_##name:
#include "dsl_kernels/calls/loops.def"
#undef LOOP
#undef MERGED_LOOP
    return true;
    default: return false;
  }
}

constexpr std::size_t arity_of(Op op) {
  constexpr std::uint8_t arities[] = {
#define OP(name, arity, ...) arity,
#include "dsl_kernels/ops.def"
#undef OP
  };
  return arities[static_cast<std::size_t>(op)];
}

/// A body that runs once.
template <class Body>
BATT_HD Value run_block(Context& context, Body body) {
  context.charge();
  return body();
}

/// Begins op(*arguments). The function among the arguments is not looked at. True: `loop` wants a call, with the values
/// at `call`. All three places stay as long as the loop runs.
BATT_HD bool begin_loop(Context& context, Loop& loop, Op op, const Value* arguments, Value* call);
/// What the op returns, once the loop wants no more calls.
BATT_HD Value end_loop(Context& context, const Loop& loop, Op op, const Value* arguments);

/// Gives the loop what a call returned, whatever its shape. Whether it wants another call.
BATT_HD bool advance(Context& context, Loop& loop, Value result);
/// The same for the next item where the items are no values in memory. Always true.
BATT_HD bool take_other_item(Loop& loop);

/// The same as advance for the last call of a loop that keeps results, and for an error.
BATT_HD bool end_results(Context& context, Loop& loop, Value result);

/// What is kept of the calls of a loop, as far as it follows from the op.
enum class Kept : std::uint8_t { Results, Items, Other };
constexpr Kept kept_by(LoopShape shape) {
  switch (shape) {
    case LoopShape::Map:
    case LoopShape::Sorted:
    case LoopShape::NthByKey:
    case LoopShape::ItemAtRank:
    case LoopShape::ValueAtRank: return Kept::Results;
    case LoopShape::Filter: return Kept::Items;
    default: return Kept::Other;
  }
}
constexpr Kept kept_by(Op op) {
#define LOOP(name, function, shape, like) \
  if (op == Op::op_##name) return kept_by(LoopShape::shape);
#define MERGED_LOOP(name, inner, merge) \
  if (op == Op::op_##name) return kept_by(Op::op_##inner);
#include "dsl_kernels/calls/loops.def"
#undef LOOP
#undef MERGED_LOOP
  return Kept::Other;
}

/// Whether it makes of a tuple the tuple of the function's results.
constexpr bool maps_to_tuple(Op op) { return op == Op::op_apply || op == Op::op_apply_t; }

/// Gives the loop what a call returned. Whether it wants another call.
template <Kept kept>
BATT_HD inline bool next_call(Context& context, Loop& loop, Value result) {
#ifndef BATT_ON_DEVICE
  if (loop.place == loop.size || result.is_error())
    return kept == Kept::Results ? end_results(context, loop, result) : advance_any_loop(context, loop, result);
  if constexpr (kept == Kept::Results) {
    loop.results[loop.gathered++] = result;
    if (loop.values == nullptr) return take_other_item(loop);
    *loop.call = loop.values[loop.place++];
    return true;
  }
  if constexpr (kept == Kept::Items) {
    if (loop.gather == Loop::Gather::CellIfTrue && result.is_bool()) {
      const std::int32_t place = loop.place++;
      loop.kept[loop.gathered] = loop.cells[place - 1];
      loop.gathered += result.as_bool() ? 1 : 0;
      *loop.call = value_of(loop.packing, loop.cells[place]);
      return true;
    }
  }
#endif
  return advance(context, loop, result);
}

/// A loop that runs.
struct RunningLoop {
  Loop loop;
  Value call[2];
  Value parts[2], results[2];  ///< of a pair that is mapped: it needs no other memory
};

/// Place for one. What begins the loop sets it; to clear it before would cost more code than the loop itself.
union RunningLoopPlace {
  BATT_HD RunningLoopPlace() {}
  RunningLoop running;
};

/// apply(f, pair) begins like other loops, but in place.
BATT_HD inline bool begin_pair(RunningLoop& running, Value pair) {
  Loop& loop = running.loop;
  running.parts[0] = Value::integer(pair.i());
  running.parts[1] = Value::integer(pair.j());
  loop.info = nullptr;
  loop.values = running.parts;
  loop.results = running.results;
  loop.place = 1;
  loop.size = 2;
  loop.gathered = 0;
  loop.call = running.call;
  running.call[0] = running.parts[0];
  return true;
}

/// op(*arguments) for an op that calls a function with items: `body` is that function, and the one among the arguments
/// is not looked at.
template <Op op, class Body, class... Arguments>
BATT_HD Value run_loop(Context& context, Body body, Arguments... values) {
  static_assert(is_loop(op) && sizeof...(values) == arity_of(op));
  const Value arguments[] = {values...};
  RunningLoopPlace place;
  RunningLoop& running = place.running;
  bool wants_call;
#ifndef BATT_ON_DEVICE
  if (maps_to_tuple(op) && arguments[1].is_pair())
    wants_call = begin_pair(running, arguments[1]);
  else
#endif
    wants_call = begin_loop(context, running.loop, op, arguments, running.call);
  if constexpr (std::is_invocable_v<Body, Value, Value>)
    while (wants_call) wants_call = advance(context, running.loop, body(running.call[0], running.call[1]));
  else
    while (wants_call) wants_call = next_call<kept_by(op)>(context, running.loop, body(running.call[0]));
  return end_loop(context, running.loop, op, arguments);
}

}  // namespace batt::emitted
