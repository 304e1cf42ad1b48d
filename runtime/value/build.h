// Makes tuples, grids and texts in their canonical form.
#pragma once

#include <cstdint>
#include <string_view>

#include "batt/value.h"
#include "runtime/value/context.h"

namespace batt {

/// Tuples and grids of more ints are not packed: a body over packed values takes milliseconds at most, so that limits
/// are looked at in time. Larger values go through general bodies, which charge for each item.
inline constexpr std::size_t most_packed_ints = std::size_t{1} << 22;

/// tuple(items), packed if it can be.
BATT_HD Value make_tuple(Context& context, const Value* items, std::size_t count);
BATT_HD inline Value make_tuple(Context& context, ScratchVector& items) {
  return make_tuple(context, items.data(), items.size());
}

/// (a, b) and (a, b, c).
BATT_HD Value make_pair(Context& context, Value a, Value b);
BATT_HD Value make_triple(Context& context, Value a, Value b, Value c);

/// A tuple of small ints; copies them. Any count, also 2 and 3.
BATT_HD Value make_row(Context& context, const std::int8_t* ints, std::size_t count);

/// The Value of `bytes` that lie in the arena already, height rows of width; 0 x n is (), n x 0 is n times ().
BATT_HD Value make_grid(Context& context, const std::int8_t* bytes, int height, int width);

BATT_HD Value make_text(Context& context, std::string_view utf8);

inline constexpr std::int64_t min_byte = -128, max_byte = 127;
BATT_HD inline bool fits_byte(Value v) { return v.is_exact_int() && v.as_int() >= min_byte && v.as_int() <= max_byte; }

}  // namespace batt
