#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
BATT_CONSTANT TextRep text1_1 = {"a\042\303\274", 4, 3};
constexpr std::uint64_t handler1_1 = 0x7;
struct Frame1 {
  Value p1_I, n_1, s_1, s_2, s_3;
  Piled v_t1;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  if (f.n_1.is_error() && !caught(f.n_1, handler1_1, Value::text(&text1_1))) return f.n_1;
  f.v_t1 = {};
  if (true && truth(f.n_1)) {
    f.v_t1.t = first_error({f.n_1, f.p1_I});
    if (!f.v_t1.t.is_error())
      f.v_t1.t = call_value(c, f.n_1, {});
    store_pile_result(c, r, f.v_t1, function(Op::op_rot90));
  }
  f.n_1 = make_okt(c, f.v_t1.ok, Value::integer(-9223372036854775807 - 1));
  begin_loop(c, r, Op::op_papply, {function(Op::op_identity), f.p1_I, f.p1_I});
  while (wants_call(r)) {
    f.s_1 = item(r);
    f.s_2 = other_item(r);
    begin_block(c, r);
    while (wants_call(r)) {
      f.s_3 = op_astuple(c, f.s_1, f.s_2);
      if (gave_up(c, r, f.s_3)) continue;
      answer_call(c, r, f.s_3);
    }
    f.s_3 = end_loop(c, r);
    answer_call(c, r, equal_values(c, f.s_3, f.s_1));
  }
  f.n_1 = end_loop(c, r);
  answer(r, f.n_1);
  return Value::none();
}
BATT_HD Value run1(Context& c, Run& r) {
  Frame1& f = new_frame<Frame1>(c);
  f.p1_I = argument(r, Parameter::I);
  Value ended = part1_1(c, r, f);
  return ended;
}
}  // namespace
BATT_KERNEL(kernel1, batt_program_v1_run1, run1)
namespace {
constexpr Entry entries[] = {{"solve_1", false, run1, kernel1, ""}};
constexpr Program program = make_program(entries);
}  // namespace
extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
