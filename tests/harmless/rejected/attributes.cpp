#include "batt/emitted.h"
namespace {
using namespace batt::emitted;
[[gnu::section("x")]] constexpr std::uint64_t handler1_1 = 1;
struct [[gnu::packed]] Frame1 {
  [[no_unique_address]] Value p1_I, n_1;
  Piled v_t1;
};
[[gnu::constructor, noreturn, deprecated, battc::harmless]] Value part1_1(Context& c, Run& r, [[gnu::nonnull, maybe_unused]] Frame1& f) {
  f.n_1 = op_rot90(c, f.p1_I);
  [[likely]] set_line(c, 1);
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
// rejected 4:3: the attribute 'section'
// rejected 5:10: the attribute 'packed'
// rejected 6:5: the attribute 'no_unique_address'
// rejected 9:3: the attribute 'constructor'
// rejected 9:21: the attribute 'noreturn'
// rejected 9:31: the attribute 'deprecated'
// rejected 9:43: unknown attribute 'harmless' ignored
// rejected 9:97: 'nonnull' attribute only applies to pointer arguments
// rejected 11:3: a statement of another kind: AttributedStmt
// rejected 13:3: function 'part1_1' declared 'noreturn' should not return
// rejected 18:17: 'part1_1' is deprecated
