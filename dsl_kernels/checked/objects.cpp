// Objects, partitions and other sets of cells found in a grid: the general bodies, as the reference's text reads.
#include "dsl_kernels/fast/general.h"

namespace batt {

Value objects_body(Context& context, Value grid, Value univalued, Value diagonal, Value without_bg) {
  return objects_general(context, grid, univalued, diagonal, without_bg);
}
Value o_g_body(Context& context, Value grid, Value type) { return o_g_general(context, grid, type); }
Value partition_body(Context& context, Value grid) { return partition_general(context, grid); }
Value fgpartition_body(Context& context, Value grid) { return fgpartition_general(context, grid); }
Value asindices_body(Context& context, Value grid) { return asindices_general(context, grid); }
Value asobject_body(Context& context, Value grid) { return asobject_general(context, grid); }
Value toobject_body(Context& context, Value patch, Value grid) { return toobject_general(context, patch, grid); }
Value f_ofcolor_body(Context& context, Value grid, Value color) { return f_ofcolor_general(context, grid, color); }
Value occurrences_body(Context& context, Value grid, Value obj) { return occurrences_general(context, grid, obj); }
Value frontiers_body(Context& context, Value grid) { return frontiers_general(context, grid); }
Value is_no_grid_body(Context& context, Value x) { return is_no_grid_general(context, x); }

}  // namespace batt
