// What compress drops and frontiers keeps: rows and columns that hold one value only.
#pragma once

#include "runtime/python/python.h"

namespace batt {

/// len(set(line)) == 1 as a Bool, or TypeError.
BATT_HD inline Value is_single_valued(Context& context, Value line) {
  Items values;
  if (!iterate(context, line, values)) return type_error();
  ScratchVector members(context);
  for (std::int32_t k = 0; k < values.size(); ++k) members.push(values[k]);
  BATT_LET(set, make_set(context, members));
  return Value::boolean(set.set().size == 1);
}

}  // namespace batt
