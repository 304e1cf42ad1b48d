// Grids of bytes that are no Form::Grid: their rows differ in length, or are longer than that form takes. Programs make
// them by concatenation.
#pragma once

#include "batt/value.h"
#include "runtime/value/build.h"

namespace batt {

BATT_HD inline bool is_row_of_bytes(Value row) {
  if (!row.is_exact_tuple() || row.form() == Form::Plain) return false;
  if (row.is_pair() || row.is_cell())
    for (std::int32_t k = 0; k < row.tuple_size(); ++k)
      if (!fits_byte(row.item(k))) return false;
  return !row.is_grid();
}

/// Whether it is a tuple of rows of bytes, and of at least one.
BATT_HD inline bool has_rows_of_bytes(Value grid) {
  if (!grid.is_exact_tuple() || grid.form() != Form::Plain || grid.is_empty_tuple()) return false;
  for (std::int32_t i = 0; i < grid.tuple_size(); ++i)
    if (!is_row_of_bytes(grid.items()[i])) return false;
  return true;
}

}  // namespace batt
