// Emitted by battc from hostile.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- solve_int
// 0 loops; all functions are known.

BATT_CONSTANT TextRep text1_1 = {"quote\042 ' back\134slash \052/ /\052 // \077\077/ \077\077' %s {} ${x}", 47, 47};
BATT_CONSTANT TextRep text1_2 = {"new\012line\011tab\000\033[31m\015", 19, 19};
BATT_CONSTANT TextRep text1_3 = {"\303\274 \342\200\256 \360\237\230\200 \357\273\277", 15, 7};
BATT_CONSTANT TextRep text1_4 = {"\042; system(\042true\042); //", 21, 21};
BATT_CONSTANT TextRep text1_5 = {"#include <x>", 12, 12};
BATT_CONSTANT TextRep text1_6 = {"R\042(raw)\042", 8, 8};
BATT_CONSTANT TextRep text1_7 = {"%0 = call @rot90 ; t1, line 3", 29, 29};

struct Frame1 {
  Value p1_S, p2_I, p3_C;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 3: class_ = rot90(I)
  set_line(c, 3);
  Value n_3 = op_rot90(c, f.p2_I);
  if (n_3.is_error()) return n_3;
  // 4: template = rot180(class_)
  set_line(c, 4);
  Value n_4 = op_rot180(c, n_3);
  if (n_4.is_error()) return n_4;
  // 5: NULL = rot270(template)
  set_line(c, 5);
  Value n_5 = op_rot270(c, n_4);
  if (n_5.is_error()) return n_5;
  // 6: __LINE__ = first(NULL)
  set_line(c, 6);
  Value n_6 = op_first(c, n_5);
  if (n_6.is_error()) return n_6;
  // 7: line = last(__LINE__)
  set_line(c, 7);
  Value n_7 = op_last(c, n_6);
  if (n_7.is_error()) return n_7;
  // 8: t1 = add(size(I), line)
  set_line(c, 8);
  Value n_8 = op_size(c, f.p2_I);
  Value v_t1 = first_error({n_8});
  if (!v_t1.is_error()) {
    v_t1 = op_add(c, n_8, n_7);
  }
  if (v_t1.is_error()) return v_t1;
  // 9: t1 = add(t1, ONE)
  set_line(c, 9);
  Value v_t1_2 = op_add(c, v_t1, Value::integer(1));
  if (v_t1_2.is_error()) return v_t1_2;
  // 10: t1_2 = add(t1, TWO)
  set_line(c, 10);
  Value n_13 = op_add(c, v_t1_2, Value::integer(2));
  if (n_13.is_error()) return n_13;
  // 11: x = ("quote\x5c" ' back\x5c\x5cslash \x2a/ /\x2a // \x3f\x3f/ \x3f\x3f' %s {} ${x}", 'new\x5cnline\x5cttab\x5cx00\x5cx1b[31m\x5cr', '\xc3\xbc \x5cu202e \x5cU000 ...
  set_line(c, 11);
  Value v_x = tuple(c, {Value::text(&text1_1), Value::text(&text1_2), Value::text(&text1_3)});
  // 12: y = ('"; system("true"); //', '#include <x>', 'R"(raw)"', '%0 = call @rot90 ; t1, line 3')
  set_line(c, 12);
  Value v_y = tuple(c, {Value::text(&text1_4), Value::text(&text1_5), Value::text(&text1_6), Value::text(&text1_7)});
  // 13: return astuple(astuple(x, y), astuple(t1_2, S))
  set_line(c, 13);
  Value n_23 = op_astuple(c, v_x, v_y);
  Value n_24 = op_astuple(c, n_13, f.p1_S);
  Value n_25 = op_astuple(c, n_23, n_24);
  answer(r, n_25);
  return Value::none();
}

BATT_HD Value run1(Context& c, Run& r) {
  Frame1& f = new_frame<Frame1>(c);
  f.p1_S = argument(r, Input::S);
  f.p2_I = argument(r, Input::I);
  f.p3_C = argument(r, Input::C);
  Value ended = part1_1(c, r, f);
  return ended;
}

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)

namespace {

constexpr EmittedEntry entries[] = {
    {"solve_int", false, run1, kernel1,
     "3r;3r! 1;4r 1;4r! 1;5r 1;5r! 1;6r 1;6r! 1;7r 1;7r! 1;8r;8r 1 2;8r! 1;9r 1;9r! 1;10r 1;10r! 1;11;12;1"
     "3 2 1;13 4;13 2 1;/O 21;"},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
