// sizefilter(o_g(grid, type), 1), where nobody asks for the other objects: the cells that touch no other one of theirs
// are found without the objects. On the host.
#pragma once

#include "dsl_kernels/op_bodies.h"

namespace batt {

/// Whether single_cells may be asked for these arguments of o_g, which raise nothing then.
bool may_have_single_cells(const Context& context, Value grid, Value type);

/// sizefilter(o_g(grid, type), 1). If its order depends on that of all objects, they are sought when someone asks.
Value single_cells(Context& context, Value grid, Value type);

/// o_g(grid, type) for single_cells_of() alone: None if that can do without.
BATT_HD inline Value objects_or_none(Context& context, Value grid, Value type) {
#ifndef BATT_ON_DEVICE
  if (may_have_single_cells(context, grid, type)) return Value::none();
#endif
  return op_o_g(context, grid, type);
}

/// sizefilter(objects, one), where `objects` is what objects_or_none() has made of the others, or what a guard has put
/// in its place.
BATT_HD inline Value single_cells_of(Context& context, Value objects, Value one, [[maybe_unused]] Value grid,
                                     [[maybe_unused]] Value type) {
#ifndef BATT_ON_DEVICE
  if (may_have_single_cells(context, grid, type)) return single_cells(context, grid, type);
#endif
  return op_sizefilter(context, objects, one);
}

}  // namespace batt
