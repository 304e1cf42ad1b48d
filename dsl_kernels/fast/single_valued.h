// Rows and columns that hold one value only, as `len(set(r)) == 1` finds them: what compress drops and frontiers keeps.
#pragma once

#include "batt/python.h"
#include "batt/value.h"

namespace batt {

BATT_HD inline bool row_is_single_valued(Value grid, int i) {
  const std::int8_t* line = grid.bytes() + static_cast<std::ptrdiff_t>(i) * grid.width();
  for (int j = 1; j < grid.width(); ++j)
    if (line[j] != line[0]) return false;
  return true;
}

BATT_HD inline bool column_is_single_valued(Value grid, int j) {
  const std::ptrdiff_t pitch = grid.width();
  for (int i = 1; i < grid.height(); ++i)
    if (grid.bytes()[i * pitch + j] != grid.bytes()[j]) return false;
  return true;
}

/// A flag for each line of an iterable of lines; lives in the scratch arena.
struct SingleValued {
  bool* flags = nullptr;
  std::int32_t count = 0;
};

/// len(set(line)) == 1 as a Bool, or TypeError.
BATT_HD inline Value is_single_valued(Context& context, Value line) {
  Items values;
  if (!iterate(context, line, values)) return type_error();
  Collector members(context);
  for (std::int32_t k = 0; k < values.size(); ++k) members.push(values[k]);
  BATT_LET(set, make_set(context, members));
  return Value::boolean(set.set().size == 1);
}

/// Which of `lines` have a set of one. None if well.
BATT_HD inline Value find_single_valued(Context& context, Value lines, SingleValued& found) {
  Items items;
  if (!iterate(context, lines, items)) return type_error();
  found.count = items.size();
  found.flags = context.scratch().allocate<bool>(static_cast<std::size_t>(items.size()));
  for (std::int32_t k = 0; k < items.size(); ++k) {
    if (lines.is_grid()) {
      found.flags[k] = row_is_single_valued(lines, k);
      continue;
    }
    BATT_LET(single, is_single_valued(context, items[k]));
    found.flags[k] = single.as_bool();
  }
  return Value::none();
}

}  // namespace batt
