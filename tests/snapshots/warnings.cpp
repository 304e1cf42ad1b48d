// Emitted by battc from warnings.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- solve_5n4p0012
// 0 loops; all functions are known.

struct Frame1 {
  Value p1_S, p2_I, p3_C;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 2: x1 = rot90(I, I)
  set_line(c, 2);
  Value n_4 = Value::none();
  if (runs_unused(c)) {
    n_4 = call_value(c, function(Op::op_rot90), {});
    if (n_4.is_error()) return n_4;
  }
  // folded (rot90 fails: TypeError): []
  // 3: x2 = hconcat(x3, rot90)
  set_line(c, 3);
  Value v_x2 = Value::error(Exception::UnboundLocalError);
  if (v_x2.is_error()) return v_x2;
  answer(r, f.p2_I);
  return Value::none();
}

BATT_HD Value run1(Context& c, Run& r) {
  Frame1& f = new_frame<Frame1>(c);
  f.p1_S = argument(r, Input::S);
  f.p2_I = argument(r, Input::I);
  f.p3_C = argument(r, Input::C);
  Value ended = part1_1(c, r, f);
  return ended;
}

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)

namespace {

constexpr EmittedEntry entries[] = {
    {"solve_5n4p0012", false, run1, kernel1,
     "2r;2r! 1;3sr!;/O;"},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
