// The ops as emitted programs call them. They are the inline functions of op_bodies.h, each compiled once, here, so
// that an emitted file need not read their definitions.
#include "batt/emitted.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/quick.h"

namespace batt::emitted {

#define OP(name, arity, ...)                                                                     \
  BATT_HD Value op_##name(Context& context, BATT_PARAMETERS_##arity) {                           \
    if constexpr (constexpr Quick quick = find_quick(OpId::op_##name); quick != Quick::None) {   \
      const Value arguments[] = {BATT_ARGUMENTS_##arity};                                        \
      const QuickResult result = call_quick(quick, [&](std::size_t k) { return arguments[k]; }); \
      if (context.uses_packed() && result.applies()) return result.value();                      \
    }                                                                                            \
    return batt::op_##name(context, BATT_ARGUMENTS_##arity);                                     \
  }
#include "dsl_kernels/ops.def"
#undef OP

}  // namespace batt::emitted
