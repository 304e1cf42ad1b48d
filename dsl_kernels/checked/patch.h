// What the ops on patches share. A patch is read in one of three ways (`_f` ops take either kind of set, `_i` ops
// indices, `_o` ops objects); where a set is packed the way it is read, no Value is made for a cell.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "batt/python.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {

enum class Reading : std::uint8_t { Patch, Indices, Object };

/// The set behind `patch` if its cells are packed and it can be read this way; else null. Never an empty set.
inline const SetRep* packed(Value patch, Reading reading) {
  if (!patch.is_set() || !patch.set().is_cells()) return nullptr;
  const SetRep& set = patch.set();
  const bool fits = reading == Reading::Patch || (reading == Reading::Object) == (set.packing == Packing::Colored);
  return fits ? &set : nullptr;
}

/// The op that reads a patch this way: op_toindices(context, patch, Reading::Object) is toindices_o(patch).
#define BATT_OP_BY_READING(op)                                      \
  inline Value op(Context& context, Value patch, Reading reading) { \
    return reading == Reading::Patch     ? op(context, patch)       \
           : reading == Reading::Indices ? op##_i(context, patch)   \
                                         : op##_o(context, patch);  \
  }
BATT_OP_BY_READING(op_toindices)
BATT_OP_BY_READING(op_lowermost)
BATT_OP_BY_READING(op_uppermost)
BATT_OP_BY_READING(op_leftmost)
BATT_OP_BY_READING(op_rightmost)
#undef BATT_OP_BY_READING

/// The smallest box around some cells; its sides belong to it.
struct Extent {
  int top, left, bottom, right;

  int height() const { return bottom - top + 1; }
  int width() const { return right - left + 1; }
};

/// A cell's row lies in its highest bits, so whole cells compare like their rows (and, shifted, like their columns).
inline Extent extent_of(const SetRep& set) {
  constexpr int row_shift = 20, column_shift = 12;
  std::int32_t top = std::numeric_limits<std::int32_t>::max(), left = top;
  std::int32_t bottom = std::numeric_limits<std::int32_t>::min(), right = bottom;
  for (std::uint32_t k = 0; k < set.size; ++k) {
    const auto by_row = static_cast<std::int32_t>(set.any_cells()[k].bits());
    const auto by_column = static_cast<std::int32_t>(set.any_cells()[k].bits() << column_shift);
    top = std::min(top, by_row);
    bottom = std::max(bottom, by_row);
    left = std::min(left, by_column);
    right = std::max(right, by_column);
  }
  return {top >> row_shift, left >> row_shift, bottom >> row_shift, right >> row_shift};
}

/// next(iter(iterable)).
inline Value first_item(Context& context, Value iterable) {
  Items items;
  if (!iterate(context, iterable, items)) return type_error();
  return items.size() == 0 ? stop_iteration() : items[0];
}

/// What a set comprehension or frozenset(generator) gathers. Refuses an unhashable member when it comes, as Python
/// does: another member behind it may raise something else.
class Members {
 public:
  explicit Members(Context& context) : context_(context), members_(context) {}

  Value add(Value member) {
    const bool may_hold_a_list = member.form() == Form::Plain && (member.is_tuple() || member.is_list());
    std::uint64_t hash = 0;
    if (may_hold_a_list && !hash_of(member, hash)) return type_error();
    members_.push(member);
    return Value::none();
  }
  Value finish() { return make_set(context_, members_); }

 private:
  Context& context_;
  Collector members_;
};

/// a * b as the size of something to be built; what cannot be counted cannot be held either.
inline std::size_t room_for(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw LimitExceeded{Limit::Memory};
  return static_cast<std::size_t>(product);
}

}  // namespace batt
