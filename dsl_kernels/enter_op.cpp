// An op by its number. The device has no table of function pointers: switches tell nvlink who calls whom, and so how much stack
// the deepest call takes.
#include "dsl_kernels/op_bodies.h"

namespace batt {

#define BATT_FROM_1 arguments[0]
#define BATT_FROM_2 arguments[0], arguments[1]
#define BATT_FROM_3 arguments[0], arguments[1], arguments[2]
#define BATT_FROM_4 arguments[0], arguments[1], arguments[2], arguments[3]

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

#define BATT_PLAIN_Fast(name, arity) \
  case OpId::op_##name: return op_##name(context, BATT_FROM_##arity);
#define BATT_PLAIN_One(name, arity) BATT_PLAIN_Fast(name, arity)
#define BATT_PLAIN_Calls(name, arity) case OpId::op_##name: break;
#define BATT_BODY_Fast(name, arity) \
  case OpId::op_##name: return name##_body(context, BATT_FROM_##arity);
#define BATT_BODY_One(name, arity) BATT_BODY_Fast(name, arity)
#define BATT_BODY_Calls(name, arity) case OpId::op_##name: break;

BATT_HD Value enter_plain_op(Context& context, OpId id, const Value* arguments) {
#ifdef BATT_ON_DEVICE
  switch (id) {
#define OP(name, arity, parameters, result, yields, safe_default, pile_default, order, failure, fresh, bodies) BATT_PLAIN_##bodies(name, arity)
#include "dsl_kernels/ops.def"
#undef OP
  }
  return {};
#else
  return op_entry(id).call(context, arguments, op_facts(id).arity);
#endif
}

BATT_HD Value enter_op(Context& context, OpId id, const Value* arguments) {
#ifdef BATT_ON_DEVICE
  const OpFacts facts = op_facts(id);
  return facts.calls ? call_op(context, id, arguments, facts.arity) : enter_plain_op(context, id, arguments);
#else
  return op_entry(id).call(context, arguments, op_facts(id).arity);
#endif
}

BATT_HD Value enter_body(Context& context, OpId id, const Value* arguments) {
  switch (id) {
#define OP(name, arity, parameters, result, yields, safe_default, pile_default, order, failure, fresh, bodies) BATT_BODY_##bodies(name, arity)
#include "dsl_kernels/ops.def"
#undef OP
  }
  return {};
}

}  // namespace batt
