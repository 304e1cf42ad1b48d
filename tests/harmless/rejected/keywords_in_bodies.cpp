#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1;
  Piled v_t1;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  asm("");
  goto here;
here: set_line(c, 1);
  new Value;
  delete &f.n_1;
  while (true) set_line(c, 1);
  for (;;) set_line(c, 1);
  do set_line(c, 1); while (false);
  switch (1) default: set_line(c, 1);
  throw 1;
  static_cast<void>(c);
  reinterpret_cast<Value&>(c) = f.n_1;
  set_line(c, sizeof(Value));
  auto x = f.n_1;
  try { set_line(c, 1); } catch (...) {}
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
// rejected 10:3: a statement of another kind: GCCAsmStmt
// rejected 10:3: the keyword 'asm'
// rejected 11:3: a statement of another kind: GotoStmt
// rejected 11:3: the keyword 'goto'
// rejected 12:1: a statement of another kind: LabelStmt
// rejected 13:3: a statement of another kind: CXXNewExpr
// rejected 13:3: the keyword 'new'
// rejected 14:3: a statement of another kind: CXXDeleteExpr
// rejected 14:3: the keyword 'delete'
// rejected 15:3: a statement of another kind: WhileStmt
// rejected 15:3: the keyword 'while'
// rejected 16:3: a statement of another kind: ForStmt
// rejected 16:3: the keyword 'for'
// rejected 17:3: a statement of another kind: DoStmt
// rejected 17:3: the keyword 'do'
// rejected 17:22: the keyword 'while'
// rejected 18:3: a statement of another kind: SwitchStmt
// rejected 18:3: the keyword 'switch'
// rejected 18:14: the keyword 'default'
// rejected 19:3: a statement of another kind: CXXThrowExpr
// rejected 19:3: the keyword 'throw'
// rejected 20:3: a statement of another kind: CXXStaticCastExpr
// rejected 20:3: the keyword 'static_cast'
// rejected 20:15: the keyword 'void'
// rejected 21:3: an assignment to something other than a variable
// rejected 21:3: the keyword 'reinterpret_cast'
// rejected 22:15: something other than an integer literal
// rejected 22:15: the keyword 'sizeof'
// rejected 23:3: a local variable of another kind
// rejected 23:3: the keyword 'auto'
// rejected 24:3: a statement of another kind: CXXTryStmt
// rejected 24:3: the keyword 'try'
// rejected 24:27: the keyword 'catch'
// rejected 24:34: the token '...'
