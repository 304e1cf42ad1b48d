// Two ways to call a function that is a value. call() takes the quicker one that serves.
#pragma once

#include "dsl_kernels/calls/function.h"

namespace batt {

/// What waits for a result is a frame on a list: nothing recurses, on host and device. `depth`: how many calls wait
/// already.
BATT_HD Value call_by_frames(Context& context, Value function, const Value* arguments, std::size_t count,
                             int depth = 0);

/// On the host, on the fast path: what waits for a result lies on the C++ stack, and from a certain depth on in frames.
Value call_nested(Context& context, Value function, const Value* arguments, std::size_t count);

}  // namespace batt
