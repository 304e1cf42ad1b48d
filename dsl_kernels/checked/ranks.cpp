#include "dsl_kernels/loop.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {

Value get_nth_by_key_t_body(Context& context, Value container, Value rank, Value key) {
  return run_loop(context, OpId::op_get_nth_by_key_t, {container, rank, key});
}
Value get_nth_by_key_f_body(Context& context, Value container, Value rank, Value key) {
  return run_loop(context, OpId::op_get_nth_by_key_f, {container, rank, key});
}

Value get_arg_rank_body(Context& context, Value container, Value compfunc, Value rank) {
  return run_loop(context, OpId::op_get_arg_rank, {container, compfunc, rank});
}
Value get_arg_rank_t_body(Context& context, Value container, Value compfunc, Value rank) {
  return run_loop(context, OpId::op_get_arg_rank_t, {container, compfunc, rank});
}
Value get_arg_rank_f_body(Context& context, Value container, Value compfunc, Value rank) {
  return run_loop(context, OpId::op_get_arg_rank_f, {container, compfunc, rank});
}

Value get_val_rank_body(Context& context, Value container, Value compfunc, Value rank) {
  return run_loop(context, OpId::op_get_val_rank, {container, compfunc, rank});
}
Value get_val_rank_t_body(Context& context, Value container, Value compfunc, Value rank) {
  return run_loop(context, OpId::op_get_val_rank_t, {container, compfunc, rank});
}
Value get_val_rank_f_body(Context& context, Value container, Value compfunc, Value rank) {
  return run_loop(context, OpId::op_get_val_rank_f, {container, compfunc, rank});
}

Value order_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_order, {container, compfunc});
}

Value valmax_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_valmax, {container, compfunc});
}
Value valmax_t_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_valmax_t, {container, compfunc});
}
Value valmax_f_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_valmax_f, {container, compfunc});
}

Value valmin_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_valmin, {container, compfunc});
}
Value valmin_t_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_valmin_t, {container, compfunc});
}
Value valmin_f_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_valmin_f, {container, compfunc});
}

Value argmax_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_argmax, {container, compfunc});
}
Value argmax_t_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_argmax_t, {container, compfunc});
}
Value argmax_f_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_argmax_f, {container, compfunc});
}

Value argmin_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_argmin, {container, compfunc});
}
Value argmin_t_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_argmin_t, {container, compfunc});
}
Value argmin_f_body(Context& context, Value container, Value compfunc) {
  return run_loop(context, OpId::op_argmin_f, {container, compfunc});
}

}  // namespace batt
