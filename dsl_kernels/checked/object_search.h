// objects() for any grid, level by level as the reference searches; the quick path is in components.h.
#pragma once

#include "batt/context.h"
#include "batt/value.h"
#include "dsl_kernels/checked/components.h"

namespace batt {

/// For a grid of bytes whose cells, and their neighbours, can be packed. The caller scopes the scratch arena.
Value search_byte_objects(Context& context, Value grid, const ObjectKind& kind);

/// For any other. The caller scopes the scratch arena.
Value search_objects(Context& context, Value grid, const ObjectKind& kind);

}  // namespace batt
