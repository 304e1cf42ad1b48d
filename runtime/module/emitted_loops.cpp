// The parts of emitted loops that do not run for every item, or do much for it.
#include "batt/emitted.h"
#include "dsl_kernels/op_bodies.h"

namespace batt::emitted {

BATT_HD bool begin_loop(Context& context, Loop& loop, Op op, const Value* arguments, Value* call) {
  return start_loop(context, loop, static_cast<OpId>(op), arguments, call);
}

BATT_HD Value end_loop(Context& context, const Loop& loop, Op op, const Value* arguments) {
  return loop_result(context, loop, static_cast<OpId>(op), arguments);
}

BATT_HD bool advance(Context& context, Loop& loop, Value result) { return advance_loop(context, loop, result); }

BATT_HD bool end_results(Context& context, Loop& loop, Value result) {
  if (loop.info != nullptr) return advance_any_loop(context, loop, result);
  if (result.is_error()) {
    loop.answer = through_generator(result);
  } else {
    loop.results[1] = result;
    loop.answer = make_tuple(context, loop.results, 2);
  }
  return false;
}

BATT_HD bool take_other_item(Loop& loop) {
  loop.take_item();
  return true;
}

}  // namespace batt::emitted
