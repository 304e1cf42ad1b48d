// Emitted by battc from nested.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- solve_5n4p0010
// 0 loops; 1 statement ("interpreted") with functions that are known at run time only.

struct Frame1 {
  Value p1_S, p2_I, p3_C;
  Value n_7, n_16, n_21;
  Value v_x1, n_32;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 2: x1 = compose(rbind(get_nth_f, F0), lbind(fork(combine_f, toindices, toindices), ()))(o_g(I, R5))
  set_line(c, 2);
  Value n_5 = op_fork(c, function(Op::op_combine_f), function(Op::op_toindices), function(Op::op_toindices));
  f.n_7 = op_lbind(c, n_5, Value::empty_tuple());
  return Value::none();
}

BATT_PART Value part1_2([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  set_line(c, 2);
  Value n_9 = op_o_g(c, f.p2_I, Value::integer(5));
  // as steps; interpreted: a call
  f.v_x1 = first_error({n_9});
  if (!f.v_x1.is_error()) {
    f.v_x1 = run_block(c, [&] {
      Value n_12 = call_value(c, f.n_7, {n_9});
      if (n_12.is_error()) return n_12;
      Value n_13 = step_get_nth_f(c, n_12, Value::integer(0));
      return n_13;
    });
  }
  if (f.v_x1.is_error()) return f.v_x1;
  return Value::none();
}

BATT_PART Value part1_3([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 3: x2 = (((), (1,)), (True, None, -9223372036854775808, 0x1F), (x1, (x1, x1)))
  set_line(c, 3);
  Value n_15 = tuple(c, {Value::integer(1)});
  f.n_16 = tuple(c, {Value::empty_tuple(), n_15});
  f.n_21 = tuple(c, {Value::boolean(true), Value::none(), Value::integer(-9223372036854775807 - 1), Value::integer(31)});
  return Value::none();
}

BATT_PART Value part1_4([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  set_line(c, 3);
  Value n_22 = tuple(c, {f.v_x1, f.v_x1});
  Value n_23 = tuple(c, {f.v_x1, n_22});
  Value v_x2 = tuple(c, {f.n_16, f.n_21, n_23});
  // 4: x3 = fork(hconcat, identity, compose(rot90, rot180))(I)
  // as steps
  set_line(c, 4);
  Value v_x3 = run_block(c, [&] {
    Value n_26 = step_rot180(c, f.p2_I);
    if (n_26.is_error()) return n_26;
    Value n_27 = step_rot90(c, n_26);
    if (n_27.is_error()) return n_27;
    Value n_28 = step_hconcat(c, f.p2_I, n_27);
    return n_28;
  });
  if (v_x3.is_error()) return v_x3;
  // 5: return astuple(x2, vconcat(rot90(rot90(x3)), x3))
  set_line(c, 5);
  Value n_29 = op_rot90(c, v_x3);
  Value n_30 = first_error({n_29});
  if (!n_30.is_error()) {
    n_30 = op_rot90(c, n_29);
  }
  Value n_31 = first_error({n_30});
  if (!n_31.is_error()) {
    n_31 = op_vconcat(c, n_30, v_x3);
  }
  f.n_32 = first_error({n_31});
  if (!f.n_32.is_error()) {
    f.n_32 = op_astuple(c, v_x2, n_31);
  }
  if (f.n_32.is_error()) return f.n_32;
  return Value::none();
}

BATT_PART Value part1_5([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  answer(r, f.n_32);
  return Value::none();
}

BATT_HD Value run1(Context& c, Run& r) {
  Frame1& f = new_frame<Frame1>(c);
  f.p1_S = argument(r, Input::S);
  f.p2_I = argument(r, Input::I);
  f.p3_C = argument(r, Input::C);
  Value ended = part1_1(c, r, f);
  if (!ended.is_error()) ended = part1_2(c, r, f);
  if (!ended.is_error()) ended = part1_3(c, r, f);
  if (!ended.is_error()) ended = part1_4(c, r, f);
  if (!ended.is_error()) ended = part1_5(c, r, f);
  return ended;
}

constexpr Part<Frame1> parts1[] = {
    {PartStage::Task, part1_1},
    {PartStage::Sample, part1_2},
    {PartStage::Task, part1_3},
    {PartStage::Sample, part1_4},
    {PartStage::Results, part1_5},
};
constexpr EmittedStages stages1 = make_stages<Frame1, parts1>(
    "S,I,C,", 3, {true, {true, true, false}, {false, true, false}},
    {true, {true, true, false}, {false, true, false}});

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)

namespace {

constexpr EmittedEntry entries[] = {
    {"solve_5n4p0010", false, run1, kernel1,
     "2r;2;2;2r 2 1;2r 4 1;2r;2sr 2 1;2sr! 1;3;3 7 1;3;3 4 4;3 5 1;3 4 3 1;4;4 1;4sr 1;4sr! 1;5r 1;5r 1;5r"
     " 1 3;5r 8 1;5r! 1;/O 22;", &stages1},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
