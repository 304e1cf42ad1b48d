// Bodies that do not agree with their rows.
#include "dsl_kernels/op_bodies.h"

namespace batt {

Value rot90_general(Context&, Value) { return {}; }
Value add_general(Context&, Value, Value b) { return b; }
Value subtract_general(Context&, Value b, Value a) { return a.is_none() ? a : b; }
Value fill_general(Context&, Value grid, Value colour, Value patch) { return colour.is_none() ? grid : patch; }
Value halve_general(Context&, Value n, Value m) { return n.is_none() ? n : m; }
Value double_general(Context&, const Value& n) { return n; }
int invert_general(Context&, Value) { return 1; }
Value rot91_general(Context&, Value grid) { return grid; }
namespace elsewhere {
Value rot180_general(Context&, Value grid) { return grid; }
}  // namespace elsewhere
namespace {
[[maybe_unused]] Value rot270_general(Context&, Value grid) { return grid; }
}  // namespace

}  // namespace batt
// rejected 8:7: subtract_general: parameters (b, a), but its row says (a, b)
// rejected 9:7: fill_general: parameters (grid, colour, patch), but its row says (grid, color, patch)
// rejected 10:7: halve_general: parameters (n, m), but its row says (n)
// rejected 11:7: double_general: not a function Value (Context&, Value ..) of namespace batt
// rejected 12:5: functions that differ only in their return type cannot be overloaded
// rejected 12:5: invert_general: not a function Value (Context&, Value ..) of namespace batt
// rejected 13:7: rot91_general: no row in dsl_kernels/ops.def
// rejected 15:7: rot180_general: not a function Value (Context&, Value ..) of namespace batt
