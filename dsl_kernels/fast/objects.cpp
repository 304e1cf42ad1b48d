#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value objects_fast(Context&, Value, Value, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value o_g_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value partition_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value fgpartition_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value asindices_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value asobject_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value toobject_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value f_ofcolor_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value occurrences_fast(Context&, Value, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value frontiers_fast(Context&, Value) { return unanswered(Reason::NoBody); }
BATT_HD Value is_no_grid_fast(Context&, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
