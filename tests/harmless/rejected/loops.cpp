#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1, s_1;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = item(r);
  answer_call(c, r, f.p1_I);
  f.n_1 = end_loop(c, r);
  if (wants_call(r)) set_line(c, 1);
  while (wants_call(r)) answer_call(c, r, f.n_1);
  begin_block(c, r);
  set_line(c, 1);
  begin_loop(c, r, Op::op_apply, {f.p1_I, f.p1_I});
  while (true) {
    answer_call(c, r, f.n_1);
  }
  f.n_1 = end_loop(c, r);
  begin_loop(c, r, Op::op_apply, {f.p1_I, f.p1_I});
  while (wants_call(r)) {
    f.s_1 = item(r);
    if (truth(f.s_1)) continue;
    set_line(c, 1);
  }
  f.n_1 = end_loop(c, r);
  begin_block(c, r);
  while (wants_call(r)) {
    answer_call(c, r, f.s_1);
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
// rejected 8:11: a call that belongs into a loop
// rejected 9:3: a call that belongs into a loop
// rejected 10:11: a part of a loop alone
// rejected 11:7: a part of a loop alone
// rejected 12:3: a statement of another kind: WhileStmt
// rejected 13:3: a loop without its body or its end
// rejected 15:3: a loop without its body or its end
// rejected 16:3: a statement of another kind: WhileStmt
// rejected 19:11: a part of a loop alone
// rejected 23:9: a continue that is not `if (gave_up(..)) continue`
// rejected 24:5: a body that does not end with its answer
// rejected 29:23: 's_1' is read before it has a value
