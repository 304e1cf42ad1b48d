// Emitted by battc from try5.py.
// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.
#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

// ---- batt
// 1 loop; all functions are known.

BATT_CONSTANT TextRep text1_1 = {"5n4p0003", 8, 8};
BATT_CONSTANT TextRep text1_2 = {"None", 4, 4};
BATT_CONSTANT TextRep text1_3 = {"differ_5n4p0003", 15, 15};
constexpr std::uint64_t handler1_1 = 0x6e;  // TypeError, ValueError, AttributeError, IndexError, KeyError
constexpr std::uint64_t handler1_2 = 0xffff;  // Exception

struct Frame1 {
  Value p1_TaskId, p2_S, p3_I, p4_C, p5_LogPath;
};

BATT_PART Value part1_1([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] Frame1& f) {
  // 4: try: t1 = apply(first, S) except (TypeError, AttributeError, ValueError, IndexError, KeyError): t1 = _get_safe_default(apply)
  // as loop
  set_line(c, 4);
  Value v_t1 = Value::none();
  if (runs_unused(c)) {
    v_t1 = run_loop<Op::op_apply>(c, [&](Value n_7) {
      Value n_8 = op_first(c, n_7);
      return n_8;
    }, function(Op::op_identity), f.p2_S);
    if (v_t1.is_error()) {
      v_t1 = caught(v_t1, handler1_1, Value::empty_tuple());
      if (v_t1.is_error()) return v_t1;
    }
  }
  // 8: try: t2 = get_nth_t(t1, F0) except (TypeError, AttributeError, ValueError, IndexError, KeyError): t2 = _get_safe_default(get_nth_t)
  set_line(c, 8);
  Value v_t2 = Value::none();
  if (runs_unused(c)) {
    v_t2 = op_get_nth_t(c, v_t1, Value::integer(0));
    if (v_t2.is_error()) {
      v_t2 = caught(v_t2, handler1_1, Value::empty_tuple());
      if (v_t2.is_error()) return v_t2;
    }
  }
  // 13: try: t3 = hconcat(I, rot90) except (TypeError, AttributeError, ValueError, IndexError, KeyError): t3 = _get_safe_default(hconcat)
  set_line(c, 13);
  Value v_t3 = op_hconcat(c, f.p3_I, function(Op::op_rot90));
  if (v_t3.is_error()) {
    v_t3 = caught(v_t3, handler1_1, Value::empty_tuple());
    if (v_t3.is_error()) return v_t3;
  }
  // 17: try: t4 = vmirror_t(t3) except Exception as e: t4 = ()
  set_line(c, 17);
  Value v_t4 = op_vmirror_t(c, v_t3);
  if (v_t4.is_error()) {
    v_t4 = caught(v_t4, handler1_2, Value::empty_tuple());
    if (v_t4.is_error()) return v_t4;
  }
  append_to_o(r, Value::integer(3), Value::boolean(true), Value::text(&text1_1), v_t3);
  append_to_s(r, Value::integer(4), Value::text(&text1_2), Value::text(&text1_3), v_t4);
  return Value::none();
}

BATT_HD Value run1(Context& c, Run& r) {
  Frame1& f = new_frame<Frame1>(c);
  f.p1_TaskId = argument(r, Input::TaskId);
  f.p2_S = argument(r, Input::S);
  f.p3_I = argument(r, Input::I);
  f.p4_C = argument(r, Input::C);
  f.p5_LogPath = argument(r, Input::LogPath);
  Value ended = part1_1(c, r, f);
  return ended;
}

}  // namespace

BATT_KERNEL(kernel1, batt_program_v1_run1, run1)

namespace {

constexpr EmittedEntry entries[] = {
    {"batt", true, run1, kernel1,
     "4r;4;4r! 2 1;8r 1;8r! 1 3;13r;13r! 1 5;17r 1;17r 1 7;/o 6;s 8;"},
};
constexpr EmittedProgram program = make_program(entries);

}  // namespace

extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
