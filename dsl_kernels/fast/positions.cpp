#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value center_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value position_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value hmatching_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value vmatching_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value manhattan_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value adjacent_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value bordering_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value gravitate_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value hperiod_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value vperiod_fast(Context&, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
