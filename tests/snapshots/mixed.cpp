// Emitted by battc from mixed.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- batt
// 4 loops; 1 statement ("interpreted") with functions that are known at run time only.

BATT_CONSTANT TextRep text1_1 = {"5n4p0009", 8, 8};
BATT_CONSTANT TextRep text1_2 = {"None", 4, 4};
BATT_CONSTANT TextRep text1_3 = {"differ_5n4p0009", 15, 15};
constexpr std::uint64_t handler1_1 = 0x6e;  // TypeError, ValueError, AttributeError, IndexError, KeyError

struct Frame1 {
  Value p1_TaskId, p2_S, p3_I, p4_C, p5_LogPath;
  Value v_t1, v_t2, v_t1_2, n_39;
  Piled v_t8;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 4: t1 = rot90(I)
  set_line(c, 4);
  f.v_t1 = op_rot90(c, f.p3_I);
  if (f.v_t1.is_error()) return f.v_t1;
  // 5: try: t2 = subgrid(t1, t3) except (TypeError, AttributeError, ValueError, IndexError, KeyError): t2 = _get_safe_default(subgrid)
  set_line(c, 5);
  f.v_t2 = first_error({Value::error(Exception::UnboundLocalError)});
  if (!f.v_t2.is_error()) {
    f.v_t2 = op_subgrid(c, f.v_t1, Value::error(Exception::UnboundLocalError));
  }
  if (f.v_t2.is_error()) {
    f.v_t2 = caught(f.v_t2, handler1_1, Value::empty_tuple());
    if (f.v_t2.is_error()) return f.v_t2;
  }
  return Value::none();
}

BATT_PART Value part1_2([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 9: t3, t4, t5, t6 = batch_process_samples_gpu(S)
  // as loop
  set_line(c, 9);
  Value v_t3 = Value::none();
  if (runs_unused(c)) {
    v_t3 = run_loop<Op::op_apply>(c, [&](Value n_10) {
      Value n_11 = op_first(c, n_10);
      return n_11;
    }, function(Op::op_identity), f.p2_S);
    if (v_t3.is_error()) return v_t3;
  }
  // as loop
  Value v_t4 = Value::none();
  if (runs_unused(c)) {
    v_t4 = run_loop<Op::op_apply>(c, [&](Value n_15) {
      Value n_16 = op_second(c, n_15);
      return n_16;
    }, function(Op::op_identity), f.p2_S);
    if (v_t4.is_error()) return v_t4;
  }
  // as loop
  Value v_t5 = Value::none();
  if (runs_unused(c)) {
    v_t5 = run_loop<Op::op_mapply, Need::Paint>(c, [&](Value n_19) {
      Value n_20 = step_p_g(c, n_19);
      return n_20;
    }, function(Op::op_identity), v_t3);
    if (v_t5.is_error()) return v_t5;
  }
  // as loop
  Value v_t6 = Value::none();
  if (runs_unused(c)) {
    v_t6 = run_loop<Op::op_mapply, Need::Paint>(c, [&](Value n_23) {
      Value n_24 = step_p_g(c, n_23);
      return n_24;
    }, function(Op::op_identity), v_t4);
    if (v_t6.is_error()) return v_t6;
  }
  return Value::none();
}

BATT_PART Value part1_3([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 11: t7 = env.do_pile(7, [vconcat, t1, t1], True)
  set_line(c, 11);
  Piled v_t7 = {};
  v_t7.t = op_vconcat(c, f.v_t1, f.v_t1);
  store_pile_result(c, r, v_t7, function(Op::op_vconcat));
  // 12: t8 = env.do_pile(8, [t7.t, t2], t7.ok)
  // interpreted: a call
  set_line(c, 12);
  f.v_t8 = {};
  if (is_ok(v_t7.ok)) {
    f.v_t8.t = call_value(c, v_t7.t, {f.v_t2});
    store_pile_result(c, r, f.v_t8, v_t7.t);
  }
  // 13: t1 = crop(t1, ORIGIN, (2, 2))
  set_line(c, 13);
  f.v_t1_2 = op_crop(c, f.v_t1, Value::pair(0, 0), Value::pair(2, 2));
  if (f.v_t1_2.is_error()) return f.v_t1_2;
  set_line(c, 11);
  f.n_39 = okt_of(c, v_t7.ok, v_t7.t);
  return Value::none();
}

BATT_PART Value part1_4([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  append_to_o(r, Value::integer(1), Value::boolean(false), Value::text(&text1_1), f.v_t1_2);
  append_to_o(r, Value::integer(7), Value::boolean(true), Value::text(&text1_1), f.n_39);
  append_to_s(r, Value::integer(8), Value::text(&text1_2), Value::text(&text1_3), f.v_t8.t);
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
  if (!ended.is_error()) ended = part1_4(c, r, f);
  return ended;
}

constexpr Part<Frame1> parts1[] = {
    {PartStage::Sample, part1_1},
    {PartStage::Task, part1_2},
    {PartStage::Sample, part1_3},
    {PartStage::Results, part1_4},
};
constexpr EmittedStages stages1 = make_stages<Frame1, parts1>(
    "task_id,S,I,C,log_path,", 0, {true, {false, true, false}, {false, true, false}},
    {true, {true, true, false}, {true, true, false}});

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)

namespace {

constexpr EmittedEntry entries[] = {
    {"batt", true, run1, kernel1,
     "4r;4r! 1;5sr 1;5;5sr! 2 1;9r;9r! 1;9r;9r! 1;9r 3;9r! 1;9r 3;9r! 1;11r 12 12;11r# 1;12 1;12sr 1 12;12"
     " 3;12sr# 2 1;13;13;13r 20 2 1;13r! 1;16 5;/o 22;o 14;s 23;", &stages1},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
