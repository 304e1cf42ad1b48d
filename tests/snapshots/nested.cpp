// Emitted by battc from nested.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- solve_5n4p0010
// 0 loops; 1 statement ("interpreted") with functions that are known at run time only.

struct Frame1 {
  Value p1_S, p2_I, p3_C, n_13, n_15, n_19, v_x1, s_1, s_2, n_23, n_24, n_28, n_29, n_30, v_x2, v_x3, s_3, s_4, s_5;
  Value n_42, n_43, n_44, n_46;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 2: x1 = compose(rbind(get_nth_f, F0), lbind(fork(combine_f, toindices, toindices), ()))(o_g(I, R5))
  set_line(c, 2);
  f.n_13 = op_fork(c, function(Op::op_combine_f), function(Op::op_toindices), function(Op::op_toindices));
  f.n_15 = first_error({f.n_13});
  if (!f.n_15.is_error())
    f.n_15 = op_lbind(c, f.n_13, Value::empty_tuple());
  f.n_19 = op_o_g(c, f.p2_I, Value::integer(5));
  // as steps; interpreted: a call
  f.v_x1 = first_error({f.n_19});
  if (!f.v_x1.is_error()) {
    begin_block(c, r);
    while (wants_call(r)) {
      f.s_1 = call_value(c, f.n_15, {f.n_19});
      if (gave_up(c, r, f.s_1)) continue;
      f.s_2 = op_get_nth_f(c, f.s_1, Value::integer(0));
      answer_call(c, r, f.s_2);
    }
    f.v_x1 = end_loop(c, r);
  }
  if (f.v_x1.is_error()) return f.v_x1;
  // 3: x2 = (((), (1,)), (True, None, -9223372036854775808, 0x1F), (x1, (x1, x1)))
  set_line(c, 3);
  f.n_23 = tuple(c, {Value::integer(1)});
  f.n_24 = tuple(c, {Value::empty_tuple(), f.n_23});
  f.n_28 = tuple(c, {Value::boolean(true), Value::none(), Value::integer(-9223372036854775807 - 1), Value::integer(31)});
  f.n_29 = tuple(c, {f.v_x1, f.v_x1});
  f.n_30 = tuple(c, {f.v_x1, f.n_29});
  f.v_x2 = tuple(c, {f.n_24, f.n_28, f.n_30});
  // 4: x3 = fork(hconcat, identity, compose(rot90, rot180))(I)
  // as steps
  set_line(c, 4);
  begin_block(c, r);
  while (wants_call(r)) {
    f.s_3 = op_rot180(c, f.p2_I);
    if (gave_up(c, r, f.s_3)) continue;
    f.s_4 = op_rot90(c, f.s_3);
    if (gave_up(c, r, f.s_4)) continue;
    f.s_5 = op_hconcat(c, f.p2_I, f.s_4);
    answer_call(c, r, f.s_5);
  }
  f.v_x3 = end_loop(c, r);
  if (f.v_x3.is_error()) return f.v_x3;
  // 5: return astuple(x2, vconcat(rot90(rot90(x3)), x3))
  set_line(c, 5);
  f.n_42 = op_rot90(c, f.v_x3);
  f.n_43 = first_error({f.n_42});
  if (!f.n_43.is_error())
    f.n_43 = op_rot90(c, f.n_42);
  f.n_44 = first_error({f.n_43});
  if (!f.n_44.is_error())
    f.n_44 = op_vconcat(c, f.n_43, f.v_x3);
  f.n_46 = first_error({f.n_44});
  if (!f.n_46.is_error())
    f.n_46 = op_astuple(c, f.v_x2, f.n_44);
  if (f.n_46.is_error()) return f.n_46;
  answer(r, f.n_46);
  return Value::none();
}

BATT_HD Value run1(Context& c, Run& r) {
  Frame1& f = new_frame<Frame1>(c);
  f.p1_S = argument(r, Parameter::S);
  f.p2_I = argument(r, Parameter::I);
  f.p3_C = argument(r, Parameter::C);
  Value ended = part1_1(c, r, f);
  return ended;
}

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)

namespace {

constexpr Entry entries[] = {
    {"solve_5n4p0010", false, run1, kernel1,
     "2r;2r;2;2r 2 1;2r 4 1;2r;2sr 2 1;2sr! 1;3;3 7 1;3;3 4 4;3 5 1;3 4 3 1;4r;4r 1;4sr 1;4sr! 1;5r 1;5r 1"
     ";5r 1 3;5r 8 1;5r! 1;/O 22;"},
};
constexpr Program program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
