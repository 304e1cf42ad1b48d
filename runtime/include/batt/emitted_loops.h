// What runs for every item of a loop, for the compiler to see: ops that call a function which the emitted file writes
// out, and the quick cases of the ops that such functions are made of.
#pragma once

#include <type_traits>

#include "batt/emitted.h"
#include "dsl_kernels/calls/loop.h"
#include "dsl_kernels/quick.h"
#include "runtime/value/closure.h"

namespace batt {

/// BATT_IF_PACKED_##bodies(text): the text, if these bodies of a row of ops.def have a packed one among them.
#define BATT_IF_PACKED_General(...)
#define BATT_IF_PACKED_PackedAndGeneral(...) __VA_ARGS__
#define BATT_IF_PACKED_QuickAndGeneral(...)
#define BATT_IF_PACKED_Loop(...)

// The packed bodies, as declared in op_bodies.h.
#define BATT_VALUES_1 Value
#define BATT_VALUES_2 Value, Value
#define BATT_VALUES_3 Value, Value, Value
#define BATT_VALUES_4 Value, Value, Value, Value
#define OP(name, arity, bodies, ...) \
  BATT_IF_PACKED_##bodies(BATT_HD Value name##_packed(Context& context, BATT_VALUES_##arity);)
#include "dsl_kernels/ops.def"
#undef OP
#undef BATT_VALUES_1
#undef BATT_VALUES_2
#undef BATT_VALUES_3
#undef BATT_VALUES_4

}  // namespace batt

namespace batt::emitted {

using batt::Need;

/// On the host: what an op returns if its packed body returned `result`, an error or that it declined.
Value end_packed(Context& context, Op op, Value result, const Value* arguments);

// step_shift and its like: the op, on the host its packed body called from here.
#ifdef BATT_ON_DEVICE
#define BATT_STEP(name, parameters, ...) \
  BATT_HD inline Value step_##name parameters { return op_##name(context, __VA_ARGS__); }
#else
#define BATT_STEP(name, parameters, ...)                                \
  [[gnu::always_inline]] BATT_HD inline Value step_##name parameters {  \
    if (!context.uses_packed()) return op_##name(context, __VA_ARGS__); \
    context.charge();                                                   \
    const Value result = batt::name##_packed(context, __VA_ARGS__);     \
    if (!result.is_error()) return result;                              \
    const Value arguments[] = {__VA_ARGS__};                            \
    return end_packed(context, Op::op_##name, result, arguments);       \
  }
#endif
#define BATT_STEP_1(name) BATT_STEP(name, (Context & context, Value a), a)
#define BATT_STEP_2(name) BATT_STEP(name, (Context & context, Value a, Value b), a, b)
#define BATT_STEP_3(name) BATT_STEP(name, (Context & context, Value a, Value b, Value c), a, b, c)
#define BATT_STEP_4(name) BATT_STEP(name, (Context & context, Value a, Value b, Value c, Value d), a, b, c, d)
#define OP(name, arity, bodies, ...) BATT_IF_PACKED_##bodies(BATT_STEP_##arity(name))
#include "dsl_kernels/ops.def"
#undef OP
#undef BATT_STEP_1
#undef BATT_STEP_2
#undef BATT_STEP_3
#undef BATT_STEP_4
#undef BATT_STEP

// step_add and its like: the op, its quick case first. See quick.h.
#define BATT_STEP_1(name)                                                              \
  [[gnu::always_inline]] BATT_HD inline Value step_##name(Context& context, Value a) { \
    const QuickResult quick = quick_##name(a);                                         \
    return quick.applies() ? quick.value() : op_##name(context, a);                    \
  }
#define BATT_STEP_2(name)                                                                       \
  [[gnu::always_inline]] BATT_HD inline Value step_##name(Context& context, Value a, Value b) { \
    const QuickResult quick = quick_##name(a, b);                                               \
    return quick.applies() ? quick.value() : op_##name(context, a, b);                          \
  }
#define BATT_STEP_3(name)                                                                                \
  [[gnu::always_inline]] BATT_HD inline Value step_##name(Context& context, Value a, Value b, Value c) { \
    const QuickResult quick = quick_##name(a, b, c);                                                     \
    return quick.applies() ? quick.value() : op_##name(context, a, b, c);                                \
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

// size(difference(a, b)) and the like, and size(difference(shift(a, directions), b)), of sets that nothing else uses:
// counted without being made.
#define BATT_SIZE_OF(size, made)                                      \
  BATT_HD Value size##_of_##made(Context& context, Value a, Value b); \
  BATT_HD Value size##_of_shifted_##made(Context& context, const Value& a, const Value& b, const Value& directions);
BATT_SIZE_OF(size, difference)
BATT_SIZE_OF(size, intersection)
BATT_SIZE_OF(size_f, difference)
BATT_SIZE_OF(size_f, intersection)
#undef BATT_SIZE_OF

/// A part of the closure that a value is.
BATT_HD inline Value part_of(Value closure, int part) { return closure.closure()->parts[part]; }

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
BATT_HD bool begin_loop(Context& context, Loop& loop, Op op, Need need, const Value* arguments, Value* call);
/// What the op returns, once the loop wants no more calls.
BATT_HD Value end_loop(Context& context, const Loop& loop, Op op, const Value* arguments);

