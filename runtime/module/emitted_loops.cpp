// The parts of emitted loops that do not run for every item, or do much for it.
#include <algorithm>
#include <bit>

#include "batt/emitted.h"
#include "dsl_kernels/op_bodies.h"

namespace batt::emitted {

#ifndef BATT_ON_DEVICE
Value end_packed(Context& context, Op op, Value result, const Value* arguments) {
  const auto id = static_cast<OpId>(op);
  if (result.is_declined()) {
    if (context.reports_declines()) report_decline(context, id, arguments);
    result = dispatch_general(context, id, arguments);
    if (!result.is_error()) return result;
  }
  return finish_failed_op(context, id, result, arguments);
}
#endif

/// How many cells two sets with rows have in common; -1 if they are something else.
BATT_HD static std::int64_t count_common([[maybe_unused]] const Context& context, [[maybe_unused]] Value a,
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

#define BATT_SIZE_OF(size, made, counted)                              \
  BATT_HD Value size##_of_##made(Context& context, Value a, Value b) { \
    context.charge();                                                  \
    const std::int64_t common = count_common(context, a, b);           \
    if (common >= 0) return Value::integer(counted);                   \
    const Value set = emitted::op_##made(context, a, b);               \
    return set.is_error() ? set : emitted::op_##size(context, set);    \
  }
BATT_SIZE_OF(size, difference, a.set().size - common)
BATT_SIZE_OF(size, intersection, common)
BATT_SIZE_OF(size_f, difference, a.set().size - common)
BATT_SIZE_OF(size_f, intersection, common)
#undef BATT_SIZE_OF

BATT_HD bool begin_loop(Context& context, Loop& loop, Op op, const Value* arguments, Value* call) {
  return start_loop(context, loop, static_cast<OpId>(op), arguments, call);
}

BATT_HD Value end_loop(Context& context, const Loop& loop, Op op, const Value* arguments) {
  return loop_result(context, loop, static_cast<OpId>(op), arguments);
}

BATT_HD bool advance(Context& context, Loop& loop, Value result) { return advance_loop(context, loop, result); }

BATT_HD Value end_pair(Context& context, Op op, Value first, Value second, const Value* arguments) {
  const Value failed = first.is_error() ? first : second;
  if (failed.is_error()) return finish_failed_op(context, static_cast<OpId>(op), through_generator(failed), arguments);
  const Value results[] = {first, second};
  return make_tuple(context, results, 2);
}

BATT_HD bool take_other_item(Loop& loop) {
  loop.take_item();
  return true;
}

}  // namespace batt::emitted
