#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1;
  Piled v_t1;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  /* */
  // one line \
  and another
  // why??/
  // hä
  // ‮
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
// rejected 10:3: a comment that is not one line
// rejected 11:16: a line that is continued
// rejected 13:9: the beginning of a trigraph
// rejected 14:7: a byte that is no printable ASCII
// rejected 14:8: a byte that is no printable ASCII
// rejected 15:6: a byte that is no printable ASCII
// rejected 15:7: a byte that is no printable ASCII
// rejected 15:8: a byte that is no printable ASCII
