#include "dsl_kernels/calls/combinators.h"

#include <algorithm>

namespace batt {
namespace {

template <class... Steps>
constexpr Combinator make_row(Closure::Kind kind, OpId op, Combinator::Arity arity, Steps... steps) {
  return {kind, op, arity, sizeof...(steps), {steps...}};
}

#define CALL(part, with) \
  CombinatorStep { part, CombinatorStep::With::with }
#define EQUAL(part) \
  CombinatorStep { part, CombinatorStep::With::Equal }
#define COMBINATOR(op, arity, ...) make_row(Closure::Kind::op, OpId::op_##op, Combinator::Arity::arity, __VA_ARGS__),
[[maybe_unused]] constexpr Combinator rows[] = {
#include "dsl_kernels/calls/combinators.def"
};
#ifdef __CUDACC__
__device__ constexpr Combinator rows_on_device[] = {
#include "dsl_kernels/calls/combinators.def"
};
#endif
#undef COMBINATOR
#undef EQUAL
#undef CALL

}  // namespace

BATT_HD const Combinator* find_combinator(Closure::Kind kind) {
  if (kind >= Closure::Kind::SafeDefault) return nullptr;
#ifdef BATT_ON_DEVICE
  return &rows_on_device[static_cast<std::size_t>(kind)];
#else
  return &rows[static_cast<std::size_t>(kind)];
#endif
}

#ifndef BATT_ON_DEVICE
const Combinator* find_combinator(OpId op) {
  const auto* found = std::ranges::find(rows, op, &Combinator::op);
  return found == std::end(rows) ? nullptr : found;
}

std::string_view closure_maker(Closure::Kind kind) {
  const Combinator* combinator = find_combinator(kind);
  return combinator == nullptr ? "safe_callable" : op_info(combinator->op).name;
}

std::size_t closure_part_count(Closure::Kind kind) {
  const Combinator* combinator = find_combinator(kind);
  return combinator == nullptr ? 0 : op_info(combinator->op).arity;
}
#endif

}  // namespace batt
