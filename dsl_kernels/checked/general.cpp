// Ops whose checked body is their general one, which runs on host and device: no function is called in them.
#include "dsl_kernels/fast/general.h"

namespace batt {

#define GENERAL(name, arity)                                     \
  Value name##_body(Context& context, BATT_PARAMETERS_##arity) { \
    return name##_general(context, BATT_ARGUMENTS_##arity);      \
  }

// fast/general_grids.cpp
GENERAL(subgrid, 2)
GENERAL(crop, 3)
GENERAL(hsplit, 2)
GENERAL(vsplit, 2)
GENERAL(cellwise, 3)
GENERAL(replace, 3)
GENERAL(switch, 3)
GENERAL(index, 2)
GENERAL(canvas, 2)
GENERAL(trim, 1)
GENERAL(tophalf, 1)
GENERAL(bottomhalf, 1)
GENERAL(lefthalf, 1)
GENERAL(righthalf, 1)
GENERAL(compress, 1)

// fast/general_transforms.cpp
GENERAL(mir_rot_t, 2)
GENERAL(rot90, 1)
GENERAL(rot180, 1)
GENERAL(rot270, 1)
GENERAL(hmirror_t, 1)
GENERAL(vmirror_t, 1)
GENERAL(dmirror_t, 1)
GENERAL(cmirror_t, 1)
GENERAL(hupscale, 2)
GENERAL(vupscale, 2)
GENERAL(upscale_t, 2)
GENERAL(downscale, 2)
GENERAL(hconcat, 2)
GENERAL(vconcat, 2)

// fast/general_painting.cpp
GENERAL(fill, 3)
GENERAL(paint, 2)
GENERAL(underfill, 3)
GENERAL(underpaint, 2)
GENERAL(cover, 2)
GENERAL(move, 3)

#undef GENERAL

}  // namespace batt
