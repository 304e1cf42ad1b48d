#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value toindices_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value toindices_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value toindices_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value shift_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value normalize_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value normalize_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value normalize_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value normalize_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value mir_rot_f_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value hmirror_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value hmirror_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value hmirror_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value vmirror_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value vmirror_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value vmirror_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value dmirror_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value dmirror_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value dmirror_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value cmirror_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value cmirror_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value cmirror_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value upscale_f_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
