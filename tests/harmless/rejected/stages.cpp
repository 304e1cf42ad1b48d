#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
struct Frame1 {
  Value p1_I, n_1;
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
constexpr Part<Frame1> parts1[] = {{PartStage::Sample, part1_1}, {PartStage::Call, nullptr}};
constexpr EmittedStages stages1 = make_stages<Frame1, parts1>("I,", 1 + 0, {true, {}, {}}, {true, {}, {}});
constexpr EmittedStages stages2 = {"I,I,I,", 1, 1, {}, {}, nullptr};
}  // namespace
BATT_KERNEL(kernel1, batt_program_v1_run1, run1)
namespace {
constexpr EmittedEntry entries[] = {{"solve_1", false, run1, kernel1, "", &stages2}};
constexpr EmittedProgram program = make_program(entries);
}  // namespace
extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
// rejected 18:66: a part that is not {a stage, a part of this file}
// rejected 18:84: the keyword 'nullptr'
// rejected 19:25: stages that are not made of parameters, a number and facts
// rejected 19:71: the token '+'
// rejected 20:25: stages that are not made of parameters, a number and facts
// rejected 20:60: the keyword 'nullptr'
// rejected 24:37: an entry that is not {name, whether it collects, a function of this file, its kernel, its dependences, its stages}
