#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value first_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value second_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value first_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value first_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value last_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value last_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value last_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value contained_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value combine_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value combine_t_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value combine_f_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value intersection_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value difference_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value difference_tuple_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value dedupe_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value dedupe_pair_tuple_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value repeat_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value size_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value size_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value size_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value merge_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value merge_f_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value merge_t_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value initset_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value insert_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value remove_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value remove_t_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value remove_f_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value other_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value other_t_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value other_f_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value interval_fast(Context&, Value, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value astuple_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value ascell_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value toij_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value astriple_fast(Context&, Value, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value product_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value pair_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value celltuple_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value totuple_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value sizefilter_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
