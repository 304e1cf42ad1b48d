#include "dsl_kernels/op_bodies.h"

namespace batt {

BATT_HD Value a_mr_fast(Context&, Value) { return unanswered(Reason::NoBody); }

}  // namespace batt
