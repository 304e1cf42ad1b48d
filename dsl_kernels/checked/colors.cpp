// Palettes, rankings of colours and recoloured patches: the general bodies, as the reference's text reads.
#include "dsl_kernels/fast/general.h"

namespace batt {

Value p_f_body(Context& context, Value element) { return p_f_general(context, element); }
Value palette_f_body(Context& context, Value element) { return palette_f_general(context, element); }
Value palette_t_body(Context& context, Value element) { return palette_t_general(context, element); }
Value p_g_body(Context& context, Value grid) { return p_g_general(context, grid); }
Value p_o_body(Context& context, Value obj) { return p_o_general(context, obj); }
Value mostcolor_t_body(Context& context, Value grid) { return mostcolor_t_general(context, grid); }
Value mostcolor_f_body(Context& context, Value obj) { return mostcolor_f_general(context, obj); }
Value leastcolor_t_body(Context& context, Value grid) { return leastcolor_t_general(context, grid); }
Value leastcolor_f_body(Context& context, Value obj) { return leastcolor_f_general(context, obj); }
Value colorcount_t_body(Context& context, Value grid, Value color) {
  return colorcount_t_general(context, grid, color);
}
Value colorcount_f_body(Context& context, Value obj, Value color) { return colorcount_f_general(context, obj, color); }
Value colorfilter_body(Context& context, Value objs, Value color) { return colorfilter_general(context, objs, color); }
Value numcolors_t_body(Context& context, Value grid) { return numcolors_t_general(context, grid); }
Value numcolors_f_body(Context& context, Value obj) { return numcolors_f_general(context, obj); }
Value color_body(Context& context, Value obj) { return color_general(context, obj); }
Value recolor_i_body(Context& context, Value color, Value indices) {
  return recolor_i_general(context, color, indices);
}
Value recolor_o_body(Context& context, Value color, Value obj) { return recolor_o_general(context, color, obj); }

}  // namespace batt
