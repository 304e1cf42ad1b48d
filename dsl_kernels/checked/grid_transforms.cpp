// Mirrors, rotations, scaling and concatenation of grids, by their general bodies.
#include "dsl_kernels/fast/general.h"

namespace batt {

Value mir_rot_t_body(Context& context, Value grid, Value type) { return mir_rot_t_general(context, grid, type); }
Value rot90_body(Context& context, Value grid) { return rot90_general(context, grid); }
Value rot180_body(Context& context, Value grid) { return rot180_general(context, grid); }
Value rot270_body(Context& context, Value grid) { return rot270_general(context, grid); }
Value hmirror_t_body(Context& context, Value grid) { return hmirror_t_general(context, grid); }
Value vmirror_t_body(Context& context, Value grid) { return vmirror_t_general(context, grid); }
Value dmirror_t_body(Context& context, Value grid) { return dmirror_t_general(context, grid); }
Value cmirror_t_body(Context& context, Value grid) { return cmirror_t_general(context, grid); }
Value hupscale_body(Context& context, Value grid, Value factor) { return hupscale_general(context, grid, factor); }
Value vupscale_body(Context& context, Value grid, Value factor) { return vupscale_general(context, grid, factor); }
Value upscale_t_body(Context& context, Value grid, Value factor) { return upscale_t_general(context, grid, factor); }
Value downscale_body(Context& context, Value grid, Value factor) { return downscale_general(context, grid, factor); }
Value hconcat_body(Context& context, Value a, Value b) { return hconcat_general(context, a, b); }
Value vconcat_body(Context& context, Value a, Value b) { return vconcat_general(context, a, b); }

}  // namespace batt
