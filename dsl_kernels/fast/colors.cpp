#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value p_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value p_g_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value p_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value palette_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value palette_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value mostcolor_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value mostcolor_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value leastcolor_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value leastcolor_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value colorcount_t_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value colorcount_f_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value colorfilter_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value numcolors_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value numcolors_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value color_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value recolor_i_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value recolor_o_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
