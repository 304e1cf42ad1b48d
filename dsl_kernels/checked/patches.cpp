// Ops on patches (fast/extent.cpp, positions.cpp, patches.cpp, boxes.cpp): their checked bodies.
#include "dsl_kernels/fast/general.h"

namespace batt {

#define GENERAL(name, arity)                                     \
  Value name##_body(Context& context, BATT_PARAMETERS_##arity) { \
    return name##_general(context, BATT_ARGUMENTS_##arity);      \
  }
/// The fast body has no way of its own for packed values, or only one that looks at a grid's size.
#define SHARED(name, arity) \
  Value name##_body(Context& context, BATT_PARAMETERS_##arity) { return name##_fast(context, BATT_ARGUMENTS_##arity); }

// fast/extent.cpp
GENERAL(lowermost, 1)
GENERAL(lowermost_i, 1)
GENERAL(lowermost_o, 1)
GENERAL(uppermost, 1)
GENERAL(uppermost_i, 1)
GENERAL(uppermost_o, 1)
GENERAL(leftmost, 1)
GENERAL(leftmost_i, 1)
GENERAL(leftmost_o, 1)
GENERAL(rightmost, 1)
GENERAL(rightmost_i, 1)
GENERAL(rightmost_o, 1)
GENERAL(ulcorner, 1)
GENERAL(ulcorner_i, 1)
GENERAL(ulcorner_o, 1)
GENERAL(urcorner, 1)
GENERAL(urcorner_i, 1)
GENERAL(urcorner_o, 1)
GENERAL(llcorner, 1)
GENERAL(llcorner_i, 1)
GENERAL(llcorner_o, 1)
GENERAL(lrcorner, 1)
GENERAL(lrcorner_i, 1)
GENERAL(lrcorner_o, 1)
GENERAL(height_f, 1)
GENERAL(height_i, 1)
GENERAL(height_o, 1)
GENERAL(width_f, 1)
GENERAL(width_i, 1)
GENERAL(width_o, 1)
GENERAL(vline_i, 1)
GENERAL(vline_o, 1)
GENERAL(hline_i, 1)
GENERAL(hline_o, 1)
SHARED(col_row, 2)
SHARED(corner, 2)
GENERAL(corners, 1)
SHARED(height_t, 1)
SHARED(width_t, 1)
GENERAL(shape_t, 1)
GENERAL(shape_f, 1)
SHARED(portrait_t, 1)
GENERAL(portrait_f, 1)
SHARED(square_t, 1)
GENERAL(square_f, 1)
GENERAL(centerofmass, 1)

// fast/positions.cpp
GENERAL(center, 1)
SHARED(position, 2)
GENERAL(hmatching, 2)
GENERAL(vmatching, 2)
GENERAL(manhattan, 2)
GENERAL(adjacent, 2)
GENERAL(bordering, 2)
GENERAL(gravitate, 2)
GENERAL(hperiod, 1)
GENERAL(vperiod, 1)

// fast/patches.cpp
GENERAL(toindices, 1)
SHARED(toindices_i, 1)
GENERAL(toindices_o, 1)
GENERAL(shift, 2)
SHARED(normalize_t, 1)
GENERAL(normalize, 1)
GENERAL(normalize_i, 1)
GENERAL(normalize_o, 1)
GENERAL(hmirror_f, 1)
GENERAL(hmirror_i, 1)
GENERAL(hmirror_o, 1)
GENERAL(vmirror_i, 1)
GENERAL(vmirror_o, 1)
GENERAL(dmirror_f, 1)
GENERAL(dmirror_i, 1)
GENERAL(dmirror_o, 1)
GENERAL(vmirror_f, 1)
SHARED(cmirror_f, 1)
SHARED(cmirror_i, 1)
SHARED(cmirror_o, 1)
SHARED(mir_rot_f, 2)
GENERAL(upscale_f, 2)

// fast/boxes.cpp
GENERAL(backdrop, 1)
SHARED(delta, 1)
GENERAL(inbox, 1)
GENERAL(outbox, 1)
GENERAL(box, 1)
GENERAL(connect, 2)
GENERAL(shoot, 2)
GENERAL(vfrontier, 1)
GENERAL(hfrontier, 1)
GENERAL(dneighbors, 1)
GENERAL(ineighbors, 1)
GENERAL(neighbors, 1)

#undef GENERAL
#undef SHARED

}  // namespace batt
