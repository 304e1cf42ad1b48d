// The size of a difference or an intersection of which nothing else is asked: of sets with rows it is counted, without
// making the set, nor the first of the two if that one is shifted for this alone. Loops ask for many: what counts is
// compiled into them.
#pragma once

#include "dsl_kernels/op_table.h"
#include "runtime/value/set.h"

namespace batt {

// What the functions below do with sets that cannot be counted; `arguments` are all three values.
BATT_HD Value size_of_made(Context& context, OpId size, OpId made, Value a, Value b);
BATT_HD Value size_of_made_of_shifted(Context& context, OpId size, OpId made, const Value* arguments);

/// How many cells two sets of cells have in common, the first one shifted; -1 if one of them has no rows.
[[gnu::always_inline]] BATT_HD inline std::int64_t count_common([[maybe_unused]] Context& context,
                                                                [[maybe_unused]] Value a, [[maybe_unused]] Value b,
                                                                [[maybe_unused]] int down, [[maybe_unused]] int right) {
#ifndef BATT_ON_DEVICE
  if (!context.uses_packed() || !a.is_set() || !b.is_set()) return -1;
  const SetRep &set = a.set(), &other = b.set();
  if (set.packing != other.packing || !set.find_rows(context) || !other.find_rows(context)) return -1;
  const CellRows &rows = set.rows, &others = other.rows;
  if ((down | right) != 0 && !rows.can_move(down, right)) return -1;
  if (set.packing == Packing::Colored) {
    if (!rows.one_color || !others.one_color) return -1;
    if (rows.color != others.color) return 0;
  }
  return rows::kernels->count_common({rows.words, rows.height, rows.top + down, rows.left + right},
                                     others.placed(0, 0));
#else
  return -1;
#endif
}

/// The size of a difference or an intersection of sets with so many cells in common; charges for it.
BATT_HD inline Value size_with(Context& context, std::int64_t common, OpId made, Value a) {
  context.charge();
  return Value::integer(made == OpId::op_difference ? a.set().size - common : common);
}

/// size(made(shift(a, directions), b)) of sets with rows. Declined for anything else.
[[gnu::always_inline]] BATT_HD inline Value count_cells(Context& context, OpId made, Value a, Value b,
                                                        Value directions) {
  if (!directions.is_pair() || !Cell::fits(directions.i(), directions.j())) return Value::declined();
  const std::int64_t common = count_common(context, a, b, directions.i(), directions.j());
  return common >= 0 ? size_with(context, common, made, a) : Value::declined();
}

/// size(made(a, b)), where `made` is difference or intersection, and `size` is size or size_f.
[[gnu::always_inline]] BATT_HD inline Value size_of(Context& context, OpId size, OpId made, Value a, Value b) {
  const std::int64_t common = count_common(context, a, b, 0, 0);
  return common >= 0 ? size_with(context, common, made, a) : size_of_made(context, size, made, a, b);
}

/// size(made(shift(a, directions), b)).
[[gnu::always_inline]] BATT_HD inline Value size_of_shifted(Context& context, OpId size, OpId made, Value a, Value b,
                                                            Value directions) {
  const Value counted = count_cells(context, made, a, b, directions);
  if (!counted.is_declined()) return counted;
  const Value arguments[] = {a, b, directions};
  return size_of_made_of_shifted(context, size, made, arguments);
}

}  // namespace batt
