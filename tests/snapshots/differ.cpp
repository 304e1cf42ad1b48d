// Emitted by battc from differ.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- differ_5n4p0008
// 2 loops; all functions are known.

struct Frame1 {
  Value p1_S, p2_I, p3_C, v_x1, n_4, n_5, v_x2, n_9, n_10, n_12;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 3: x1 = apply(second, S)
  // as loop
  set_line(c, 3);
  begin_loop(c, r, Op::op_apply, {function(Op::op_identity), f.p1_S});
  while (wants_call(r)) {
    f.n_4 = item(r);
    f.n_5 = op_second(c, f.n_4);
    answer_call(c, r, f.n_5);
  }
  f.v_x1 = end_loop(c, r);
  if (f.v_x1.is_error()) return f.v_x1;
  // 4: x2 = mapply(p_g, x1)
  // as loop
  set_line(c, 4);
  begin_loop(c, r, Op::op_mapply, {function(Op::op_identity), f.v_x1});
  while (wants_call(r)) {
    f.n_9 = item(r);
    f.n_10 = op_p_g(c, f.n_9);
    answer_call(c, r, f.n_10);
  }
  f.v_x2 = end_loop(c, r);
  if (f.v_x2.is_error()) return f.v_x2;
  // 5: return dedupe(x2)
  set_line(c, 5);
  f.n_12 = op_dedupe(c, f.v_x2);
  if (f.n_12.is_error()) return f.n_12;
  answer(r, f.n_12);
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

// ---- solve_5n4p0008
// 0 loops; all functions are known.

struct Frame2 {
  Value p1_S, p2_I, p3_C, v_x1, n_4;
};

BATT_PART Value part2_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame2& f) {
  // 9: x1 = hmirror_t(I)
  set_line(c, 9);
  f.v_x1 = op_hmirror_t(c, f.p2_I);
  if (f.v_x1.is_error()) return f.v_x1;
  // 10: return vconcat(I, x1)
  set_line(c, 10);
  f.n_4 = op_vconcat(c, f.p2_I, f.v_x1);
  if (f.n_4.is_error()) return f.n_4;
  answer(r, f.n_4);
  return Value::none();
}

BATT_HD Value run2(Context& c, Run& r) {
  Frame2& f = new_frame<Frame2>(c);
  f.p1_S = argument(r, Parameter::S);
  f.p2_I = argument(r, Parameter::I);
  f.p3_C = argument(r, Parameter::C);
  Value ended = part2_1(c, r, f);
  return ended;
}

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)
BATT_KERNEL(kernel2, batt_program_v1_run2, run2)

namespace {

constexpr Entry entries[] = {
    {"differ_5n4p0008", false, run1, kernel1,
     "3r;3r! 1;4r 1;4r! 1;5r 1;5r! 1;/O 5;"},
    {"solve_5n4p0008", false, run2, kernel2,
     "9r;9r! 1;10r 1;10r! 1;/O 3;"},
};
constexpr Program program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
