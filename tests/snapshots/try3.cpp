// Emitted by battc from try3.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- batt
// 0 loops; all functions are known.

BATT_CONSTANT TextRep text1_1 = {"5n4p0002", 8, 8};
constexpr std::uint64_t handler1_1 = 0xe;  // TypeError, ValueError, AttributeError

struct Frame1 {
  Value p1_TaskId, p2_S, p3_I, p4_C, p5_LogPath;
  Value v_t4;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 4: try: t1 = o_g(I, R5) except (TypeError, AttributeError, ValueError): t1 = _get_safe_default(o_g)
  set_line(c, 4);
  Value v_t1 = op_o_g(c, f.p3_I, Value::integer(5));
  if (v_t1.is_error()) {
    v_t1 = caught(v_t1, handler1_1, Value::empty_tuple());
    if (v_t1.is_error()) return v_t1;
  }
  // 8: try: t2 = get_nth_f(t1, F0) except (TypeError, AttributeError, ValueError): t2 = _get_safe_default(get_nth_f)
  set_line(c, 8);
  Value v_t2 = op_get_nth_f(c, v_t1, Value::integer(0));
  if (v_t2.is_error()) {
    v_t2 = caught(v_t2, handler1_1, Value::empty_tuple());
    if (v_t2.is_error()) return v_t2;
  }
  // 16: try: t4 = t3(I, t2) except (TypeError, AttributeError, ValueError): t4 = _get_safe_default(t3)
  set_line(c, 16);
  f.v_t4 = op_fill(c, f.p3_I, v_t2, Value::integer(2));
  if (f.v_t4.is_error()) {
    f.v_t4 = caught(f.v_t4, handler1_1, Value::empty_tuple());
    if (f.v_t4.is_error()) return f.v_t4;
  }
  return Value::none();
}

BATT_PART Value part1_2([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  append_to_o(r, Value::integer(4), Value::boolean(false), Value::text(&text1_1), f.v_t4);
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
    {"batt", true, run1, kernel1,
     "4r;4;4r! 2 1;8r 1;8r! 1 3;12r;12;12r! 2 1;16r 4;16r! 1 8;/o 9;", &stages1},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
