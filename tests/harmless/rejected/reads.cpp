#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1;
  Piled v_t1, v_t2;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  store_pile_result(c, r, f.v_t2, f.n_1);
  f.n_1 = f.v_t1.t;
  if (f.v_t1.ok) set_line(c, 1);
  if (false) f.v_t1.t = f.n_1;
  answer(r, f.v_t1.t);
  f.v_t1.t = f.v_t1.t;
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
// rejected 10:27: 'v_t2' is read before it has a value
// rejected 11:11: 'v_t1' is read before it has a value
// rejected 12:7: 'v_t1' is read before it has a value
// rejected 14:13: 'v_t1' is read before it has a value
// rejected 15:14: 'v_t1' is read before it has a value
