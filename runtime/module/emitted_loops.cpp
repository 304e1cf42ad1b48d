// The parts of emitted loops that do not run for every item, or do much for it.
#include "batt/emitted.h"
#include "dsl_kernels/calls/kept_call.h"
#include "dsl_kernels/op_bodies.h"

namespace batt::emitted {

#ifndef BATT_ON_DEVICE
Value end_packed(Context& context, Op op, Value result, const Value* arguments) {
  const auto id = static_cast<OpId>(op);
  if (result.is_declined()) {
    if (context.reports_declines()) report_decline(context, id, arguments);
    result = dispatch_general(context, id, arguments);
    if (!result.is_error()) return result;
  }
  return finish_failed_op(context, id, result, arguments);
}
#endif

BATT_HD void keep_call([[maybe_unused]] Op op, [[maybe_unused]] Value result, [[maybe_unused]] Value& kept) {
#ifndef BATT_ON_DEVICE
  if (!may_keep(static_cast<OpId>(op), result)) kept = nothing_kept();
#endif
}

BATT_HD bool begin_loop(Context& context, Loop& loop, Op op, Need need, LoopBody body, const Value* arguments,
                        Value* call) {
  return start_loop(context, loop, static_cast<OpId>(op), arguments, call, need, body);
}

BATT_HD Value end_loop(Context& context, const Loop& loop, Op op, const Value* arguments) {
  return loop_result(context, loop, static_cast<OpId>(op), arguments);
}

BATT_HD bool advance(Context& context, Loop& loop, Value result) { return advance_loop(context, loop, result); }

BATT_HD Value end_pair(Context& context, Op op, Value first, Value second, const Value* arguments) {
  const Value failed = first.is_error() ? first : second;
  if (failed.is_error()) return finish_failed_op(context, static_cast<OpId>(op), through_generator(failed), arguments);
  const Value results[] = {first, second};
  return make_tuple(context, results, 2);
}

}  // namespace batt::emitted
