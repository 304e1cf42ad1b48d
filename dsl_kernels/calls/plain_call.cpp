#include "dsl_kernels/calls/plain_call.h"

#include <algorithm>

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

constexpr int deepest = 8;
constexpr int most_functions = 32;  ///< inside each other; more of them take their time to be looked at

/// `left`: how many functions may still be looked at.
bool is_plain_within(Value function, int depth, int& left) {
  if (function.is_op()) return !op_facts(static_cast<OpId>(function.op_id())).calls;
  if (!function.is_function()) return true;
  const Closure& closure = *function.closure();
  const Combinator* combinator = find_combinator(closure.kind);
  if (combinator == nullptr) return true;
  if (depth == deepest || --left == 0) return false;
  return std::ranges::all_of(combinator->steps(), [&](const CombinatorStep& step) {
    return step.with == CombinatorStep::With::Equal || is_plain_within(closure.parts[step.part], depth + 1, left);
  });
}

template <class... Arguments>
Value call_with(Context& context, Value function, Arguments... arguments);

template <class... Arguments>
Value call_plain_op(Context& context, OpId op, Arguments... arguments) {
  constexpr std::size_t count = sizeof...(Arguments);
  if (op_facts(op).arity == count) {
    const OpEntry entry = op_entry(op);
    if constexpr (count == 1) return entry.of_1(context, arguments...);
    if constexpr (count == 2) return entry.of_2(context, arguments...);
    if constexpr (count == 3) return entry.of_3(context, arguments...);
    if constexpr (count == 4) return entry.of_4(context, arguments...);
  }
  // Optional parameters are keys: only ops that call functions have them.
  const Value all[] = {arguments...};
  return fail_op(context, op, type_error(), all, count);
}

/// A row of combinators.def, step by step; `before` and `last` are what the two steps before this one gave.
template <CombinatorStep step, CombinatorStep... rest, class... Arguments>
Value take_steps(Context& context, const Closure& closure, Value before, Value last, Arguments... arguments) {
  using With = CombinatorStep::With;
  const auto call_part = [&](auto... with) { return call_with(context, closure.parts[step.part], with...); };
  const auto take = [&] {
    if constexpr (step.with == With::Arguments)
      return call_part(arguments...);
    else if constexpr (step.with == With::Result)
      return call_part(last);
    else if constexpr (step.with == With::Results)
      return call_part(before, last);
    else if constexpr (step.with == With::Equal)
      return Value::boolean(equal(context, last, closure.parts[step.part]));
    else if constexpr (sizeof...(Arguments) == max_arity)
      return type_error();  // closures take fewer
    else if constexpr (step.with == With::ArgumentsAndFixed)
      return call_part(arguments..., closure.parts[1]);
    else
      return call_part(closure.parts[1], arguments...);
  };
  if constexpr (sizeof...(rest) == 0) {
    return take();
  } else {
    const Value result = take();
    if (result.is_error()) return result;
    return take_steps<rest...>(context, closure, last, result, arguments...);
  }
}

template <class... Arguments>
Value call_closure(Context& context, const Closure& closure, Arguments... arguments) {
  context.charge();
  if (closure.kind == Closure::Kind::SafeDefault) return Value::empty_tuple();
  if (closure.kind == Closure::Kind::TooDeep) stop(Limit::Steps);
  if (closure.kind == Closure::Kind::Bottomless || sizeof...(Arguments) != closure.arity) return type_error();
  switch (closure.kind) {
#define CALL(part, with) \
  CombinatorStep { part, CombinatorStep::With::with }
#define EQUAL(part) \
  CombinatorStep { part, CombinatorStep::With::Equal }
#define COMBINATOR(op, arity, ...) \
  case Closure::Kind::op:          \
    return take_steps<__VA_ARGS__>(context, closure, {}, {}, arguments...);
#include "dsl_kernels/calls/combinators.def"
#undef COMBINATOR
#undef EQUAL
#undef CALL
    default: return {};
  }
}

/// The arguments travel in registers.
template <class... Arguments>
Value call_with(Context& context, Value function, Arguments... arguments) {
  if (function.is_op()) return call_plain_op(context, static_cast<OpId>(function.op_id()), arguments...);
  if (!function.is_function()) return type_error();
  return call_closure(context, *function.closure(), arguments...);
}

}  // namespace

bool is_plain(Value function) {
  int left = most_functions;
  return is_plain_within(function, 0, left);
}

Value call_plain(Context& context, Value function, const Value* arguments, std::size_t count) {
  switch (count) {
    case 1: return call_with(context, function, arguments[0]);
    case 2: return call_with(context, function, arguments[0], arguments[1]);
    case 3: return call_with(context, function, arguments[0], arguments[1], arguments[2]);
    default: return call_with(context, function, arguments[0], arguments[1], arguments[2], arguments[3]);
  }
}

}  // namespace batt
