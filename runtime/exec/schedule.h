// What of a program runs once for a sample, and what for each candidate C: callers run every sample twice, with C =
// None and with the expected output, and most of a program does not depend on C. And what a caller who asks for `o`
// alone needs: s is often looked at only where a result of o matches.
//
// Exceptions stay those of the program as written: what may end the program is part of what o needs, and the first
// exception in program order is the one that ends it (staged_run.h).
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/exec/lowered_program.h"

namespace batt::exec {

/// Instructions outside of blocks, by their places in the program; each list in program order.
struct Schedule {
  struct Part {
    std::vector<std::uint32_t> per_sample;  ///< does not depend on C
    std::vector<std::uint32_t> per_call;
  };
  Part o;                     ///< what o, or a solver's result, needs, and all that may end the program
  Part s;                     ///< what s needs besides
  bool call_may_end = false;  ///< whether something in o.per_call may end the program
};

/// In safe mode ops do not raise, so that much less is needed.
Schedule make_schedule(const Program& program, ErrorMode mode);

}  // namespace batt::exec
