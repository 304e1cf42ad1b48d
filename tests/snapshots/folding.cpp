// Emitted by battc from folding.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- batt
// 0 loops; all functions are known.

BATT_CONSTANT TextRep text1_1 = {"5n4p0011", 8, 8};

struct Frame1 {
  Value p1_TaskId, p2_S, p3_I, p4_C, p5_LogPath;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 5: t1 = add(TWO, THREE)
  // folded (constant): 5
  // 6: t2 = astuple(t1, add(2, 3))
  // folded (constant): [5,5]
  // 7: t3 = o_g(I, R5)
  set_line(c, 7);
  Value v_t3 = op_o_g(c, f.p3_I, Value::integer(5));
  if (v_t3.is_error()) return v_t3;
  // 8: t4 = o_g(I, R5)
  set_line(c, 8);
  Value v_t4 = op_o_g(c, f.p3_I, Value::integer(5));
  if (v_t4.is_error()) return v_t4;
  // 9: t5 = combine_f(t3, t4)
  set_line(c, 9);
  Value v_t5 = op_combine_f(c, v_t3, v_t4);
  if (v_t5.is_error()) return v_t5;
  // 10: try: t6 = FIVE(I) except (TypeError, AttributeError, ValueError): t6 = I
  // folded (a call of no function fails: TypeError)
  // 16: t9 = equality(t7, t8)
  // folded (constant): false
  // 17: t10 = first(I)
  set_line(c, 17);
  Value v_t10 = Value::none();
  if (runs_unused(c)) {
    v_t10 = op_first(c, f.p3_I);
    if (v_t10.is_error()) return v_t10;
  }
  // 18: t11 = shape_t(I)
  set_line(c, 18);
  Value v_t11 = Value::none();
  if (runs_unused(c)) {
    v_t11 = op_shape_t(c, f.p3_I);
    if (v_t11.is_error()) return v_t11;
  }
  // 19: t12 = rot90(t11)
  set_line(c, 19);
  Value n_12 = Value::none();
  if (runs_unused(c)) {
    n_12 = call_value(c, function(Op::op_rot90), {});
    if (n_12.is_error()) return n_12;
  }
  // folded (rot90 fails: TypeError): []
  // 20: t13 = size(t12)
  // folded (constant): 0
  // 21: try: t14 = intersection(t11, t4) except (TypeError, AttributeError, ValueError): t14 = _get_safe_default(intersection)
  // folded (intersection fails: TypeError): {"s":[]}
  append_to_o(r, Value::integer(2), Value::boolean(false), Value::text(&text1_1), Value::pair(5, 5));
  append_to_o(r, Value::integer(5), Value::boolean(false), Value::text(&text1_1), v_t5);
  append_to_o(r, Value::integer(6), Value::boolean(false), Value::text(&text1_1), f.p3_I);
  append_to_o(r, Value::integer(9), Value::boolean(false), Value::text(&text1_1), Value::boolean(false));
  append_to_o(r, Value::integer(13), Value::boolean(false), Value::text(&text1_1), Value::integer(0));
  append_to_o(r, Value::integer(14), Value::boolean(false), Value::text(&text1_1), Value::empty_set());
  return Value::none();
}

BATT_HD Value run1(Context& c, Run& r) {
  Frame1& f = new_frame<Frame1>(c);
  f.p1_TaskId = argument(r, Input::TaskId);
  f.p2_S = argument(r, Input::S);
  f.p3_I = argument(r, Input::I);
  f.p4_C = argument(r, Input::C);
  f.p5_LogPath = argument(r, Input::LogPath);
  Value ended = part1_1(c, r, f);
  return ended;
}

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)

namespace {

constexpr EmittedEntry entries[] = {
    {"batt", true, run1, kernel1,
     "6;7r;7r! 1;8r;8r! 1;9r 3 1;9r! 1;14r;14r! 1;15r;15r! 1;17r;17r! 1;18r;18r! 1;19r;19r! 1;/o 0;o 6;o;o"
     ";o;o;"},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
