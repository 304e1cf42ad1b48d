// An op by its number. The device has no table of function pointers: switches tell nvlink who calls whom, and so how
// much stack the deepest call takes.
#include "dsl_kernels/op_bodies.h"

namespace batt {

#ifndef BATT_ON_DEVICE
namespace {

constexpr OpEntry entries[] = {
#define OP(name, arity, ...) {.of_##arity = op_##name},
#include "dsl_kernels/ops.def"
#undef OP
};

}  // namespace

OpEntry op_entry(OpId id) { return entries[static_cast<std::size_t>(id)]; }
#endif

// clang-format off
#define BATT_PLAIN_PackedAndGeneral(name, arity) case OpId::op_##name: return op_##name(context, BATT_FROM_##arity);
#define BATT_PLAIN_General(name, arity) BATT_PLAIN_PackedAndGeneral(name, arity)
#define BATT_PLAIN_QuickAndGeneral(name, arity) BATT_PLAIN_PackedAndGeneral(name, arity)
#define BATT_PLAIN_Loop(name, arity) case OpId::op_##name: break;
#define BATT_ANY_PackedAndGeneral(name, arity) BATT_PLAIN_PackedAndGeneral(name, arity)
#define BATT_ANY_General(name, arity) BATT_PLAIN_PackedAndGeneral(name, arity)
#define BATT_ANY_QuickAndGeneral(name, arity) BATT_PLAIN_PackedAndGeneral(name, arity)
#define BATT_ANY_Loop(name, arity) case OpId::op_##name: return call_op(context, id, arguments, arity);
#define BATT_GENERAL_PackedAndGeneral(name, arity) case OpId::op_##name: return name##_general(context, BATT_FROM_##arity);
#define BATT_GENERAL_General(name, arity) BATT_GENERAL_PackedAndGeneral(name, arity)
#define BATT_GENERAL_QuickAndGeneral(name, arity) BATT_GENERAL_PackedAndGeneral(name, arity)
#define BATT_GENERAL_Loop(name, arity) case OpId::op_##name: break;
// clang-format on

BATT_HD Value dispatch_plain_op(Context& context, OpId id, const Value* arguments) {
#ifdef BATT_ON_DEVICE
  switch (id) {
#define OP(name, arity, bodies, ...) BATT_PLAIN_##bodies(name, arity)
#include "dsl_kernels/ops.def"
#undef OP
  }
  return {};
#else
  return op_entry(id).call(context, arguments, op_facts(id).arity);
#endif
}

BATT_HD Value dispatch_op(Context& context, OpId id, const Value* arguments) {
#ifdef BATT_ON_DEVICE
  switch (id) {
#define OP(name, arity, bodies, ...) BATT_ANY_##bodies(name, arity)
#include "dsl_kernels/ops.def"
#undef OP
  }
  return {};
#else
  return op_entry(id).call(context, arguments, op_facts(id).arity);
#endif
}

BATT_HD Value dispatch_general(Context& context, OpId id, const Value* arguments) {
  switch (id) {
#define OP(name, arity, bodies, ...) BATT_GENERAL_##bodies(name, arity)
#include "dsl_kernels/ops.def"
#undef OP
  }
  return {};
}

}  // namespace batt
