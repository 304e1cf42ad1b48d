#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
BATT_CONSTANT TextRep text1_1 = {"a\042\303\274", 4, 3};
constexpr std::uint64_t handler1_1 = 0x7;
struct Frame1 {
  Value p1_I, n_1;
  Piled v_t1;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  if (f.n_1.is_error()) {
    f.n_1 = caught(f.n_1, handler1_1, Value::text(&text1_1));
    if (f.n_1.is_error()) return f.n_1;
  }
  f.v_t1 = {};
  if (true && truth(f.n_1)) {
    f.v_t1.t = first_error({f.n_1, f.p1_I});
    if (!f.v_t1.t.is_error()) {
      f.v_t1.t = call_value(c, f.n_1, {});
    }
    store_pile_result(c, r, f.v_t1, function(Op::op_rot90));
  }
  Piled v_t2 = {};
  v_t2.t = f.v_t1.t;
  store_pile_result(c, r, v_t2, function(Op::op_rot90));
  Value n_2 = make_okt(c, v_t2.ok, Value::integer(-9223372036854775807 - 1));
  f.n_1 = run_loop<Op::op_papply>(c, [&](Value n_3, Value n_4) {
    Value n_5 = run_block(c, [&] {
      Value n_6 = step_astuple(c, n_3, n_2);
      if (n_6.is_error()) return n_6;
      return n_6;
    });
    if (n_5.is_error()) return n_5;
    return step_equal(c, n_5, n_4);
  }, function(Op::op_identity), f.p1_I, f.p1_I);
  answer(r, f.n_1);
  return Value::none();
}
BATT_HD Value run1(Context& c, Run& r) {
  Frame1& f = new_frame<Frame1>(c);
  f.p1_I = argument(r, Input::I);
  Value ended = part1_1(c, r, f);
  return ended;
}
}  // namespace
BATT_KERNEL(kernel1, batt_program_v1_run1, run1)
namespace {
constexpr EmittedEntry entries[] = {{"solve_1", false, run1, kernel1, ""}};
constexpr EmittedProgram program = make_program(entries);
}  // namespace
extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
