#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1, n_9;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = run_loop<Op::op_apply>(c, [=](Value n_2) { return n_2; }, f.p1_I, f.p1_I);
  f.n_1 = run_loop<Op::op_apply>(c, [&f](Value n_2) { return n_2; }, f.p1_I, f.p1_I);
  f.n_1 = run_loop<Op::op_apply>(c, [&](Value n_2) mutable { return n_2; }, f.p1_I, f.p1_I);
  f.n_1 = run_loop<Op::op_apply>(c, [&](const Value n_2) { return n_2; }, f.p1_I, f.p1_I);
  f.n_1 = run_loop<Op::op_apply>(c, [&](Value x) { return x; }, f.p1_I, f.p1_I);
  f.n_1 = run_loop<Op::op_apply>(c, [&](Value n_2 = {}) { return n_2; }, f.p1_I, f.p1_I);
  f.n_1 = run_loop<Op::op_apply>(c, [&](Value n_2) -> Value { return n_2; }, f.p1_I, f.p1_I);
  f.n_1 = run_loop<Op::op_apply>(c, [&](Value n_2) { return n_2; }, f.n_9, f.p1_I);
  f.n_1 = run_loop<Op::op_apply>(c, [&](Value n_2) {
    if (truth(n_2)) return n_2;
    Value n_3 = op_rot90(c, n_2);
    if (n_3.is_error()) return n_2;
    return f.n_9;
  }, f.p1_I, f.p1_I);
  f.n_1 = run_loop<Op::op_apply>(c, [&](Value n_2) {
    f.n_1 = n_2;
    { return n_2; }
  }, f.p1_I, f.p1_I);
  f.n_1 = run_block(c, [&]() { return f.p1_I; });
  f.n_1 = run_block(c, [&] { return run_block(c, [&] { return f.p1_I; }); });
  f.n_1 = op_rot90(c, run_block(c, [&] { return f.p1_I; }));
  run_block(c, [&] { return f.p1_I; });
  while (true) set_line(c, 1);
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
// rejected 8:37: a body of another kind
// rejected 9:37: a body of another kind
// rejected 10:37: a body of another kind
// rejected 10:52: the keyword 'mutable'
// rejected 11:37: a body of another kind
// rejected 12:37: a body of another kind
// rejected 13:37: a body of another kind
// rejected 14:37: a body of another kind
// rejected 14:52: the token '->'
// rejected 15:69: 'n_9' is read before it has a value
// rejected 17:21: a return of something other than the error that the condition found
// rejected 19:25: a return of something other than the error that the condition found
// rejected 20:12: 'n_9' is read before it has a value
// rejected 22:37: a body that does not end with a return of its result
// rejected 26:24: a body of another kind
// rejected 27:37: a call of 'batt::emitted::run_block', which is not the runtime's interface
// rejected 28:23: a call of 'batt::emitted::run_block', which is not the runtime's interface
// rejected 29:3: a call of 'batt::emitted::run_block', which is not the runtime's interface
// rejected 30:3: a statement of another kind: WhileStmt
// rejected 30:3: the keyword 'while'
