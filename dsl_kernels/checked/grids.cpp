// Parts of grids, and grids made cell by cell: no function is called there, so the general bodies do for host and
// device.
#include "dsl_kernels/fast/general.h"

namespace batt {

Value subgrid_body(Context& context, Value patch, Value grid) { return subgrid_general(context, patch, grid); }
Value crop_body(Context& context, Value grid, Value start, Value dims) {
  return crop_general(context, grid, start, dims);
}
Value hsplit_body(Context& context, Value grid, Value n) { return hsplit_general(context, grid, n); }
Value vsplit_body(Context& context, Value grid, Value n) { return vsplit_general(context, grid, n); }
Value cellwise_body(Context& context, Value a, Value b, Value fallback) {
  return cellwise_general(context, a, b, fallback);
}
Value replace_body(Context& context, Value grid, Value replacee, Value replacer) {
  return replace_general(context, grid, replacee, replacer);
}
Value switch_body(Context& context, Value grid, Value a, Value b) { return switch_general(context, grid, a, b); }
Value index_body(Context& context, Value grid, Value loc) { return index_general(context, grid, loc); }
Value canvas_body(Context& context, Value color, Value dimensions) {
  return canvas_general(context, color, dimensions);
}
Value trim_body(Context& context, Value grid) { return trim_general(context, grid); }
Value tophalf_body(Context& context, Value grid) { return tophalf_general(context, grid); }
Value bottomhalf_body(Context& context, Value grid) { return bottomhalf_general(context, grid); }
Value lefthalf_body(Context& context, Value grid) { return lefthalf_general(context, grid); }
Value righthalf_body(Context& context, Value grid) { return righthalf_general(context, grid); }
Value compress_body(Context& context, Value grid) { return compress_general(context, grid); }

}  // namespace batt
