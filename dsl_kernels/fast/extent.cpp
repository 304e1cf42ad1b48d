#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value height_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value height_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value height_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value height_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value width_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value width_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value width_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value width_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value shape_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value shape_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value portrait_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value portrait_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value square_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value square_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value vline_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value vline_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value hline_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value hline_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value col_row_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value lowermost_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value lowermost_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value lowermost_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value uppermost_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value uppermost_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value uppermost_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value leftmost_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value leftmost_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value leftmost_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value rightmost_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value rightmost_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value rightmost_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value corner_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value ulcorner_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value ulcorner_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value ulcorner_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value urcorner_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value urcorner_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value urcorner_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value llcorner_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value llcorner_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value llcorner_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value lrcorner_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value lrcorner_i_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value lrcorner_o_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value corners_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value centerofmass_fast(Context&, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
