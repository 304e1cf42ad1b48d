// Emitted by battc from samples.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- batt
// 4 loops; all functions are known.

BATT_CONSTANT TextRep text1_1 = {"5n4p0006", 8, 8};
BATT_CONSTANT TextRep text1_2 = {"differ_5n4p0006", 15, 15};
constexpr std::uint64_t handler1_1 = 0xe;  // TypeError, ValueError, AttributeError

struct Frame1 {
  Value p1_TaskId, p2_S, p3_I, p4_C, p5_LogPath, v_t1, n_6, n_7, v_t2, n_11, n_12, v_t3, n_15, n_16, v_t4, n_19;
  Value n_20, v_t5, v_t6, v_t7, v_t8;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 4: t1, t2, t3, t4 = batch_process_samples_gpu(S)
  // as loop
  set_line(c, 4);
  begin_loop(c, r, Op::op_apply, {function(Op::op_identity), f.p2_S});
  while (wants_call(r)) {
    f.n_6 = item(r);
    f.n_7 = op_first(c, f.n_6);
    answer_call(c, r, f.n_7);
  }
  f.v_t1 = end_loop(c, r);
  if (f.v_t1.is_error()) return f.v_t1;
  // as loop
  begin_loop(c, r, Op::op_apply, {function(Op::op_identity), f.p2_S});
  while (wants_call(r)) {
    f.n_11 = item(r);
    f.n_12 = op_second(c, f.n_11);
    answer_call(c, r, f.n_12);
  }
  f.v_t2 = end_loop(c, r);
  if (f.v_t2.is_error()) return f.v_t2;
  // as loop
  begin_loop(c, r, Op::op_mapply, {function(Op::op_identity), f.v_t1});
  while (wants_call(r)) {
    f.n_15 = item(r);
    f.n_16 = op_p_g(c, f.n_15);
    answer_call(c, r, f.n_16);
  }
  f.v_t3 = end_loop(c, r);
  if (f.v_t3.is_error()) return f.v_t3;
  // as loop
  begin_loop(c, r, Op::op_mapply, {function(Op::op_identity), f.v_t2});
  while (wants_call(r)) {
    f.n_19 = item(r);
    f.n_20 = op_p_g(c, f.n_19);
    answer_call(c, r, f.n_20);
  }
  f.v_t4 = end_loop(c, r);
  if (f.v_t4.is_error()) return f.v_t4;
  // 5: t5 = dedupe(t3)
  set_line(c, 5);
  f.v_t5 = op_dedupe(c, f.v_t3);
  if (f.v_t5.is_error()) return f.v_t5;
  // 6: t6 = difference_tuple(t4, t3)
  set_line(c, 6);
  f.v_t6 = op_difference_tuple(c, f.v_t4, f.v_t3);
  if (f.v_t6.is_error()) return f.v_t6;
  // 7: t7 = get_nth_t(t6, F0)
  set_line(c, 7);
  f.v_t7 = op_get_nth_t(c, f.v_t6, Value::integer(0));
  if (f.v_t7.is_error()) return f.v_t7;
  // 8: try: t8 = canvas(t7, UNITY) except (TypeError, AttributeError, ValueError): t8 = _get_safe_default(canvas)
  set_line(c, 8);
  f.v_t8 = op_canvas(c, f.v_t7, Value::pair(1, 1));
  if (f.v_t8.is_error() && !caught(f.v_t8, handler1_1, Value::empty_tuple())) return f.v_t8;
  append_to_o(r, Value::integer(8), Value::boolean(false), Value::text(&text1_1), f.v_t8);
  append_to_s(r, Value::integer(12), Value::text(&text1_1), Value::text(&text1_2), f.v_t4);
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
    {"batt", true, run1, kernel1,
     "4r;4r! 1;4r;4r! 1;4r 3;4r! 1;4r 3;4r! 1;5r 3;5r! 1;6r 3 5;6r! 1;7r 1;7r! 1;8;8r 2 1;8;8r! 2 1;/o 17;"
     "s 7;"},
};
constexpr Program program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
