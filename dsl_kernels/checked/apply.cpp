#include "batt/function.h"
#include "dsl_kernels/fast/generate.h"
#include "dsl_kernels/loop.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// type(like)(function(value) for function in functions).
Value map_functions(Context& context, Value like, Value functions, Value value) {
  return map_like(context, like, functions, [&](Value function) { return call(context, function, value); });
}

}  // namespace

Value extract_body(Context& context, Value container, Value condition) {
  return run_loop(context, OpId::op_extract, {container, condition});
}

Value sfilter_body(Context& context, Value container, Value condition) {
  return run_loop(context, OpId::op_sfilter, {container, condition});
}
Value sfilter_t_body(Context& context, Value container, Value condition) {
  return run_loop(context, OpId::op_sfilter_t, {container, condition});
}
Value sfilter_f_body(Context& context, Value container, Value condition) {
  return run_loop(context, OpId::op_sfilter_f, {container, condition});
}

Value mfilter_body(Context& context, Value container, Value function) {
  return run_loop(context, OpId::op_mfilter, {container, function});
}
Value mfilter_t_body(Context& context, Value container, Value function) {
  return run_loop(context, OpId::op_mfilter_t, {container, function});
}
Value mfilter_f_body(Context& context, Value container, Value function) {
  return run_loop(context, OpId::op_mfilter_f, {container, function});
}

Value apply_body(Context& context, Value function, Value container) {
  return run_loop(context, OpId::op_apply, {function, container});
}
Value apply_t_body(Context& context, Value function, Value container) {
  return run_loop(context, OpId::op_apply_t, {function, container});
}
Value apply_f_body(Context& context, Value function, Value container) {
  return run_loop(context, OpId::op_apply_f, {function, container});
}

Value rapply_body(Context& context, Value functions, Value value) {
  return map_functions(context, functions, functions, value);
}
Value rapply_t_body(Context& context, Value functions, Value value) {
  return map_functions(context, a_tuple(), functions, value);
}
Value rapply_f_body(Context& context, Value functions, Value value) {
  return map_functions(context, functions, functions, value);
}

Value mapply_body(Context& context, Value function, Value container) {
  return run_loop(context, OpId::op_mapply, {function, container});
}
Value mapply_t_body(Context& context, Value function, Value container) {
  return run_loop(context, OpId::op_mapply_t, {function, container});
}
Value mapply_f_body(Context& context, Value function, Value container) {
  return run_loop(context, OpId::op_mapply_f, {function, container});
}

Value papply_body(Context& context, Value function, Value a, Value b) {
  return run_loop(context, OpId::op_papply, {function, a, b});
}

Value mpapply_body(Context& context, Value function, Value a, Value b) {
  return run_loop(context, OpId::op_mpapply, {function, a, b});
}

Value prapply_body(Context& context, Value function, Value a, Value b) {
  return run_loop(context, OpId::op_prapply, {function, a, b});
}

}  // namespace batt
