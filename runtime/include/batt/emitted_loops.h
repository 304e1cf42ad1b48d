// What runs for every item of a loop, for the compiler to see: ops that call a function which the emitted file writes
// out, and the quick cases of the ops that such functions are made of.
#pragma once

#include <type_traits>

#include "batt/emitted.h"
#include "dsl_kernels/calls/loop.h"
#include "dsl_kernels/quick.h"
#include "dsl_kernels/set_size.h"
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

using batt::LoopBody;
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
#define BATT_SIZE_OF(size, made)                                                                           \
  BATT_HD inline Value size##_of_##made(Context& context, Value a, Value b) {                              \
    return batt::size_of(context, OpId::op_##size, OpId::op_##made, a, b);                                 \
  }                                                                                                        \
  [[gnu::always_inline]] BATT_HD inline Value size##_of_shifted_##made(Context& context, Value a, Value b, \
                                                                       Value directions) {                 \
    return batt::size_of_shifted(context, OpId::op_##size, OpId::op_##made, a, b, directions);             \
  }
BATT_SIZE_OF(size, difference)
BATT_SIZE_OF(size, intersection)
BATT_SIZE_OF(size_f, difference)
BATT_SIZE_OF(size_f, intersection)
#undef BATT_SIZE_OF

/// A part of the closure that a value is.
BATT_HD inline Value part_of(Value closure, int part) { return closure.closure()->parts[part]; }

// A call in a loop is not made again while its operands are those of the turn before, which have variables of their
// own:
//   if (!repeats_call(c, kept, operand)) {
//     result = op_x(c, operand);
//     keep_call(Op::op_x, result, kept);
//   }

/// What the variables are before the first turn.
BATT_HD inline Value nothing_kept() { return Value::declined(); }

/// Whether the operand is that of the call that is kept; notes it. Who logs failures is told of those of every turn.
BATT_HD inline bool repeats_call([[maybe_unused]] Context& context, [[maybe_unused]] Value& kept,
                                 [[maybe_unused]] Value operand) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  const bool repeats = kept.same_as(operand) && context.log() == nullptr;
  kept = operand;
  return repeats;
#endif
}
BATT_HD inline bool repeats_call(Context& context, Value& kept_a, Value a, Value& kept_b, Value b) {
  const bool repeats = repeats_call(context, kept_a, a);
  return repeats_call(context, kept_b, b) && repeats;
}
BATT_HD inline bool repeats_call(Context& context, Value& kept_a, Value a, Value& kept_b, Value b, Value& kept_c,
                                 Value c) {
  const bool repeats = repeats_call(context, kept_a, a, kept_b, b);
  return repeats_call(context, kept_c, c) && repeats;
}
BATT_HD inline bool repeats_call(Context& context, Value& kept_a, Value a, Value& kept_b, Value b, Value& kept_c,
                                 Value c, Value& kept_d, Value d) {
  const bool repeats = repeats_call(context, kept_a, a, kept_b, b, kept_c, c);
  return repeats_call(context, kept_d, d) && repeats;
}

/// Forgets an operand if the next turn may not do without the call.
BATT_HD void keep_call(Op op, Value result, Value& kept);

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
BATT_HD bool begin_loop(Context& context, Loop& loop, Op op, Need need, LoopBody body, const Value* arguments,
                        Value* call);
/// What the op returns, once the loop wants no more calls.
BATT_HD Value end_loop(Context& context, const Loop& loop, Op op, const Value* arguments);

/// Gives the loop what a call returned, whatever its shape. Whether it wants another call.
BATT_HD bool advance(Context& context, Loop& loop, Value result);

/// apply(f, pair) once both results are there, if they make no pair of ints, and after an error: `first` is one, or
/// `second`.
BATT_HD Value end_pair(Context& context, Op op, Value first, Value second, const Value* arguments);

