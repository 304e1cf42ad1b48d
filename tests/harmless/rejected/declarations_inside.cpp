#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
Value helper(Context& c, Run& r) { return Value::none(); }
struct Frame2;
Value part1_2(Context& c, Run& r, Frame2& f);
using namespace std;
using std::size_t;
using V = Value;
Value n_1;
constexpr int one = 1;
constexpr std::uint64_t bits = 1;
constexpr std::uint64_t handler1_1 = 2 - 1;
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
BATT_KERNEL(kernel1, batt_program_v1_run1, run1)
namespace {
constexpr EmittedEntry entries[] = {{"solve_1", false, run1, kernel1, ""}};
constexpr EmittedProgram program = make_program(entries);
}  // namespace
extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
// rejected 4:7: a function that is neither a part nor runs them
// rejected 5:8: a class that is no frame
// rejected 6:7: a function that is neither a part nor runs them
// rejected 7:17: a using directive for another namespace
// rejected 8:12: a declaration of another kind: Using
// rejected 9:7: a declaration of another kind: TypeAlias
// rejected 10:7: a variable that is no constant
// rejected 11:11: the keyword 'int'
// rejected 11:15: a constant of another type or name
// rejected 12:25: a constant of another type or name
// rejected 13:25: a handler that is no number
