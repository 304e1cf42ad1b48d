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

#ifdef __CUDACC__
__device__ constexpr std::array<OpFacts, op_count> facts_on_device = make_facts();
#endif

}  // namespace

constexpr std::array<OpFacts, op_count> facts_of_ops = make_facts();

#ifdef __CUDACC__
BATT_HD OpFacts op_facts_on_device(OpId id) {
#ifdef BATT_ON_DEVICE
  return facts_on_device[static_cast<std::size_t>(id)];
#else
  return facts_of_ops[static_cast<std::size_t>(id)];
#endif
}
#endif

}  // namespace batt
