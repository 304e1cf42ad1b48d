// The checked path, on the host: general bodies on unpacked values.
#include "dsl_kernels/op_bodies.h"
#include "runtime/value/unpack.h"

namespace batt {

Value call_checked(Context& context, OpId id, const Value* arguments) {
  context.charge();
  const std::size_t arity = op_facts(id).arity;
  ArenaScope scope(context.scratch());
  UnpackedCall call(context);
  // A new function keeps its arguments, so they must not lie in the scratch arena; the ops that get them unpack them.
  const bool keeps_arguments = op_info(id).fresh == Fresh::Functions;
  Value passed[max_arity];
  for (std::size_t k = 0; k < arity; ++k) passed[k] = keeps_arguments ? arguments[k] : call.unpack(arguments[k]);
  const Value result = dispatch_general(context, id, passed);
  if (result.is_error()) return fail_op(context, id, result, arguments, arity);
  return keeps_arguments ? result : call.pack(result);
}

Value call_without_step(Context& context, OpId id, const Value* arguments) {
  if (!context.uses_packed()) return call_checked(context, id, arguments);
  context.prepare_step();
  return dispatch_op(context, id, arguments);
}

}  // namespace batt
