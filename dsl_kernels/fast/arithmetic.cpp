#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value add_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value subtract_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value multiply_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value divide_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value invert_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value even_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value double_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value halve_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value flip_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value equality_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value greater_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value both_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value either_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value increment_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value decrement_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value crement_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value sign_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value positive_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value toivec_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value tojvec_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value maximum_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value minimum_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value branch_fast(Context&, Value, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value c_branch_fast(Context&, Value, Value, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
