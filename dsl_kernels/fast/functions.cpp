#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value identity_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value compose_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value chain_fast(Context&, Value, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value matcher_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value rbind_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value lbind_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value power_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value fork_fast(Context&, Value, Value, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
