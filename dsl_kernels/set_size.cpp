#include "dsl_kernels/set_size.h"

#include <algorithm>
#include <bit>

#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// How many cells two sets with rows have in common; -1 if they are something else.
BATT_HD std::int64_t count_common([[maybe_unused]] const Context& context, [[maybe_unused]] Value a,
                                  [[maybe_unused]] Value b) {
#ifndef BATT_ON_DEVICE
  if (!context.uses_packed() || !a.is_set() || !b.is_set() || a.set().packing != b.set().packing) return -1;
  const CellRows &rows = a.set().rows, &others = b.set().rows;
  if (rows.words == nullptr || others.words == nullptr) return -1;
  const bool is_colored = a.set().packing == Packing::Colored;
  if (is_colored && (!rows.one_color || !others.one_color)) return -1;
  if (is_colored && rows.color != others.color) return 0;
  const int right = others.left - rows.left;
  if (right <= -rows::side || right >= rows::side) return 0;
  const int first = std::max<int>(0, others.top - rows.top);
  const int end = std::min<int>(rows.height, others.top + others.height - rows.top);
  std::int64_t count = 0;
  for (int row = first; row < end; ++row) {
    const std::uint32_t other = others.words[rows.top + row - others.top];
    count += std::popcount(rows.words[row] & (right < 0 ? other >> -right : other << right));
  }
  return count;
#else
  return -1;
#endif
}

}  // namespace

BATT_HD Value size_of(Context& context, OpId size, OpId made, Value a, Value b) {
  const bool is_difference = made == OpId::op_difference;
  const std::int64_t common = count_common(context, a, b);
  if (common >= 0) {
    context.charge();
    return Value::integer(is_difference ? a.set().size - common : common);
  }
  const Value set = is_difference ? op_difference(context, a, b) : op_intersection(context, a, b);
  if (set.is_error()) return set;
  return size == OpId::op_size ? op_size(context, set) : op_size_f(context, set);
}

}  // namespace batt
