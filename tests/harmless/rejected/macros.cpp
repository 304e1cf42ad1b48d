#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1;
  Piled v_t1;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  _Pragma("GCC poison rot90")
  if (NULL) set_line(c, 1);
  set_line(c, __LINE__);
  set_line(c, BATT_PROGRAM_VERSION);
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
// rejected 10:3: the macro '_Pragma'
// rejected 10:3: the reserved name '_Pragma'
// rejected 11:7: implicit conversion of NULL constant to 'bool'
// rejected 11:7: something other than a flag
// rejected 11:7: the macro 'NULL'
// rejected 12:15: the macro '__LINE__'
// rejected 12:15: the reserved name '__LINE__'
// rejected 13:15: the macro 'BATT_PROGRAM_VERSION'
