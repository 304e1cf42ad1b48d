#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1;
  Piled v_t1;
  std::int64_t n_2;
  Value* n_3;
  Value n_4[2];
  Value& n_5;
  const Value n_6;
  Value n_7 = Value::none();
  Value system;
  Value v_system;
  Value n_8() { return {}; }
  Frame1() {}
  struct Frame2 {};
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
BATT_KERNEL(kernel1, batt_program_v1_run1, run1)
namespace {
constexpr EmittedEntry entries[] = {{"solve_1", false, run1, kernel1, ""}};
constexpr EmittedProgram program = make_program(entries);
}  // namespace
extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
// rejected 7:16: a variable of another type
// rejected 8:10: a variable of another type
// rejected 9:9: a variable of another type
// rejected 10:10: a variable of another type
// rejected 11:15: a variable of another type
// rejected 12:9: a variable of another type
// rejected 13:9: a variable of another name
// rejected 14:9: a variable of another name
// rejected 15:9: a declaration of another kind: CXXMethod
// rejected 16:3: a declaration of another kind: CXXConstructor
// rejected 16:3: constructor for '(anonymous namespace)::Frame1' must explicitly initialize the reference member 'n_5'
// rejected 17:10: a declaration of another kind: CXXRecord