constexpr LoopShape shape_of(Op op) {
#define LOOP(name, function, shape, like) \
  if (op == Op::op_##name) return LoopShape::shape;
#define MERGED_LOOP(name, inner, merge) \
  if (op == Op::op_##name) return shape_of(Op::op_##inner);
#include "dsl_kernels/calls/loops.def"
#undef LOOP
#undef MERGED_LOOP
  return LoopShape::None;
}

/// Whether the op merges what its loop gives.
constexpr bool merges(Op op) {
  switch (op) {
#define LOOP(name, function, shape, like)
#define MERGED_LOOP(name, inner, merge) case Op::op_##name:
#include "dsl_kernels/calls/loops.def"
#undef LOOP
#undef MERGED_LOOP
    return true;
    default: return false;
  }
}

/// What is kept of the calls of a loop.
enum class Kept : std::uint8_t { Results, Items, Other };
constexpr Kept kept_by(LoopShape shape) {
  switch (shape) {
    case LoopShape::Map:
    case LoopShape::Sorted:
    case LoopShape::NthByKey: return Kept::Results;
    case LoopShape::Filter: return Kept::Items;
    default: return Kept::Other;
  }
}

/// Whether it makes of a tuple the tuple of the function's results.
constexpr bool maps_to_tuple(Op op) { return op == Op::op_apply || op == Op::op_apply_t; }

/// An item that lies neither among cells nor among values in memory.
[[gnu::noinline]] BATT_HD inline Value other_item(const Loop& loop, std::int32_t place) { return loop.items[place]; }

/// Takes the next item.
[[gnu::always_inline]] BATT_HD inline Value next_item(Loop& loop) {
  const std::int32_t place = loop.place++;
  if (loop.cells != nullptr) return value_of(loop.packing, loop.cells[place]);
  return loop.values != nullptr ? Value::by_words(loop.values[place]) : other_item(loop, place);
}

/// Keeps what is to be kept of a call with `item` that is not the last one. False: that takes more than a few
/// instructions.
template <Kept kept>
[[gnu::always_inline]] BATT_HD inline bool keep(Loop& loop, Value item, Value result) {
  if constexpr (kept == Kept::Results) {
    if (result.is_error()) return false;
    loop.results[loop.gathered++] = result;
    return true;
  }
  if constexpr (kept == Kept::Items) {
    if (!result.is_bool()) return false;
    if (loop.gather == Loop::Gather::CellIfTrue)
      loop.kept[loop.gathered] = loop.cells[loop.place - 1];
    else
      loop.results[loop.gathered] = item;
    loop.gathered += result.as_bool() ? 1 : 0;
    return true;
  }
  return false;
}

/// Makes all calls of a loop that wants one, of a function of one argument. An item stays in registers unless the loop
/// asks for it: what is read right after it was written has to wait.
template <Kept kept, class Body>
BATT_HD inline void make_calls(Context& context, Loop& loop, Body body) {
  for (Value item = Value::by_words(*loop.call);;) {
    const Value result = body(item);
#ifndef BATT_ON_DEVICE
    if (loop.place != loop.size && keep<kept>(loop, item, result)) {
      item = next_item(loop);
      continue;
    }
    *loop.call = item;
#endif
    if (!advance(context, loop, result)) return;
    item = Value::by_words(*loop.call);
  }
}

#ifndef BATT_ON_DEVICE
/// On the host: items that lie side by side in memory, in Python's order.
struct SideBySide {
  const Value* values = nullptr;
  const Cell* cells = nullptr;  ///< null: they are values
  Packing packing = Packing::Values;
  std::int32_t size = 0;

  Value item(std::int32_t k) const {
    return cells != nullptr ? value_of(packing, cells[k]) : Value::by_words(values[k]);
  }
};

/// Those of a container; none if they lie otherwise, or if a look at their order is to be noted.
inline SideBySide items_of(Value container) {
  if (container.is_exact_tuple() && container.form() == Form::Plain)
    return {.values = container.items(), .size = container.tuple_size()};
  if (!container.is_set() || container.set().has_unfixed_order()) return {};
  const SetRep& set = container.set();
  const auto size = static_cast<std::int32_t>(set.size);
  if (set.is_cells()) return {.cells = set.cells(), .packing = set.packing, .size = size};
  return {.values = set.values(), .size = size};
}

/// On the host: a loop that looks for one item, or for its key, while all is as usual: the keys are ints, those of
/// extract bools, and no log wants to know of failures. It needs no more than the best item so far.
template <LoopShape shape>
class Search {
 public:
  static constexpr bool applies = shape == LoopShape::Find || shape >= LoopShape::ItemAtRank;

  /// Begins op(*arguments). False: it is another loop. True: it wants the key of item().
  bool begin(Context& context, const Value* arguments) {
    if (!context.uses_packed() || context.log() != nullptr || !take_rank(arguments)) return false;
    items_ = items_of(arguments[0]);
    if (items_.size == 0) return false;
    context.charge(static_cast<std::uint64_t>(items_.size) + 1);
    item_ = items_.item(0);
    return true;
  }
  Value item() const { return item_; }

  /// Takes its key. False: that is no usual one, and another loop has to begin anew.
  bool take(Value key) {
    if constexpr (shape == LoopShape::Find) {
      if (!key.is_bool()) return false;
      is_found_ = key.as_bool();
      best_ = is_found_ ? item_ : Value::empty_set();
    } else {
      if (!key.is_exact_int()) return false;
      if (place_ == 0 || is_better(key.as_int())) {
        best_key_ = key.as_int();
        best_ = item_;
      }
    }
    return true;
  }
  /// Goes to the next item. False: there is none, or it does not matter.
  bool goes_on() {
    if (is_found_ || ++place_ == items_.size) return false;
    item_ = items_.item(place_);
    return true;
  }
  /// What the op returns.
  Value result() const { return returns_key(shape) ? Value::integer(best_key_) : best_; }

 private:
  static constexpr bool has_rank = shape == LoopShape::ItemAtRank || shape == LoopShape::ValueAtRank;

  /// Which of the items is meant. False if it is not the first or the last one in the order of the keys.
  bool take_rank(const Value* arguments) {
    is_largest_ = shape == LoopShape::LargestItem || shape == LoopShape::LargestValue;
    if constexpr (!has_rank) return true;
    const Value rank = arguments[2];
    if (!rank.is_exact_int() || (rank.as_int() != 0 && rank.as_int() != -1)) return false;
    is_last_ = rank.as_int() == -1;
    is_largest_ = (shape == LoopShape::ItemAtRank) != is_last_;
    return true;
  }
  /// Sorting is stable: the first of equals is first, the last of them last.
  bool is_better(std::int64_t key) const {
    return (is_largest_ ? key > best_key_ : key < best_key_) || (is_last_ && key == best_key_);
  }

  SideBySide items_;
  std::int32_t place_ = 0;
  bool is_largest_ = false, is_last_ = false, is_found_ = false;
  std::int64_t best_key_ = 0;
  Value item_, best_;
};

#endif

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

#ifndef BATT_ON_DEVICE
/// op(*arguments) for a shape that Search applies to. Both loops call `body` in one place, where it is inlined.
template <Op op, class Body>
Value run_search(Context& context, Body body, const Value* arguments) {
  RunningLoopPlace place;
  RunningLoop& running = place.running;
  Search<shape_of(op)> search;
  bool searches = search.begin(context, arguments);
  const auto begin_other = [&] {
    return begin_loop(context, running.loop, op, Need::Value, LoopBody::Any, arguments, running.call);
  };
  if (!searches && !begin_other()) return end_loop(context, running.loop, op, arguments);
  for (;;) {
    const Value key = body(searches ? search.item() : Value::by_words(running.call[0]));
    if (!searches) {
      if (!advance(context, running.loop, key)) break;
    } else if (!search.take(key)) {
      searches = false;
      if (!begin_other()) break;
    } else if (!search.goes_on()) {
      return search.result();
    }
  }
  return end_loop(context, running.loop, op, arguments);
}
#endif

/// op(*arguments) for an op that calls a function with items: `body` is that function, and the one among the arguments
/// is not looked at. `need`: what of the result matters; for PaintOn the grid comes after the arguments. `known`: what
/// is known of the body.
template <Op op, Need need = Need::Value, LoopBody known = LoopBody::Any, class Body, class... Arguments>
BATT_HD Value run_loop(Context& context, Body body, Arguments... values) {
  static_assert(is_loop(op) && sizeof...(values) == arity_of(op) + (need == Need::PaintOn ? 1 : 0));
  const Value arguments[] = {values...};
#ifndef BATT_ON_DEVICE
  if constexpr (maps_to_tuple(op))
    if (arguments[1].is_pair()) return map_pair<op>(context, body, arguments);
  if constexpr (Search<shape_of(op)>::applies && !merges(op)) return run_search<op>(context, body, arguments);
#endif
  RunningLoopPlace place;
  RunningLoop& running = place.running;
  bool wants_call = begin_loop(context, running.loop, op, need, known, arguments, running.call);
  if constexpr (std::is_invocable_v<Body, Value, Value>)
    while (wants_call)
      wants_call =
          advance(context, running.loop, body(Value::by_words(running.call[0]), Value::by_words(running.call[1])));
  else if (wants_call)
    make_calls<kept_by(shape_of(op))>(context, running.loop, body);
  return end_loop(context, running.loop, op, arguments);
}

}  // namespace batt::emitted
