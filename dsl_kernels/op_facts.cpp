#include "dsl_kernels/op_table.h"

namespace batt {
namespace {

#define OP(name, arity, parameters, result, yields, safe_default, pile_default, ...) {arity, Default::safe_default, Default::pile_default},
[[maybe_unused]] constexpr OpFacts facts[] = {
#include "dsl_kernels/ops.def"
};
#ifdef __CUDACC__
__device__ constexpr OpFacts facts_on_device[] = {
#include "dsl_kernels/ops.def"
};
#endif
#undef OP

}  // namespace

BATT_HD OpFacts op_facts(OpId id) {
#ifdef BATT_ON_DEVICE
  return facts_on_device[static_cast<std::size_t>(id)];
#else
  return facts[static_cast<std::size_t>(id)];
#endif
}

}  // namespace batt
