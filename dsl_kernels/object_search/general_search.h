// objects() and objects_t() for any grid, level by level as the reference searches; the quick path is in components.h.
#pragma once

#include "batt/value.h"
#include "dsl_kernels/object_search/components.h"
#include "runtime/value/context.h"

namespace batt {

/// The caller scopes the scratch arena.
BATT_HD Value search_objects(Context& context, Value grid, const ObjectKind& kind);
BATT_HD Value search_object_tuples(Context& context, Value grid, const ObjectKind& kind);

}  // namespace batt
