// Emitted by battc from names.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- solve_00000000
// 0 loops; all functions are known.

struct Frame1 {
  Value p1_S, p2_I;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 7: x1 = o_g_tuple(I, R5)
  set_line(c, 7);
  Value v_x1 = op_o_g_t(c, f.p2_I, Value::integer(5));
  if (v_x1.is_error()) return v_x1;
  // 8: x2 = rbind(objects_g, THOUSAND)
  set_line(c, 8);
  Value n_5 = other_name(c, function(Op::op_objects_t), 2);
  Value v_x2 = op_rbind(c, n_5, Value::integer(1000));
  if (v_x2.is_error()) return v_x2;
  // 9: x3 = astuple(difference_t, difference_tuple)
  set_line(c, 9);
  Value n_9 = other_name(c, function(Op::op_difference_tuple), 1);
  Value v_x3 = op_astuple(c, n_9, function(Op::op_difference_tuple));
  // 10: O = astuple(x1, astuple(x2, x3))
  set_line(c, 10);
  Value n_11 = op_astuple(c, v_x2, v_x3);
  Value v_O = op_astuple(c, v_x1, n_11);
  answer(r, v_O);
  return Value::none();
}

BATT_HD Value run1(Context& c, Run& r) {
  Frame1& f = new_frame<Frame1>(c);
  f.p1_S = argument(r, Input::S);
  f.p2_I = argument(r, Input::I);
  Value ended = part1_1(c, r, f);
  return ended;
}

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)

namespace {

constexpr EmittedEntry entries[] = {
    {"solve_00000000", false, run1, kernel1,
     "7r;7r! 1;8;8r 1;8r! 1;9;9 1;10 3 1;10 7 1;/O 8;"},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
