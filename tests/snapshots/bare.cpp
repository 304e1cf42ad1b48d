// Emitted by battc from bare.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- batt
// 0 loops; all functions are known.

BATT_CONSTANT TextRep text1_1 = {"5n4p0005", 8, 8};
BATT_CONSTANT TextRep text1_2 = {"None", 4, 4};
BATT_CONSTANT TextRep text1_3 = {"differ_5n4p0005", 15, 15};

struct Frame1 {
  Value p1_TaskId, p2_S, p3_I, p4_C, p5_LogPath;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 4: t1 = identity(p_g)
  // folded (constant): {"fn":"p_g"}
  // 5: t2 = t1(I)
  set_line(c, 5);
  Value v_t2 = op_p_g(c, f.p3_I);
  if (v_t2.is_error()) return v_t2;
  // 6: t3 = get_nth_t(t2, F0)
  set_line(c, 6);
  Value v_t3 = op_get_nth_t(c, v_t2, Value::integer(0));
  if (v_t3.is_error()) return v_t3;
  // 7: t4 = colorfilter(o_g(I, R7), t3)
  set_line(c, 7);
  Value n_9 = op_o_g(c, f.p3_I, Value::integer(7));
  Value v_t4 = first_error({n_9});
  if (!v_t4.is_error()) {
    v_t4 = op_colorfilter(c, n_9, v_t3);
  }
  if (v_t4.is_error()) return v_t4;
  // 8: t5 = merge_f(t4)
  set_line(c, 8);
  Value v_t5 = op_merge_f(c, v_t4);
  if (v_t5.is_error()) return v_t5;
  // 9: t6 = cover(I, t5)
  set_line(c, 9);
  Value v_t6 = op_cover(c, f.p3_I, v_t5);
  if (v_t6.is_error()) return v_t6;
  // 11: t7 = equality(t6, I)
  set_line(c, 11);
  Value v_t7 = op_equality(c, v_t6, f.p3_I);
  append_to_o(r, Value::integer(6), Value::boolean(false), Value::text(&text1_1), v_t6);
  append_to_s(r, Value::integer(7), Value::text(&text1_2), Value::text(&text1_3), v_t7);
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
     "5r;5r! 1;6r 1;6r! 1;7r;7r 1 2;7r! 1;8r 1;8r! 1;9r 1;9r! 1;11 1;/o 10;s 11;"},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
