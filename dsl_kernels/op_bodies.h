// The ops as functions, on host and device. For each row of ops.def:
//   Value op_fill(Context&, Value grid, Value color, Value patch);       the op as programs and other ops call it
//   Value fill_packed(Context&, Value grid, Value color, Value patch);   for packed values, in rows that say so;
//   returns
//                                                                        declined() for what it does not take
//   Value fill_general(Context&, Value grid, Value color, Value patch);  for every value; raises by returning an error
// A body calls other ops only as op_...: in safe mode an error inside them becomes their default right there. A general
// body calls no packed one.
#pragma once

#include <initializer_list>

#include "batt/value.h"
#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/op_table.h"
#include "runtime/python/python.h"
#include "runtime/value/context.h"

namespace batt {

/// The result of an op that raised `error`: its default in safe mode, the error itself in raw mode.
BATT_HD Value fail_op(Context& context, OpId id, Value error, const Value* arguments, std::size_t count);

/// The result of an op whose general body, or its loop, returned this error.
BATT_HD inline Value finish_failed_op(Context& context, OpId id, Value error, const Value* arguments) {
  return fail_op(context, id, error, arguments, op_facts(id).arity);
}

/// Counts and logs that a packed body declined, for those who asked for it.
void report_decline(Context& context, OpId id, const Value* arguments);

/// The op on the checked path: the general body alone, on unpacked values, so that nothing of the packed ways is used.
Value call_checked(Context& context, OpId id, const Value* arguments);

/// The op where Context::takes_step() has returned false.
Value call_without_step(Context& context, OpId id, const Value* arguments);

/// What a packed body returns for arguments that it does not take.
BATT_HD inline Value declined() { return Value::declined(); }

/// The value that a default stands for; Default::Function makes a new function each time.
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
// The same from an array.
#define BATT_FROM_1 arguments[0]
#define BATT_FROM_2 arguments[0], arguments[1]
#define BATT_FROM_3 arguments[0], arguments[1], arguments[2]
#define BATT_FROM_4 arguments[0], arguments[1], arguments[2], arguments[3]
// The same as they are passed on. From the third one on they lie in memory.
#define BATT_PASSED_1 a
#define BATT_PASSED_2 a, b
#define BATT_PASSED_3 a, b, Value::by_words(c)
#define BATT_PASSED_4 a, b, Value::by_words(c), Value::by_words(d)

#ifdef BATT_ON_DEVICE
#define BATT_REPORT_DECLINE(name)
#define BATT_END_OP [[gnu::always_inline]] BATT_HD inline
#define BATT_BEGIN(name, arity) context.charge();
#define BATT_KEPT(arity) std::initializer_list<Value>{BATT_ARGUMENTS_##arity}.begin()
#else
#define BATT_REPORT_DECLINE(name) \
  if (context.reports_declines()) report_decline(context, OpId::op_##name, arguments);
#define BATT_END_OP [[gnu::noinline]] inline
// Arguments are seldom used again. They wait for that in memory: registers that keep them would have to be saved first.
#define BATT_BEGIN(name, arity)              \
  Value arguments[] = {BATT_PASSED_##arity}; \
  asm volatile("" : "+m"(arguments));        \
  if (!context.takes_step()) return call_without_step(context, OpId::op_##name, arguments);
#define BATT_KEPT(arity) arguments
#endif

#define BATT_OP_PackedAndGeneral(name, arity)                                            \
  BATT_HD Value name##_packed(Context& context, BATT_PARAMETERS_##arity);                \
  BATT_HD Value name##_general(Context& context, BATT_PARAMETERS_##arity);               \
  BATT_END_OP Value end_##name(Context& context, Value result, const Value* arguments) { \
    if (result.is_declined()) {                                                          \
      BATT_REPORT_DECLINE(name)                                                          \
      result = name##_general(context, BATT_FROM_##arity);                               \
      if (!result.is_error()) return result;                                             \
    }                                                                                    \
    return finish_failed_op(context, OpId::op_##name, result, arguments);                \
  }                                                                                      \
  BATT_HD inline Value op_##name(Context& context, BATT_PARAMETERS_##arity) {            \
    BATT_BEGIN(name, arity)                                                              \
    const Value result = name##_packed(context, BATT_PASSED_##arity);                    \
    return result.is_error() ? end_##name(context, result, BATT_KEPT(arity)) : result;   \
  }

#define BATT_OP_General(name, arity)                                                                          \
  BATT_HD Value name##_general(Context& context, BATT_PARAMETERS_##arity);                                    \
  BATT_HD inline Value op_##name(Context& context, BATT_PARAMETERS_##arity) {                                 \
    BATT_BEGIN(name, arity)                                                                                   \
    const Value result = name##_general(context, BATT_PASSED_##arity);                                        \
    return result.is_error() ? finish_failed_op(context, OpId::op_##name, result, BATT_KEPT(arity)) : result; \
  }

#define BATT_OP_Loop(name, arity)                                             \
  BATT_HD inline Value op_##name(Context& context, BATT_PARAMETERS_##arity) { \
    const Value arguments[] = {BATT_ARGUMENTS_##arity};                       \
    return call_op(context, OpId::op_##name, arguments, arity);               \
  }

#define BATT_OP_QuickAndGeneral(name, arity) BATT_OP_General(name, arity)

#define OP(name, arity, bodies, ...) BATT_OP_##bodies(name, arity)
#include "dsl_kernels/ops.def"
#undef OP
#undef BATT_REPORT_DECLINE
#undef BATT_END_OP
#undef BATT_BEGIN
#undef BATT_KEPT
#undef BATT_OP_PackedAndGeneral
#undef BATT_OP_General
#undef BATT_OP_QuickAndGeneral
#undef BATT_OP_Loop

}  // namespace batt