/// Gives the loop what a call returned, whatever its shape. Whether it wants another call.
BATT_HD bool advance(Context& context, Loop& loop, Value result);
/// Puts the next item where items lie neither as cells nor as values in memory. Always true.
BATT_HD bool take_other_item(Loop& loop);

/// apply(f, pair) once both results are there, if they make no pair of ints, and after an error: `first` is one, or
/// `second`.
BATT_HD Value end_pair(Context& context, Op op, Value first, Value second, const Value* arguments);

/// What is kept of the calls of a loop, as far as it follows from the op.
enum class Kept : std::uint8_t { Results, Items, First, Largest, Smallest, Other };
constexpr Kept kept_by(LoopShape shape) {
  switch (shape) {
    case LoopShape::Map:
    case LoopShape::Sorted:
    case LoopShape::NthByKey:
    case LoopShape::ItemAtRank:
    case LoopShape::ValueAtRank: return Kept::Results;
    case LoopShape::Filter: return Kept::Items;
    case LoopShape::Find: return Kept::First;
    case LoopShape::LargestItem:
    case LoopShape::LargestValue: return Kept::Largest;
    case LoopShape::SmallestItem:
    case LoopShape::SmallestValue: return Kept::Smallest;
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

/// Puts the next item where the loop's call finds it. Always true.
BATT_HD inline bool take_next(Loop& loop) {
  if (loop.cells != nullptr)
    *loop.call = value_of(loop.packing, loop.cells[loop.place++]);
  else if (loop.values != nullptr)
    *loop.call = loop.values[loop.place++];
  else
    return take_other_item(loop);
  return true;
}

/// Keeps what is to be kept of a call that is not the last one. False: that takes more than a few instructions.
template <Kept kept>
BATT_HD inline bool keep(Loop& loop, Value result) {
  if constexpr (kept == Kept::Results) {
    loop.results[loop.gathered++] = result;
    return true;
  }
  if constexpr (kept == Kept::First) return result.is_bool() && !result.as_bool();
  if constexpr (kept == Kept::Largest || kept == Kept::Smallest) {
    if (!result.is_exact_int()) return false;
    if (loop.gathered != 0) {
      if (!loop.best_key.is_exact_int()) return false;
      const std::int64_t key = result.as_int(), best = loop.best_key.as_int();
      if (kept == Kept::Largest ? key <= best : key >= best) return true;
    }
    loop.gathered = 1;
    loop.best = Value::by_words(*loop.call);
    loop.best_key = result;
    return true;
  }
  return false;
}

/// Gives the loop what a call returned. Whether it wants another call.
template <Kept kept>
BATT_HD inline bool next_call(Context& context, Loop& loop, Value result) {
#ifndef BATT_ON_DEVICE
  if (loop.place == loop.size || result.is_error()) return advance_any_loop(context, loop, result);
  if constexpr (kept == Kept::Items) {
    if (result.is_bool()) {
      if (loop.gather == Loop::Gather::CellIfTrue)
        loop.kept[loop.gathered] = loop.cells[loop.place - 1];
      else
        loop.results[loop.gathered] = Value::by_words(*loop.call);
      loop.gathered += result.as_bool() ? 1 : 0;
      return take_next(loop);
    }
  } else if (keep<kept>(loop, result)) {
    return take_next(loop);
  }
#endif
  return advance(context, loop, result);
}

/// A loop that runs.
struct RunningLoop {
  Loop loop;
  Value call[2];
};

/// Place for one. What begins the loop sets it; to clear it before would cost more code than the loop itself.
union RunningLoopPlace {
  BATT_HD RunningLoopPlace() {}
  RunningLoop running;
};

/// apply(f, (i, j)): two calls, and a pair again if they return ints.
template <Op op, class Body>
BATT_HD inline Value map_pair(Context& context, Body body, const Value* arguments) {
  const Value first = body(Value::integer(arguments[1].i()));
  const Value second = first.is_error() ? Value::none() : body(Value::integer(arguments[1].j()));
  if (quick::is_small(first) && quick::is_small(second))
    return Value::pair(static_cast<std::int32_t>(first.as_int()), static_cast<std::int32_t>(second.as_int()));
  return end_pair(context, op, first, second, arguments);
}

/// op(*arguments) for an op that calls a function with items: `body` is that function, and the one among the arguments
/// is not looked at. `need`: what of the result matters; for PaintOn the grid comes after the arguments.
template <Op op, Need need = Need::Value, class Body, class... Arguments>
BATT_HD Value run_loop(Context& context, Body body, Arguments... values) {
  static_assert(is_loop(op) && sizeof...(values) == arity_of(op) + (need == Need::PaintOn ? 1 : 0));
  const Value arguments[] = {values...};
#ifndef BATT_ON_DEVICE
  if constexpr (maps_to_tuple(op))
    if (arguments[1].is_pair()) return map_pair<op>(context, body, arguments);
#endif
  RunningLoopPlace place;
  RunningLoop& running = place.running;
  bool wants_call = begin_loop(context, running.loop, op, need, arguments, running.call);
  if constexpr (std::is_invocable_v<Body, Value, Value>)
    while (wants_call)
      wants_call =
          advance(context, running.loop, body(Value::by_words(running.call[0]), Value::by_words(running.call[1])));
  else
    while (wants_call)
      wants_call = next_call<kept_by(op)>(context, running.loop, body(Value::by_words(running.call[0])));
  return end_loop(context, running.loop, op, arguments);
}

}  // namespace batt::emitted
