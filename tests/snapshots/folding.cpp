// Emitted by battc from folding.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- batt
// 0 loops; 1 statement ("interpreted") with functions that are known at run time only.

BATT_CONSTANT TextRep text1_1 = {"5n4p0011", 8, 8};
constexpr std::uint64_t handler1_1 = 0xe;  // TypeError, ValueError, AttributeError

struct Frame1 {
  Value p1_TaskId, p2_S, p3_I, p4_C, p5_LogPath, v_t3, n_13, v_t5, v_t6, v_t10;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 7: t3 = o_g(I, R5)
  set_line(c, 7);
  f.v_t3 = op_o_g(c, f.p3_I, Value::integer(5));
  if (f.v_t3.is_error()) return f.v_t3;
  // 9: t5 = combine_f(t3, t4)
  set_line(c, 9);
  f.n_13 = new_identity(c, f.v_t3);
  f.v_t5 = op_combine_f(c, f.v_t3, f.n_13);
  if (f.v_t5.is_error()) return f.v_t5;
  // 10: try: t6 = FIVE(I) except (TypeError, AttributeError, ValueError): t6 = I
  // interpreted: a call
  set_line(c, 10);
  f.v_t6 = call_value(c, Value::integer(5), {f.p3_I});
  if (f.v_t6.is_error() && !caught(f.v_t6, handler1_1, f.p3_I)) return f.v_t6;
  // 17: t10 = first(I)
  set_line(c, 17);
  f.v_t10 = op_first(c, f.p3_I);
  if (f.v_t10.is_error()) return f.v_t10;
  append_to_o(r, Value::integer(2), Value::boolean(false), Value::text(&text1_1), Value::pair(5, 5));
  append_to_o(r, Value::integer(5), Value::boolean(false), Value::text(&text1_1), f.v_t5);
  append_to_o(r, Value::integer(6), Value::boolean(false), Value::text(&text1_1), f.v_t6);
  append_to_o(r, Value::integer(9), Value::boolean(false), Value::text(&text1_1), Value::boolean(false));
  return Value::none();
}

BATT_HD Value run1(Context& c, Run& r) {
  Frame1& f = new_frame<Frame1>(c);
  f.p1_TaskId = argument(r, Parameter::TaskId);
  f.p2_S = argument(r, Parameter::S);
  f.p3_I = argument(r, Parameter::I);
  f.p4_C = argument(r, Parameter::C);
  f.p5_LogPath = argument(r, Parameter::LogPath);
  Value ended = part1_1(c, r, f);
  return ended;
}

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)

namespace {

constexpr Entry entries[] = {
    {"batt", true, run1, kernel1},
};
constexpr Program program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
