#include "dsl_kernels/calls/loop_table.h"

#include "dsl_kernels/op_rows.h"

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

/// Ops that call functions, but not over the items of a container: call.cpp knows them.
constexpr bool calls_over_samples(OpId id) {
  return id == OpId::op_c_iz || id == OpId::op_c_zo || id == OpId::op_c_iz_n || id == OpId::op_c_zo_n;
}

/// Whether each op whose row says Loop has a row in loops.def, and no other op has one.
constexpr bool loops_fit() {
  for (std::size_t k = 0; k < op_count; ++k) {
    const bool has_loop = loops[k].shape != LoopShape::None || calls_over_samples(static_cast<OpId>(k));
    if (has_loop != (op_rows[k].bodies == Bodies::Loop)) return false;
  }
  return true;
}
static_assert(loops_fit(), "an op of ops.def with Loop needs a row in loops.def, and only such ops have one");
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
