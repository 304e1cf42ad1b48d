// Emitted by battc from pile.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- batt
// 0 loops; all functions are known.

BATT_CONSTANT TextRep text1_1 = {"5n4p0004", 8, 8};
BATT_CONSTANT TextRep text1_2 = {"differ_5n4p0004", 15, 15};

struct Frame1 {
  Value p1_TaskId, p2_S, p3_I, p4_C, p5_LogPath;
  Piled v_t1;
  Value n_29;
  Piled v_t5, v_t6;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 5: t1 = env.do_pile(1, [compose, rot90, rot180], True)
  set_line(c, 5);
  f.v_t1.t = Value::none();
  store_pile_result(c, r, f.v_t1, Value::none());
  return Value::none();
}

BATT_PART Value part1_2([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 6: t2 = env.do_pile(2, [t1.t, I], t1.ok)
  // as steps
  set_line(c, 6);
  Piled v_t2 = {};
  if (is_ok(f.v_t1.ok)) {
    v_t2.t = run_block(c, [&] {
      Value n_10 = step_rot180(c, f.p3_I);
      if (n_10.is_error()) return n_10;
      Value n_11 = step_rot90(c, n_10);
      return n_11;
    });
    store_pile_result(c, r, v_t2, Value::none());
  }
  // 7: t3 = env.do_pile(3, [hconcat, t2.t, I], t2.ok and t1.ok)
  set_line(c, 7);
  Piled v_t3 = {};
  if (is_ok(v_t2.ok) && is_ok(f.v_t1.ok)) {
    v_t3.t = op_hconcat(c, v_t2.t, f.p3_I);
    store_pile_result(c, r, v_t3, function(Op::op_hconcat));
  }
  // 8: t4 = env.do_pile(4, [o_g, 7, t3.t])
  set_line(c, 8);
  Value n_16 = op_o_g(c, Value::integer(7), v_t3.t);
  Piled v_t4 = {};
  if (runs_unused(c)) {
    v_t4.t = n_16;
    store_pile_result(c, r, v_t4, function(Op::op_o_g));
  }
  // 9: t5 = env.do_pile(5, [o_g, 7, t3.t], t3.ok)
  f.v_t5 = {};
  if (is_ok(v_t3.ok)) {
    f.v_t5.t = n_16;
    store_pile_result(c, r, f.v_t5, function(Op::op_o_g));
  }
  // 10: t6 = env.do_pile(6, [first, t5.t], False)
  set_line(c, 10);
  f.v_t6 = {};
  if (truth(Value::boolean(false))) {
    f.v_t6.t = op_first(c, f.v_t5.t);
    store_pile_result(c, r, f.v_t6, function(Op::op_first));
  }
  set_line(c, 7);
  f.n_29 = okt_of(c, v_t3.ok, v_t3.t);
  return Value::none();
}

BATT_PART Value part1_3([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  append_to_o(r, Value::integer(3), Value::boolean(true), Value::text(&text1_1), f.n_29);
  append_to_o(r, Value::integer(5), Value::boolean(false), Value::text(&text1_1), f.v_t5.t);
  append_to_s(r, Value::integer(6), Value::text(&text1_1), Value::text(&text1_2), f.v_t6.t);
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
  if (!ended.is_error()) ended = part1_3(c, r, f);
  return ended;
}

constexpr Part<Frame1> parts1[] = {
    {PartStage::Task, part1_1},
    {PartStage::Sample, part1_2},
    {PartStage::Results, part1_3},
};
constexpr EmittedStages stages1 = make_stages<Frame1, parts1>(
    "task_id,S,I,C,log_path,", 2, {true, {true, true, false}, {false, false, false}},
    {true, {true, true, false}, {false, false, false}});

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)

namespace {

constexpr EmittedEntry entries[] = {
    {"batt", true, run1, kernel1,
     "5;5# 1;6 1;6sr 1;6 3;6sr# 2 1;7 1;7r 1;7 3;7r# 2 1 5;8 1;8r 1;8r# 1;9 4;8r# 3 1;10 1;10r 1;10r# 1;13"
     " 1;/o 9;o 15;s 18;", &stages1},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
