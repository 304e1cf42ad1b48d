// Emitted by battc from solver.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- solve_5n4p0001
// 1 loop; all functions are known.

struct Frame1 {
  Value p1_S, p2_I, p3_C;
  Value v_O;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 6: x1 = o_g(I, R5)
  set_line(c, 6);
  Value v_x1 = op_o_g(c, f.p2_I, Value::integer(5));
  if (v_x1.is_error()) return v_x1;
  // 7: x2 = get_arg_rank_f(x1, size, F0)
  // as loop
  set_line(c, 7);
  Value v_x2 = run_loop<Op::op_get_arg_rank_f>(c, [&](Value n_7) {
    Value n_8 = step_size(c, n_7);
    return n_8;
  }, v_x1, function(Op::op_identity), Value::integer(0));
  if (v_x2.is_error()) return v_x2;
  // 8: x3 = delta(x2)
  set_line(c, 8);
  Value v_x3 = op_delta(c, v_x2);
  if (v_x3.is_error()) return v_x3;
  // 9: x4 = color(x2)
  set_line(c, 9);
  Value v_x4 = op_color(c, v_x2);
  if (v_x4.is_error()) return v_x4;
  // 11: x6 = x5(x3)
  set_line(c, 11);
  Value v_x6 = op_shift(c, v_x3, Value::pair(1, 1));
  if (v_x6.is_error()) return v_x6;
  // 12: O = fill(I, x4, x6)
  set_line(c, 12);
  f.v_O = op_fill(c, f.p2_I, v_x4, v_x6);
  if (f.v_O.is_error()) return f.v_O;
  return Value::none();
}

BATT_PART Value part1_2([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  answer(r, f.v_O);
  return Value::none();
}

BATT_HD Value run1(Context& c, Run& r) {
  Frame1& f = new_frame<Frame1>(c);
  f.p1_S = argument(r, Input::S);
  f.p2_I = argument(r, Input::I);
  f.p3_C = argument(r, Input::C);
  Value ended = part1_1(c, r, f);
  if (!ended.is_error()) ended = part1_2(c, r, f);
  return ended;
}

constexpr Part<Frame1> parts1[] = {
    {PartStage::Sample, part1_1},
    {PartStage::Results, part1_2},
};
constexpr EmittedStages stages1 = make_stages<Frame1, parts1>(
    "S,I,C,", 0, {true, {false, true, false}, {false, false, false}},
    {true, {false, true, false}, {false, true, false}});

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)

namespace {

constexpr EmittedEntry entries[] = {
    {"solve_5n4p0001", false, run1, kernel1,
     "6r;6r! 1;7r 1;7r! 1;8r 1;8r! 1;9r 3;9r! 1;10;10r 1;10r! 1;11r 6 3;11r! 1;12r 6 1;12r! 1;/O 14;", &stages1},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
