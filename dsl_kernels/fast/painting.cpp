#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value fill_fast(Context&, Value, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value paint_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value underfill_fast(Context&, Value, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value underpaint_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value cover_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value move_fast(Context&, Value, Value, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
