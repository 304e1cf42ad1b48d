#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1;
  Piled v_t1;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  std::char_traits<char>::length("abc");
  batt::to_string(Exception::TypeError);
  allocate_frame(c, 16);
  batt_free_answers({});
  f.n_1 = Value::okt(&f.n_1);
  f.n_1 = Value::op(9999);
  f.n_1 = function(Op(9999));
  f.n_1 = function(Op{9999});
  f.n_1.item(0);
  f.n_1 = f.n_1.item(0);
  []() {}();
  f.n_1 = (&op_rot90)(c, f.n_1);
  f.n_1.Value::~Value();
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
// rejected 10:3: a call of 'std::char_traits<char>::length', which is not the runtime's interface
// rejected 10:20: the keyword 'char'
// rejected 11:3: a call of 'batt::to_string', which is not the runtime's interface
// rejected 12:3: a call of 'batt::emitted::allocate_frame', which is not the runtime's interface
// rejected 13:21: an argument of the type batt_answers *
// rejected 14:22: an argument of the type const class batt::Value *
// rejected 15:21: an argument of the type std::uint16_t
// rejected 16:20: something other than an enumerator
// rejected 17:20: something other than an enumerator
// rejected 18:3: a statement of another kind: CXXMemberCallExpr
// rejected 19:11: an expression of another kind: CXXMemberCallExpr
// rejected 20:3: a statement of another kind: ExprWithCleanups
// rejected 21:11: a call of something other than a named function
// rejected 22:3: a statement of another kind: CXXMemberCallExpr
// rejected 22:16: the token '~'
