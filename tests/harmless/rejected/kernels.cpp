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
  Frame1& f = new_frame<Frame1>(c);
  f.p1_I = argument(r, Input::I);
  Value ended = part1_1(c, r, f);
  return ended;
}
}  // namespace
BATT_KERNEL(kernel1, batt_program_v1_run2, run1)
BATT_KERNEL(kernel2, batt_program_v1_run2, launch(run2))
BATT_KERNEL(kernel3, main, run3)
BATT_KERNEL(kernel4, batt_program_v1_run4, BATT_HD)
constexpr batt::emitted::Kernel kernel5 = {};
BATT_KERNEL(other, batt_program_v1_run6, run6)
namespace {
constexpr EmittedEntry entries[] = {{"solve_1", false, run1, kernel1, ""}};
constexpr EmittedProgram program = make_program(entries);
}  // namespace
extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
// rejected 20:1: a kernel that is not (kernelN, batt_program_vM_runN, runN)
// rejected 21:1: a kernel that is not (kernelN, batt_program_vM_runN, runN)
// rejected 22:1: a kernel that is not (kernelN, batt_program_vM_runN, runN)
// rejected 23:1: a kernel that is not (kernelN, batt_program_vM_runN, runN)
// rejected 24:33: a constant of another type or name
// rejected 25:1: a constant of another type or name
// rejected 25:1: a kernel that is not (kernelN, batt_program_vM_runN, runN)
