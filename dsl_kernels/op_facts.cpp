#include "dsl_kernels/op_rows.h"

namespace batt {
namespace {

constexpr std::array<OpFacts, op_count> make_facts() {
  std::array<OpFacts, op_count> facts{};
  for (std::size_t k = 0; k < op_count; ++k) {
    const OpInfo& row = op_rows[k];
    facts[k] = {row.arity, row.required, row.bodies == Bodies::Loop, row.safe_default, row.pile_default};
  }
  return facts;
}

}  // namespace

constexpr std::array<OpFacts, op_count> facts_of_ops = make_facts();

#ifdef __CUDACC__
__device__ const std::array<OpFacts, op_count> facts_on_device = make_facts();
#endif

}  // namespace batt
