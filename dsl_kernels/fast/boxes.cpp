#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value backdrop_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value delta_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value inbox_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value outbox_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value box_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value connect_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value shoot_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value vfrontier_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value hfrontier_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value dneighbors_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value ineighbors_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value neighbors_fast(Context&, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
