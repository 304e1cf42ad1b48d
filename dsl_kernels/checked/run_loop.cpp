#include "batt/function.h"
#include "dsl_kernels/loop.h"

namespace batt {

Value run_loop(Context& context, OpId op, std::initializer_list<Value> arguments) {
  const LoopInfo& info = loop_info(op);
  const Value function = arguments.begin()[info.function];
  // sorted, max and min take key=None for no key; then there is nothing to call for the value of the item found.
  const bool no_key = function.is_none() && info.shape >= LoopShape::Sorted;
  Loop loop;
  for (bool more = start_loop(context, loop, op, arguments.begin()); more;) {
    const Value result = no_key                   ? loop.item
                         : info.call_arity() == 2 ? call(context, function, loop.item, loop.other)
                                                  : call(context, function, loop.item);
    more = advance_loop(context, loop, result);
  }
  const bool wants_value = info.shape == LoopShape::ValueAtRank || info.shape >= LoopShape::LargestValue;
  return no_key && wants_value ? type_error() : loop.answer;
}

}  // namespace batt
