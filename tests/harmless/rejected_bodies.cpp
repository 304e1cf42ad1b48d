// Bodies that do not agree with their rows.
#include "dsl_kernels/op_bodies.h"

namespace batt {

Value rot90_body(Context&, Value) { return {}; }
Value add_body(Context&, Value, Value b) { return b; }
Value subtract_body(Context&, Value b, Value a) { return a.is_none() ? a : b; }
Value fill_body(Context&, Value grid, Value colour, Value patch) { return colour.is_none() ? grid : patch; }
Value halve_body(Context&, Value n, Value m) { return n.is_none() ? n : m; }
Value double_body(Context&, const Value& n) { return n; }
int invert_body(Context&, Value) { return 1; }
Value rot91_body(Context&, Value grid) { return grid; }
namespace elsewhere {
Value rot180_body(Context&, Value grid) { return grid; }
}  // namespace elsewhere
namespace {
[[maybe_unused]] Value rot270_body(Context&, Value grid) { return grid; }
}  // namespace

}  // namespace batt
// rejected 8:7: subtract_body: parameters (b, a), but its row says (a, b)
// rejected 9:7: fill_body: parameters (grid, colour, patch), but its row says (grid, color, patch)
// rejected 10:7: halve_body: parameters (n, m), but its row says (n)
// rejected 11:7: double_body: not a function Value (Context&, Value ..) of namespace batt
// rejected 12:5: functions that differ only in their return type cannot be overloaded
// rejected 12:5: invert_body: not a function Value (Context&, Value ..) of namespace batt
// rejected 13:7: rot91_body: no row in dsl_kernels/ops.def
// rejected 15:7: rot180_body: not a function Value (Context&, Value ..) of namespace batt
