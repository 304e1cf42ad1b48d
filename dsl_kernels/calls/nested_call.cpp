#include "dsl_kernels/calls/nested_call.h"

#include "dsl_kernels/calls/loop.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// Functions of programs are seldom deeper; a level takes some hundred bytes of the stack.
constexpr int most_nested = 24;

// Arguments travel as values, in registers: written to an array and read back, each would wait for the cache.

Value call_entry(OpEntry entry, Context& context, Value a) { return entry.of_1(context, a); }
Value call_entry(OpEntry entry, Context& context, Value a, Value b) { return entry.of_2(context, a, b); }
Value call_entry(OpEntry entry, Context& context, Value a, Value b, Value c) { return entry.of_3(context, a, b, c); }
Value call_entry(OpEntry entry, Context& context, Value a, Value b, Value c, Value d) {
  return entry.of_4(context, a, b, c, d);
}

template <class... Values>
Value call_waiting(Context& context, int depth, Value function, Values... values) {
  const Value arguments[] = {values...};
  return call_by_frames(context, function, arguments, sizeof...(values), depth);
}

/// function(*values), with so many calls waiting.
template <class... Values>
Value call_with(Context& context, int depth, Value function, Values... values);

/// op(*arguments) for an op that calls a function with items.
Value run_loop(Context& context, int depth, OpId op, const Value* arguments) {
  const LoopInfo& info = loop_info(op);
  const Value function = arguments[info.function];
  Loop loop;
  Value item[2];
  bool more = start_loop(context, loop, op, arguments, item);
  if (calls_nothing(info, function)) {
    run_without_calls(context, loop, more);
    more = false;
  }
  const auto call = [&](auto... values) { return call_with(context, depth, values...); };
  while (more) more = advance_loop(context, loop, make_loop_call(loop, function, call));
  return loop_result(context, loop, op, arguments);
}

template <class... Values>
Value call_op_value(Context& context, int depth, Value function, Values... values) {
  const auto op = static_cast<OpId>(function.op_id());
  const OpFacts facts = op_facts(op);
  constexpr std::size_t count = sizeof...(values);
  if (count < facts.required || count > facts.arity) {
    const Value arguments[] = {values...};
    return fail_op(context, op, type_error(), arguments, count);
  }
  const bool has_all_arguments = count == facts.arity;
  if (has_all_arguments && !facts.calls) return call_entry(op_entry(op), context, values...);
  if (!has_all_arguments || loop_info(op).shape == LoopShape::None)
    return call_waiting(context, depth, function, values...);
  const Value arguments[] = {values...};
  return run_loop(context, depth, op, arguments);
}

/// A step of combinators.def, for a function of one argument. Each has its own place in the code: what it calls is
/// foreseen well there.
template <int part, CombinatorStep::With with>
struct Step {
  /// False: `result` is an error.
  static bool take(Context& context, int depth, const Closure& closure, Value argument, Value& before, Value& result) {
    using With = CombinatorStep::With;
    const Value function = closure.parts[part];
    Value next;
    if constexpr (with == With::Arguments) next = call_with(context, depth, function, argument);
    if constexpr (with == With::ArgumentsAndFixed)
      next = call_with(context, depth, function, argument, closure.parts[1]);
    if constexpr (with == With::FixedAndArguments)
      next = call_with(context, depth, function, closure.parts[1], argument);
    if constexpr (with == With::Result) next = call_with(context, depth, function, result);
    if constexpr (with == With::Results) next = call_with(context, depth, function, before, result);
    if constexpr (with == With::Equal) next = Value::boolean(equal(context, result, function));
    before = result;
    result = next;
    return !next.is_error();
  }
};

template <class... Steps>
Value take_steps(Context& context, int depth, const Closure& closure, Value argument) {
  Value before, result;
  (void)(Steps::take(context, depth, closure, argument, before, result) && ...);
  return result;
}

Value call_closure_of_one(Context& context, int depth, const Closure& closure, Value argument) {
  switch (closure.kind) {
#define CALL(part, with) Step<part, CombinatorStep::With::with>
#define EQUAL(part) Step<part, CombinatorStep::With::Equal>
#define COMBINATOR(op, arity, ...) \
  case Closure::Kind::op:          \
    return take_steps<__VA_ARGS__>(context, depth, closure, argument);
#include "dsl_kernels/calls/combinators.def"
#undef COMBINATOR
#undef EQUAL
#undef CALL
    default: return type_error();  // no combinator makes the others
  }
}

template <class... Values>
Value call_closure(Context& context, int depth, Value function, Values... values) {
  const Closure& closure = *function.closure();
  constexpr std::size_t count = sizeof...(values);
  if (closure.kind < Closure::Kind::SafeDefault && closure.arity == count && count < max_arity) {
    context.charge();
    if constexpr (count == 1) return call_closure_of_one(context, depth, closure, values...);
    // Functions of several arguments bind one more.
    if constexpr (count > 1 && count < max_arity)
      return find_combinator(closure.kind)->step_slots[0].with == CombinatorStep::With::ArgumentsAndFixed
                 ? call_with(context, depth, closure.parts[0], values..., closure.parts[1])
                 : call_with(context, depth, closure.parts[0], closure.parts[1], values...);
  }
  return call_waiting(context, depth, function, values...);
}

template <class... Values>
Value call_with(Context& context, int depth, Value function, Values... values) {
  if (depth == most_nested) return call_waiting(context, depth, function, values...);
  if (function.is_op()) return call_op_value(context, depth + 1, function, values...);
  if (function.is_function()) return call_closure(context, depth + 1, function, values...);
  return type_error();
}

}  // namespace

Value call_nested(Context& context, Value function, const Value* arguments, std::size_t count) {
  switch (count) {
    case 1: return call_with(context, 0, function, arguments[0]);
    case 2: return call_with(context, 0, function, arguments[0], arguments[1]);
    case 3: return call_with(context, 0, function, arguments[0], arguments[1], arguments[2]);
    case 4: return call_with(context, 0, function, arguments[0], arguments[1], arguments[2], arguments[3]);
    default: return call_by_frames(context, function, arguments, count);
  }
}

}  // namespace batt
