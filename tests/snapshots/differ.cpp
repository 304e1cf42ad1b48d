// Emitted by battc from differ.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- differ_5n4p0008
// 2 loops; all functions are known.

struct Frame1 {
  Value p1_S, p2_I, p3_C;
  Value n_12;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 3: x1 = apply(second, S)
  // as loop
  set_line(c, 3);
  Value v_x1 = run_loop<Op::op_apply>(c, [&](Value n_4) {
    Value n_5 = op_second(c, n_4);
    return n_5;
  }, function(Op::op_identity), f.p1_S);
  if (v_x1.is_error()) return v_x1;
  // 4: x2 = mapply(p_g, x1)
  // as loop
  set_line(c, 4);
  Value v_x2 = run_loop<Op::op_mapply>(c, [&](Value n_9) {
    Value n_10 = step_p_g(c, n_9);
    return n_10;
  }, function(Op::op_identity), v_x1);
  if (v_x2.is_error()) return v_x2;
  // 5: return dedupe(x2)
  set_line(c, 5);
  f.n_12 = op_dedupe(c, v_x2);
  if (f.n_12.is_error()) return f.n_12;
  return Value::none();
}

BATT_PART Value part1_2([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  answer(r, f.n_12);
  return Value::none();
}

BATT_HD Value run1(Context& c, Run& r) {
  Frame1& f = new_frame<Frame1>(c);
  f.p1_S = argument(r, Input::S);
  f.p2_I = argument(r, Input::I);
  f.p3_C = argument(r, Input::C);
  Value ended = part1_1(c, r, f);
  if (!ended.is_error()) ended = part1_2(c, r, f);
  return ended;
}

constexpr Part<Frame1> parts1[] = {
    {PartStage::Task, part1_1},
    {PartStage::Results, part1_2},
};
constexpr EmittedStages stages1 = make_stages<Frame1, parts1>(
    "S,I,C,", 1, {true, {true, false, false}, {false, false, false}},
    {true, {true, false, false}, {true, false, false}});

// ---- solve_5n4p0008
// 0 loops; all functions are known.

struct Frame2 {
  Value p1_S, p2_I, p3_C;
  Value n_4;
};

BATT_PART Value part2_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame2& f) {
  // 9: x1 = hmirror_t(I)
  set_line(c, 9);
  Value v_x1 = op_hmirror_t(c, f.p2_I);
  if (v_x1.is_error()) return v_x1;
  // 10: return vconcat(I, x1)
  set_line(c, 10);
  f.n_4 = op_vconcat(c, f.p2_I, v_x1);
  if (f.n_4.is_error()) return f.n_4;
  return Value::none();
}

BATT_PART Value part2_2([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame2& f) {
  answer(r, f.n_4);
  return Value::none();
}

BATT_HD Value run2(Context& c, Run& r) {
  Frame2& f = new_frame<Frame2>(c);
  f.p1_S = argument(r, Input::S);
  f.p2_I = argument(r, Input::I);
  f.p3_C = argument(r, Input::C);
  Value ended = part2_1(c, r, f);
  if (!ended.is_error()) ended = part2_2(c, r, f);
  return ended;
}

constexpr Part<Frame2> parts2[] = {
    {PartStage::Sample, part2_1},
    {PartStage::Results, part2_2},
};
constexpr EmittedStages stages2 = make_stages<Frame2, parts2>(
    "S,I,C,", 0, {true, {false, true, false}, {false, false, false}},
    {true, {false, true, false}, {false, true, false}});

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)
BATT_KERNEL(kernel2, batt_program_v1_run2, run2)

namespace {

constexpr EmittedEntry entries[] = {
    {"differ_5n4p0008", false, run1, kernel1,
     "3r;3r! 1;4r 1;4r! 1;5r 1;5r! 1;/O 5;", &stages1},
    {"solve_5n4p0008", false, run2, kernel2,
     "9r;9r! 1;10r 1;10r! 1;/O 3;", &stages2},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
