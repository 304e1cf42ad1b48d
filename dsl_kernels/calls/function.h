// Functions as values: ops of the table, and the closures that rbind, compose, ... make.
#pragma once

#include <initializer_list>

#include "dsl_kernels/calls/combinators.h"
#include "runtime/value/context.h"

namespace batt {

inline constexpr std::size_t max_arguments = 8;

/// An op compiled for the host, by its arity: arguments travel in registers, where an array of them would have to be
/// written.
union OpEntry {
  Value (*of_1)(Context&, Value);
  Value (*of_2)(Context&, Value, Value);
  Value (*of_3)(Context&, Value, Value, Value);
  Value (*of_4)(Context&, Value, Value, Value, Value);

  /// With exactly as many arguments as it takes.
  Value call(Context& context, const Value* arguments, std::size_t arity) const {
    return call(context, arity, [&](std::size_t k) { return arguments[k]; });
  }
  template <class Argument>
  [[gnu::always_inline]] Value call(Context& context, std::size_t arity, Argument argument) const {
    switch (arity) {
      case 1: return of_1(context, argument(0));
      case 2: return of_2(context, argument(0), argument(1));
      case 3: return of_3(context, argument(0), argument(1), Value::by_words(argument(2)));
      default:
        return of_4(context, argument(0), argument(1), Value::by_words(argument(2)), Value::by_words(argument(3)));
    }
  }
};

BATT_HD Value make_closure(Context& context, Closure::Kind kind, int arity, std::initializer_list<Value> parts);

/// function(*arguments). Calling what is no function is a TypeError.
BATT_HD Value call(Context& context, Value function, const Value* arguments, std::size_t count);
BATT_HD inline Value call(Context& context, Value function, Value a) { return call(context, function, &a, 1); }
BATT_HD inline Value call(Context& context, Value function, Value a, Value b) {
  const Value arguments[] = {a, b};
  return call(context, function, arguments, 2);
}

/// function.__code__.co_argcount as rbind reads it, or -1 for what is no function.
BATT_HD int argument_count(Value function);

}  // namespace batt
