#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1;
  Piled v_t1;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  ;
  f.n_1;
  Value x = f.n_1;
  &f.n_1;
  if (true) set_line(c, 1);
  else set_line(c, 2);
  if (Value x = f.n_1; x.is_error()) return x;
  if constexpr (true) set_line(c, 1);
  here: set_line(c, 1);
  f.n_1 = Value::none(), set_line(c, 1);
  (set_line(c, 1));
  (&f.n_1)[1] = Value::none();
  *&f.n_1 = Value::none();
  (*&f).n_1 = Value::none();
  f.v_t1.ok = true;
  f = {};
  f.n_1 = f.n_1 = Value::none();
  (f.n_1 = Value::none()) = Value::none();
  f.n_1 = (Value)f.p1_I;
  f.n_1 = Value(f.p1_I);
  f.n_1 = Value{};
  f.n_1 = {f.p1_I};
  return f.n_1;
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
// rejected 10:3: a statement of another kind: NullStmt
// rejected 11:3: a statement of another kind: MemberExpr
// rejected 11:5: expression result unused
// rejected 12:3: a local variable of another kind
// rejected 13:3: a statement of another kind: UnaryOperator
// rejected 13:3: expression result unused
// rejected 14:3: an `if` with more than a condition and one branch
// rejected 15:3: the keyword 'else'
// rejected 16:3: an `if` with more than a condition and one branch
// rejected 17:3: an `if` with more than a condition and one branch
// rejected 18:3: a statement of another kind: LabelStmt
// rejected 19:3: a statement of another kind: ExprWithCleanups
// rejected 20:3: a statement of another kind: ParenExpr
// rejected 21:3: an assignment to something other than a variable
// rejected 22:3: an assignment to something other than a variable
// rejected 23:3: an assignment to something other than a variable
// rejected 24:3: a statement of another kind: BinaryOperator
// rejected 25:3: an assignment to something other than a variable
// rejected 26:11: an expression of another kind: CXXOperatorCallExpr
// rejected 27:3: an assignment to something other than a variable
// rejected 28:11: an expression of another kind: CStyleCastExpr
// rejected 29:11: an expression of another kind: CXXFunctionalCastExpr
// rejected 30:11: an expression of another kind: CXXTemporaryObjectExpr
// rejected 31:11: an expression of another kind: InitListExpr
// rejected 32:3: a return before the end that is not `if (x.is_error() ..) return x`
