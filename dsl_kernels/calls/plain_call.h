// Calls of functions that call no functions in turn, such as compose(size, rbind(difference, x)): nothing has to wait
// for a result in a frame of its own, so they are made right away, one inside the other. On the host, on the fast path.
#pragma once

#include <cstddef>

#include "batt/value.h"
#include "runtime/value/context.h"

namespace batt {

/// Whether a call of this function calls ops that call no functions, and closures of these that are not nested deeply.
bool is_plain(Value function);

/// function(*arguments), for a function that is_plain; one to four of them.
Value call_plain(Context& context, Value function, const Value* arguments, std::size_t count);

}  // namespace batt
