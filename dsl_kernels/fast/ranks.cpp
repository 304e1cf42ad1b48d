#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value get_nth_t_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value get_nth_f_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value get_rank_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value get_common_rank_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value get_common_rank_t_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value get_common_rank_f_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value get_color_rank_t_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value get_color_rank_f_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value mostcommon_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value mostcommon_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value mostcommon_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value leastcommon_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value leastcommon_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value leastcommon_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
