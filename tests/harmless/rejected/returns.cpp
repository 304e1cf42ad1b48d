#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1;
  Piled v_t1;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  if (f.n_1.is_error()) return f.p1_I;
  if (truth(f.n_1)) return f.n_1;
  if (!f.n_1.is_error()) return f.n_1;
  if (f.n_1.is_error()) { return f.n_1; }
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
// rejected 10:25: a return of something other than the error that the condition found
// rejected 11:21: a return of something other than the error that the condition found
// rejected 12:26: a return of something other than the error that the condition found
// rejected 13:27: a return before the end that is not `if (x.is_error() ..) return x`
