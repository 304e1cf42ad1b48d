#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1;
  Piled v_t1;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  truth(f.n_1);
  op_rot90(c, f.n_1);
  f.n_1 = Value::text({});
  set_line(c, 3 - f.n_1.width());
  f.n_1 = Value::text(&f.n_1.text());
  store_pile_result(c, r, {}, f.n_1);
  new_frame<Frame1>(c);
  f.n_1 = tuple(c, std::initializer_list<Value>{f.n_1});
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
// rejected 10:3: a call whose result is of no use here
// rejected 11:3: a call whose result is of no use here
// rejected 12:23: something other than a text
// rejected 13:15: something other than an integer literal
// rejected 14:23: something other than a text
// rejected 15:3: a statement of another kind: RecoveryExpr
// rejected 15:3: no matching function for call to 'store_pile_result'
// rejected 16:3: a call of 'batt::emitted::new_frame', which is not the runtime's interface
// rejected 17:20: something other than a list of values
