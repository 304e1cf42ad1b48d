#include "batt/failure_log.h"
#include "batt/function.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

#define BATT_UNPACK_1 arguments[0]
#define BATT_UNPACK_2 arguments[0], arguments[1]
#define BATT_UNPACK_3 arguments[0], arguments[1], arguments[2]
#define BATT_UNPACK_4 arguments[0], arguments[1], arguments[2], arguments[3]

struct Callable {
  OpEntry entry;
  OpEntry checked;
  std::size_t arity;
};

constexpr Callable callables[] = {
#define OP(name, arity, parameters, result, yields, safe_default, pile_default, order, failure, fresh, fast) \
  {[](Context& context, const Value* arguments) { return op_##name(context, BATT_UNPACK_##arity); }, \
   [](Context& context, const Value* arguments) { return name##_body(context, BATT_UNPACK_##arity); }, arity},
#include "dsl_kernels/ops.def"
#undef OP
};

}  // namespace

Value op_failed(Context& context, OpId id, Value error, std::span<const Value> arguments) {
  if (context.log() != nullptr) context.log()->op_failed(context.line(), id, arguments, error.exception());
  if (context.mode() == ErrorMode::Raw) return error;
  return default_value(context, op_info(id).safe_default);
}

OpEntry checked_entry(OpId id) { return callables[static_cast<std::size_t>(id)].checked; }

OpEntry op_entry(OpId id) { return callables[static_cast<std::size_t>(id)].entry; }

Value call_op(Context& context, OpId id, const Value* arguments, std::size_t count) {
  const Callable& callable = callables[static_cast<std::size_t>(id)];
  if (count == callable.arity) return callable.entry(context, arguments);
  const OpInfo& info = op_info(id);
  if (count < info.required || count > info.arity) return op_failed(context, id, type_error(), {arguments, count});
  // Every optional parameter of the DSL is a key that defaults to identity.
  Value filled[max_arity];
  for (std::size_t k = 0; k < info.arity; ++k)
    filled[k] = k < count ? arguments[k] : Value::op(static_cast<std::uint16_t>(OpId::op_identity));
  return callable.entry(context, filled);
}

}  // namespace batt
