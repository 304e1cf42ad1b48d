#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
static constexpr std::uint64_t handler1_1 = 1;
template <class T> struct Frame2 {};
typedef Value V;
enum Frame3 { A };
class Frame4 {};
union Frame5 {};
static_assert(true);
thread_local Value n_2;
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
// rejected 4:1: the keyword 'static'
// rejected 5:1: the keyword 'template'
// rejected 5:11: the keyword 'class'
// rejected 5:27: a declaration of another kind: ClassTemplate
// rejected 6:1: the keyword 'typedef'
// rejected 6:15: a declaration of another kind: Typedef
// rejected 7:1: the keyword 'enum'
// rejected 7:6: a declaration of another kind: Enum
// rejected 8:1: the keyword 'class'
// rejected 8:7: a class that is no frame
// rejected 9:1: the keyword 'union'
// rejected 9:7: a class that is no frame
// rejected 10:1: a declaration of another kind: StaticAssert
// rejected 10:1: the keyword 'static_assert'
// rejected 11:1: the keyword 'thread_local'
// rejected 11:20: a variable that is no constant
