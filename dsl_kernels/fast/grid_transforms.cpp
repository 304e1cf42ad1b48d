#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value mir_rot_t_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value rot90_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value rot180_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value rot270_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value hmirror_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value vmirror_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value dmirror_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value cmirror_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value hupscale_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value vupscale_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value upscale_t_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value downscale_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value hconcat_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value vconcat_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
