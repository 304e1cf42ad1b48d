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
  Value p1_TaskId, p2_S, p3_I, p4_C, p5_LogPath;
  Value v_t4, v_t8;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 4: t1, t2, t3, t4 = batch_process_samples_gpu(S)
  // as loop
  set_line(c, 4);
  Value v_t1 = run_loop<Op::op_apply>(c, [&](Value n_6) {
    Value n_7 = op_first(c, n_6);
    return n_7;
  }, function(Op::op_identity), f.p2_S);
  if (v_t1.is_error()) return v_t1;
  // as loop
  Value v_t2 = run_loop<Op::op_apply>(c, [&](Value n_11) {
    Value n_12 = op_second(c, n_11);
    return n_12;
  }, function(Op::op_identity), f.p2_S);
  if (v_t2.is_error()) return v_t2;
  // as loop
  Value v_t3 = run_loop<Op::op_mapply>(c, [&](Value n_15) {
    Value n_16 = step_p_g(c, n_15);
    return n_16;
  }, function(Op::op_identity), v_t1);
  if (v_t3.is_error()) return v_t3;
  // as loop
  f.v_t4 = run_loop<Op::op_mapply>(c, [&](Value n_19) {
    Value n_20 = step_p_g(c, n_19);
    return n_20;
  }, function(Op::op_identity), v_t2);
  if (f.v_t4.is_error()) return f.v_t4;
  // 5: t5 = dedupe(t3)
  set_line(c, 5);
  Value v_t5 = Value::none();
  if (runs_unused(c)) {
    v_t5 = op_dedupe(c, v_t3);
    if (v_t5.is_error()) return v_t5;
  }
  // 6: t6 = difference_tuple(t4, t3)
  set_line(c, 6);
  Value v_t6 = op_difference_tuple(c, f.v_t4, v_t3);
  if (v_t6.is_error()) return v_t6;
  // 7: t7 = get_nth_t(t6, F0)
  set_line(c, 7);
  Value v_t7 = op_get_nth_t(c, v_t6, Value::integer(0));
  if (v_t7.is_error()) return v_t7;
  // 8: try: t8 = canvas(t7, UNITY) except (TypeError, AttributeError, ValueError): t8 = _get_safe_default(canvas)
  set_line(c, 8);
  f.v_t8 = op_canvas(c, v_t7, Value::pair(1, 1));
  if (f.v_t8.is_error()) {
    f.v_t8 = caught(f.v_t8, handler1_1, Value::empty_tuple());
    if (f.v_t8.is_error()) return f.v_t8;
  }
  return Value::none();
}

BATT_PART Value part1_2([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  append_to_o(r, Value::integer(8), Value::boolean(false), Value::text(&text1_1), f.v_t8);
  append_to_s(r, Value::integer(12), Value::text(&text1_1), Value::text(&text1_2), f.v_t4);
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
  if (!ended.is_error()) ended = part1_2(c, r, f);
  return ended;
}

constexpr Part<Frame1> parts1[] = {
    {PartStage::Task, part1_1},
    {PartStage::Results, part1_2},
};
constexpr EmittedStages stages1 = make_stages<Frame1, parts1>(
    "task_id,S,I,C,log_path,", 2, {true, {true, false, false}, {false, false, false}},
    {true, {true, false, false}, {true, false, false}});

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)

namespace {

constexpr EmittedEntry entries[] = {
    {"batt", true, run1, kernel1,
     "4r;4r! 1;4r;4r! 1;4r 3;4r! 1;4r 3;4r! 1;5r 3;5r! 1;6r 3 5;6r! 1;7r 1;7r! 1;8;8r 2 1;8;8r! 2 1;/o 17;"
     "s 7;", &stages1},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
