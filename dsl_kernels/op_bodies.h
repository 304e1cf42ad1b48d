// The ops as functions. For each row of ops.def:
//   Value fill_body(Context&, Value grid, Value color, Value patch);   what the op does; raises by returning an error
//   Value op_fill(Context&, Value grid, Value color, Value patch);     the op as programs and other ops call it
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

/// The value that a default stands for; Default::Callable makes a new function each time.
Value default_value(Context& context, Default which);

/// The op as a function of an array of exactly its arity.
using OpEntry = Value (*)(Context&, const Value*);
OpEntry op_entry(OpId id);

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

#define OP(name, arity, parameters, result, yields, safe_default, pile_default, order, failure, fresh)  \
  Value name##_body(Context& context, BATT_PARAMETERS_##arity);                          \
  inline Value op_##name(Context& context, BATT_PARAMETERS_##arity) {                    \
    context.charge();                                                                    \
    const Value answer = name##_body(context, BATT_ARGUMENTS_##arity);                   \
    if (!answer.is_error()) return answer;                                               \
    const Value arguments[] = {BATT_ARGUMENTS_##arity};                                  \
    return op_failed(context, OpId::op_##name, answer, arguments);                       \
  }
#include "dsl_kernels/ops.def"
#undef OP

}  // namespace batt
