// Grids with some of their cells painted over, by their general bodies.
#include "dsl_kernels/fast/general.h"

namespace batt {

Value fill_body(Context& context, Value grid, Value color, Value patch) {
  return fill_general(context, grid, color, patch);
}
Value paint_body(Context& context, Value grid, Value obj) { return paint_general(context, grid, obj); }
Value underfill_body(Context& context, Value grid, Value color, Value patch) {
  return underfill_general(context, grid, color, patch);
}
Value underpaint_body(Context& context, Value grid, Value obj) { return underpaint_general(context, grid, obj); }
Value cover_body(Context& context, Value grid, Value patch) { return cover_general(context, grid, patch); }
Value move_body(Context& context, Value grid, Value obj, Value offset) {
  return move_general(context, grid, obj, offset);
}

}  // namespace batt
