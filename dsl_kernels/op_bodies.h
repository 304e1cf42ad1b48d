// The ops as functions. For each row of ops.def:
//   Value op_fill(Context&, Value grid, Value color, Value patch);      the op as programs and other ops call it
//   Value fill_fast(Context&, Value grid, Value color, Value patch);    the usual types, on host and device (if the row says Fast);
//                                                                       what it does not answer exactly is unanswered()
//   Value fill_body(Context&, Value grid, Value color, Value patch);    every type, on the host; raises by returning an error
// A body calls other ops only as op_...: in safe mode an error inside them becomes their default right there.
#pragma once

#include <span>

#include "batt/context.h"
#include "batt/python.h"
#include "batt/value.h"
#include "dsl_kernels/op_table.h"

namespace batt {

/// What an op answers instead of `error`: its default in safe mode, the error itself in raw mode.
Value op_failed(Context& context, OpId id, Value error, std::span<const Value> arguments);

/// What an op answers whose fast body gave `answer`, an error: the same, unless the fast body did not answer. Then the checked body
/// takes over; on the device, and under Bodies::Strict, the sample ends.
BATT_HD Value settle_op(Context& context, OpId id, Value answer, const Value* arguments);

/// On the host: the checked body of an op is about to do what the fast path does not. Counts and logs it; under Bodies::Strict
/// the sample ends.
void leave_to_checked(Context& context, OpId id, Reason reason, const Value* arguments);

/// What a fast body says that cannot answer exactly.
BATT_HD inline Value unanswered(Reason reason = Reason::Type) { return Value::unanswered(reason); }

/// The value that a default stands for; Default::Callable makes a new function each time.
BATT_HD Value default_value(Context& context, Default which);

/// The op as a function of an array of exactly its arity.
using OpEntry = Value (*)(Context&, const Value*);
OpEntry op_entry(OpId id);
/// The same as a call, on host and device.
BATT_HD Value enter_op(Context& context, OpId id, const Value* arguments);
/// function(*arguments) in a program, on host and device. Bodies do not call it: on the device that would be a recursion.
BATT_HD Value call_value(Context& context, Value function, const Value* arguments, std::size_t count);
/// Its checked body alone.
OpEntry checked_entry(OpId id);

/// An op called with any number of arguments, as Python calls it.
Value call_op(Context& context, OpId id, const Value* arguments, std::size_t count);

#define BATT_PARAMETERS_1 Value a
#define BATT_PARAMETERS_2 Value a, Value b
#define BATT_PARAMETERS_3 Value a, Value b, Value c
#define BATT_PARAMETERS_4 Value a, Value b, Value c, Value d
#define BATT_ARGUMENTS_1 a
#define BATT_ARGUMENTS_2 a, b
#define BATT_ARGUMENTS_3 a, b, c
#define BATT_ARGUMENTS_4 a, b, c, d

#define BATT_OP_Fast(name, arity)                                                                     \
  BATT_HD inline Value op_##name(Context& context, BATT_PARAMETERS_##arity) {                          \
    context.charge();                                                                                  \
    const Value answer = context.is_fast() ? name##_fast(context, BATT_ARGUMENTS_##arity) : unanswered(); \
    if (!answer.is_error()) return answer;                                                             \
    const Value arguments[] = {BATT_ARGUMENTS_##arity};                                                \
    return settle_op(context, OpId::op_##name, answer, arguments);                                     \
  }

#ifdef BATT_ON_DEVICE
#define BATT_OP_Checked(name, arity)                                                 \
  BATT_HD inline Value op_##name(Context& context, BATT_PARAMETERS_##arity) {        \
    context.give_up(static_cast<std::uint16_t>(OpId::op_##name), Reason::NoBody);    \
  }
#else
#define BATT_OP_Checked(name, arity)                                                    \
  BATT_HD inline Value op_##name(Context& context, BATT_PARAMETERS_##arity) {           \
    context.charge();                                                                   \
    const Value arguments[] = {BATT_ARGUMENTS_##arity};                                 \
    if (context.is_fast()) leave_to_checked(context, OpId::op_##name, Reason::NoBody, arguments); \
    const Value answer = name##_body(context, BATT_ARGUMENTS_##arity);                  \
    if (!answer.is_error()) return answer;                                              \
    return op_failed(context, OpId::op_##name, answer, arguments);                      \
  }
#endif

#define OP(name, arity, parameters, result, yields, safe_default, pile_default, order, failure, fresh, has_fast) \
  Value name##_body(Context& context, BATT_PARAMETERS_##arity);                                                  \
  BATT_HD Value name##_fast(Context& context, BATT_PARAMETERS_##arity);                                          \
  BATT_OP_##has_fast(name, arity)
#include "dsl_kernels/ops.def"
#undef OP
#undef BATT_OP_Fast
#undef BATT_OP_Checked

}  // namespace batt
