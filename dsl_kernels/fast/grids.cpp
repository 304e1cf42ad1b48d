#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value subgrid_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value crop_fast(Context&, Value, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value hsplit_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value vsplit_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value cellwise_fast(Context&, Value, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value replace_fast(Context&, Value, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value switch_fast(Context&, Value, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value index_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value canvas_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value trim_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value tophalf_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value bottomhalf_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value lefthalf_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value righthalf_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value compress_fast(Context&, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
