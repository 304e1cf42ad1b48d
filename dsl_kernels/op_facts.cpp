#include "dsl_kernels/op_table.h"

namespace batt {
namespace {

/// How many of the parameters that a row writes have no default.
constexpr std::uint8_t required_of(int arity, const char* parameters) {
  for (const char* text = parameters; *text != 0; ++text)
    if (*text == '=') --arity;
  return static_cast<std::uint8_t>(arity);
}

#define OP(name, arity, parameters, result, yields, safe_default, pile_default, order, failure, fresh, bodies) \
  {arity, required_of(arity, parameters), Bodies::bodies == Bodies::Loop, Default::safe_default, Default::pile_default},
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
