#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
Value part1_2(Context& c, Run& r, Frame1& f);
[[gnu::noinline]] Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  answer(r, f.n_1);
  return Value::none();
}
Value run1(Context& c, Run& r) {
  Frame1& f = new_frame<Frame1>(c);
  f.p1_I = argument(r, Parameter::I);
  Value ended = part1_1(c, r, f);
  return ended;
}
constexpr Entry entries[] = {{"solve_1", false, run1}};
constexpr Program program = make_program(entries);
}  // namespace
extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
// rejected 4:7: a function that is neither a part nor runs them
// rejected 4:35: unknown type name 'Frame1'
// rejected 5:25: a function that is neither a part nor runs them
// rejected 5:53: unknown type name 'Frame1'
// rejected 11:3: a beginning other than a new frame
// rejected 11:3: unknown type name 'Frame1'
// rejected 11:25: use of undeclared identifier 'Frame1'
// rejected 13:3: a local variable
// rejected 14:3: an end other than `return ended`
