#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1;
  Piled v_t1;
};
BATT_PART Value part1_1(Context& c, Run& r, Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  R"(raw)";
  L"wide";
  u8"text";
  "\x41";
  "\n";
  "text";
  set_line(c, "text"[0]);
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
// rejected 10:3: a statement of another kind: StringLiteral
// rejected 10:3: a string with a prefix, a suffix or an unknown escape
// rejected 10:3: expression result unused
// rejected 11:3: a statement of another kind: StringLiteral
// rejected 11:3: expression result unused
// rejected 11:3: the token 'L"wide"'
// rejected 12:3: a statement of another kind: StringLiteral
// rejected 12:3: expression result unused
// rejected 12:3: the token 'u8"text"'
// rejected 13:3: a statement of another kind: StringLiteral
// rejected 13:3: a string with a prefix, a suffix or an unknown escape
// rejected 13:3: expression result unused
// rejected 14:3: a statement of another kind: StringLiteral
// rejected 14:3: a string with a prefix, a suffix or an unknown escape
// rejected 14:3: expression result unused
// rejected 15:3: a statement of another kind: StringLiteral
// rejected 15:3: expression result unused
// rejected 16:15: something other than an integer literal
