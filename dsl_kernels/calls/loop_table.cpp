#include "dsl_kernels/calls/loop_table.h"

namespace batt {
namespace {

constexpr std::array<LoopInfo, op_count> make_loops() {
  std::array<LoopInfo, op_count> loops{};
  const auto at = [&](OpId id) -> LoopInfo& { return loops[static_cast<std::size_t>(id)]; };
#define LOOP(name, function, shape, like) \
  at(OpId::op_##name) = {LoopShape::shape, LoopLike::like, function, OpId::op_##name, OpId::op_identity};
#define MERGED_LOOP(name, inner_name, merge_name)  \
  at(OpId::op_##name) = at(OpId::op_##inner_name); \
  at(OpId::op_##name).merge = OpId::op_##merge_name;
#include "dsl_kernels/calls/loops.def"
#undef LOOP
#undef MERGED_LOOP
  return loops;
}

[[maybe_unused]] constexpr std::array<LoopInfo, op_count> loops = make_loops();
#ifdef __CUDACC__
__device__ constexpr std::array<LoopInfo, op_count> loops_on_device = make_loops();
#endif

}  // namespace

BATT_HD const LoopInfo& loop_info(OpId id) {
#ifdef BATT_ON_DEVICE
  return loops_on_device[static_cast<std::size_t>(id)];
#else
  return loops[static_cast<std::size_t>(id)];
#endif
}

}  // namespace batt
