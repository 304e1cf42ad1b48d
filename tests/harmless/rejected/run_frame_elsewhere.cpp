#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1;
  Piled v_t1;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  answer(r, f.n_1);
  return Value::none();
}
BATT_HD Value run1(Context& c, Run& r) {
  Frame1& f = f;
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
// rejected 9:23: 'p1_I' is read before it has a value
// rejected 14:3: a frame that is not made by new_frame
// rejected 14:15: reference 'f' is not yet bound to a value when used within its own initialization
// rejected 15:3: an assignment to something other than a variable
// rejected 16:31: something other than the frame
