// Emitted by battc from batch.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- batt_batch
// 2 loops; all functions are known.

BATT_CONSTANT TextRep text1_1 = {"5n4p0007", 8, 8};
BATT_CONSTANT TextRep text1_2 = {"None", 4, 4};
BATT_CONSTANT TextRep text1_3 = {"differ_5n4p0007", 15, 15};

struct Frame1 {
  Value p1_TaskId, p2_S, p3_I, p4_C, p5_LogPath;
  Value v_t4, v_t5;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 4: t1s = batch_o_g(Is, R5)
  set_line(c, 4);
  Value v_t1 = op_o_g(c, f.p3_I, Value::integer(5));
  if (v_t1.is_error()) return v_t1;
  // 5: t2s = batch_colorfilter(t1s, ONE)
  set_line(c, 5);
  Value v_t2 = op_colorfilter(c, v_t1, Value::integer(1));
  if (v_t2.is_error()) return v_t2;
  // 6: t3s = batch_mapply(toindices, t2s)
  // as loop
  set_line(c, 6);
  Value v_t3 = run_loop<Op::op_mapply, Need::PaintOn>(c, [&](Value n_10) {
    Value n_11 = step_toindices(c, n_10);
    return n_11;
  }, function(Op::op_identity), v_t2, f.p3_I);
  if (v_t3.is_error()) return v_t3;
  // 7: t4s = batch_fill(Is, TWO, t3s)
  set_line(c, 7);
  f.v_t4 = op_fill(c, f.p3_I, Value::integer(2), v_t3);
  if (f.v_t4.is_error()) return f.v_t4;
  // 8: t5s = batch_apply(size, t2s)
  // as loop
  set_line(c, 8);
  f.v_t5 = run_loop<Op::op_apply>(c, [&](Value n_17) {
    Value n_18 = step_size(c, n_17);
    return n_18;
  }, function(Op::op_identity), v_t2);
  if (f.v_t5.is_error()) return f.v_t5;
  return Value::none();
}

BATT_PART Value part1_2([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  append_to_o(r, Value::integer(4), Value::boolean(false), Value::text(&text1_1), f.v_t4);
  append_to_s(r, Value::integer(5), Value::text(&text1_2), Value::text(&text1_3), f.v_t5);
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
    {PartStage::Sample, part1_1},
    {PartStage::Results, part1_2},
};
constexpr EmittedStages stages1 = make_stages<Frame1, parts1>(
    "task_id,S,I,C,log_path,", 0, {true, {false, true, false}, {false, false, false}},
    {true, {false, true, false}, {false, true, false}});

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)

namespace {

constexpr EmittedEntry entries[] = {
    {"batt_batch", true, run1, kernel1,
     "4r;4r! 1;5r 1;5r! 1;6r 1;6r! 1;7r 1;7r! 1;8r 5;8r! 1;/o 7;s 9;", &stages1},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
