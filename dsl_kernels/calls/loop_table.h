// What is known of the ops that call a function with items, made from loops.def. Plain facts, as in op_table.h.
#pragma once

#include <cstdint>

#include "dsl_kernels/op_table.h"

namespace batt {

/// What such an op makes of the function's results.
enum class LoopShape : std::uint8_t {
  None,           ///< the op calls no function, or not with the items of a container
  Map,            ///< type(like)(f(e) for e in container)
  Calls,          ///< type(like)(f(value) for f in container); the value stands where others have the function
  Pairwise,       ///< tuple(f(e, d) for e, d in zip(a, b))
  Product,        ///< frozenset(f(e, d) for d in b for e in a)
  Filter,         ///< type(like)(e for e in container if f(e))
  Find,           ///< the first e with f(e); frozenset() if there is none
  Sorted,         ///< tuple(sorted(container, key=f))
  NthByKey,       ///< sorted(container, key=f) and the item at a rank
  ItemAtRank,     ///< sorted(container, key=f, reverse=True) and the item at a rank
  ValueAtRank,    ///< f of the item at a rank of sorted(container, key=f), of 0 if there is none
  LargestItem,    ///< max(container, key=f)
  SmallestItem,   ///< min(container, key=f)
  LargestValue,   ///< f(max(container, key=f, default=0))
  SmallestValue,  ///< f(min(container, key=f, default=0))
};

/// Whether the function is a key of sorted, max or min, which take None for no key.
BATT_HD constexpr bool has_key(LoopShape shape) { return shape >= LoopShape::Sorted; }
/// Whether it calls its key once more, for what it returns: then None does not serve.
BATT_HD constexpr bool returns_key(LoopShape shape) {
  return shape == LoopShape::ValueAtRank || shape >= LoopShape::LargestValue;
}

/// Whose type the result has: the container's own, or always the same.
enum class LoopLike : std::uint8_t { Container, Tuple, Set };

struct LoopInfo {
  LoopShape shape = LoopShape::None;
  LoopLike like = LoopLike::Container;
  std::uint8_t function = 0;       ///< its place among the arguments
  OpId inner = OpId::op_identity;  ///< merged loops: the op whose result is merged
  OpId merge = OpId::op_identity;  ///< identity: not a merged loop

  /// How many arguments the function is called with.
  BATT_HD int call_arity() const { return shape == LoopShape::Pairwise || shape == LoopShape::Product ? 2 : 1; }
  /// The place of the container that is looped over, or of the first of two.
  BATT_HD int container() const { return function == 0 ? 1 : 0; }
  /// The place after the arguments, where a merged loop may find the grid that its cells are painted on.
  BATT_HD int painted_grid() const { return call_arity() + 1; }
};

BATT_HD const LoopInfo& loop_info(OpId id);

/// Whether the host has a body for this loop over this op, which makes no calls (connected_pairs.h).
BATT_HD constexpr bool has_body_without_calls(OpId loop, OpId function) {
  return loop == OpId::op_prapply && function == OpId::op_connect;
}

}  // namespace batt
