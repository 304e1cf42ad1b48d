// Contexts of runs that are over, whose memory the next runs use: to get memory from the system anew can take as long
// as a short run.
#pragma once

#include <memory>

#include "runtime/value/context.h"

namespace batt {

/// Behaves as a new one.
std::unique_ptr<Context> take_context(ErrorMode mode, const Limits& limits);
/// For the next one who takes one; only a few are kept. May be null.
void give_back(std::unique_ptr<Context> context);

}  // namespace batt
