// The ops as functions, on host and device. For each row of ops.def:
//   Value op_fill(Context&, Value grid, Value color, Value patch);       the op as programs and other ops call it
//   Value fill_packed(Context&, Value grid, Value color, Value patch);   for packed values, in rows that say so;
//   returns
//                                                                        declined() for arguments that it does not take
//   Value fill_general(Context&, Value grid, Value color, Value patch);  for every value; raises by returning an error
// A body calls other ops only as op_...: in safe mode an error inside them becomes their default right there. A general
// body calls no packed one.
#pragma once

#include "batt/value.h"
#include "dsl_kernels/op_table.h"
#include "runtime/python/function.h"
#include "runtime/python/python.h"
#include "runtime/value/context.h"

namespace batt {

/// The result of an op that raised `error`: its default in safe mode, the error itself in raw mode.
BATT_HD Value fail_op(Context& context, OpId id, Value error, const Value* arguments, std::size_t count);

/// The result of an op whose body returned `result`, an error or declined(): the general body runs after a decline.
BATT_HD Value finish_failed_op(Context& context, OpId id, Value result, const Value* arguments);

/// What a packed body returns for arguments that it does not take.
BATT_HD inline Value declined() { return Value::declined(); }

/// The value that a default stands for; Default::Callable makes a new function each time.
BATT_HD Value default_value(Context& context, Default which);

/// On the host: op_... of an op, as a pointer.
OpEntry op_entry(OpId id);
/// The same as a call, on host and device; the second for ops that call no functions.
BATT_HD Value dispatch_op(Context& context, OpId id, const Value* arguments);
BATT_HD Value dispatch_plain_op(Context& context, OpId id, const Value* arguments);
/// Its body for every value alone.
BATT_HD Value dispatch_general(Context& context, OpId id, const Value* arguments);

/// An op called with any number of arguments, as Python calls it.
BATT_HD inline Value call_op(Context& context, OpId id, const Value* arguments, std::size_t count) {
  return call(context, Value::op(static_cast<std::uint16_t>(id)), arguments, count);
}

#define BATT_PARAMETERS_1 Value a
#define BATT_PARAMETERS_2 Value a, Value b
#define BATT_PARAMETERS_3 Value a, Value b, Value c
#define BATT_PARAMETERS_4 Value a, Value b, Value c, Value d
#define BATT_ARGUMENTS_1 a
#define BATT_ARGUMENTS_2 a, b
#define BATT_ARGUMENTS_3 a, b, c
#define BATT_ARGUMENTS_4 a, b, c, d

#define BATT_OP_PackedAndGeneral(name, arity)                                                     \
  BATT_HD Value name##_packed(Context& context, BATT_PARAMETERS_##arity);                         \
  BATT_HD Value name##_general(Context& context, BATT_PARAMETERS_##arity);                        \
  BATT_HD inline Value op_##name(Context& context, BATT_PARAMETERS_##arity) {                     \
    context.charge();                                                                             \
    const Value answer = context.uses_packed() ? name##_packed(context, BATT_ARGUMENTS_##arity)   \
                                               : name##_general(context, BATT_ARGUMENTS_##arity); \
    if (!answer.is_error()) return answer;                                                        \
    const Value arguments[] = {BATT_ARGUMENTS_##arity};                                           \
    return finish_failed_op(context, OpId::op_##name, answer, arguments);                         \
  }

#define BATT_OP_General(name, arity)                                          \
  BATT_HD Value name##_general(Context& context, BATT_PARAMETERS_##arity);    \
  BATT_HD inline Value op_##name(Context& context, BATT_PARAMETERS_##arity) { \
    context.charge();                                                         \
    const Value answer = name##_general(context, BATT_ARGUMENTS_##arity);     \
    if (!answer.is_error()) return answer;                                    \
    const Value arguments[] = {BATT_ARGUMENTS_##arity};                       \
    return finish_failed_op(context, OpId::op_##name, answer, arguments);     \
  }

#define BATT_OP_Loop(name, arity)                                             \
  BATT_HD inline Value op_##name(Context& context, BATT_PARAMETERS_##arity) { \
    const Value arguments[] = {BATT_ARGUMENTS_##arity};                       \
    return call_op(context, OpId::op_##name, arguments, arity);               \
  }

#define OP(name, arity, parameters, result, yields, safe_default, pile_default, order, failure, fresh, bodies) \
  BATT_OP_##bodies(name, arity)
#include "dsl_kernels/ops.def"
#undef OP
#undef BATT_OP_PackedAndGeneral
#undef BATT_OP_General
#undef BATT_OP_Loop

}  // namespace batt
