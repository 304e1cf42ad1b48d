#include "batt/emitted.h"
extern "C" batt_program* system(batt_program* command);
extern "C++" {}
const batt::Value n_1;
;
namespace batt {}
namespace b = batt;
bool batt::truth_of_any(Value v) { return v.is_error(); }
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
BATT_KERNEL(kernel1, batt_program_v1_run1, run1)
namespace {
constexpr EmittedEntry entries[] = {{"solve_1", false, run1, kernel1, ""}};
constexpr EmittedProgram program = make_program(entries);
}  // namespace
extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
// rejected 2:26: a declaration of another kind: Function
// rejected 2:26: functions that differ only in their return type cannot be overloaded
// rejected 3:8: a declaration of another kind: LinkageSpec
// rejected 4:19: a constant of another type or name
// rejected 5:1: a declaration of another kind: Empty
// rejected 6:11: a namespace with a name
// rejected 7:11: a declaration of another kind: NamespaceAlias
// rejected 8:1: the keyword 'bool'
// rejected 8:12: a declaration of another kind: Function
