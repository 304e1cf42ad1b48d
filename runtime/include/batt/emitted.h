// What an emitted program sees of the runtime: values, the ops as functions, and what its guards do with exceptions.
// It is parsed with every emitted file, so it includes little and leaves every definition to the library.
//
// A statement computes a value into its place in the frame. An error there is an ordinary value until a guard looks at
// it: it ends the program (the function returns it), is caught, or goes into env.do_pile's count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "batt/program.h"
#include "batt/value.h"

#define BATT_EXPORT __attribute__((visibility("default")))

namespace batt {

class Context;

// As declared in run.h and python.h, which take longer to read than most programs.
Value safe_default_of(Context& context, Value function);
Value make_okt(Context& context, bool ok, Value value);
Value okt_field(Value v, int field);
Value new_identity(Context& context, Value v);
bool truth(Value v);

namespace emitted {

using batt::Context;
using batt::Exception;
using batt::make_okt;
using batt::new_identity;
using batt::okt_field;
using batt::safe_default_of;
using batt::TextRep;
using batt::truth;
using batt::Value;

/// One run over one sample: its inputs, env, and what it collects.
class Run;

/// The name of an op where it is a value and not called.
enum class Op : std::uint16_t {
#define OP(name, ...) op_##name,
#include "dsl_kernels/ops.def"
#undef OP
};
inline Value function(Op op) { return Value::op(static_cast<std::uint16_t>(op)); }

#define BATT_PARAMETERS_1 Value a
#define BATT_PARAMETERS_2 Value a, Value b
#define BATT_PARAMETERS_3 Value a, Value b, Value c
#define BATT_PARAMETERS_4 Value a, Value b, Value c, Value d
#define OP(name, arity, ...) Value op_##name(Context& context, BATT_PARAMETERS_##arity);
#include "dsl_kernels/ops.def"
#undef OP
#undef BATT_PARAMETERS_1
#undef BATT_PARAMETERS_2
#undef BATT_PARAMETERS_3
#undef BATT_PARAMETERS_4

/// function(*arguments) for any value called, with any number of arguments.
Value call_value(Context& context, Value function, std::initializer_list<Value> arguments);

/// An op that calls a function over items, with the function written out: begin_loop, then as long as wants_call holds the
/// body, which computes with item and other_item and ends with answer_call; then end_loop for the op's answer. The
/// function among the arguments is not looked at. begin_block: the same for a body that runs once, without items.
void begin_loop(Context& context, Run& run, Op op, std::initializer_list<Value> arguments);
void begin_block(Context& context, Run& run);
bool wants_call(Run& run);
Value item(Run& run);
Value other_item(Run& run);
void answer_call(Context& context, Run& run, Value answer);
Value end_loop(Context& context, Run& run);

/// Inside a body: whether the value is an error, which then is what the body answers.
inline bool gave_up(Context& context, Run& run, Value value) {
  if (!value.is_error()) return false;
  answer_call(context, run, value);
  return true;
}

/// a == b.
Value equal_values(Value a, Value b);

Value tuple(Context& context, std::initializer_list<Value> items);

/// The items of several tuples as one tuple.
Value joined(Context& context, std::initializer_list<Value> tuples);

/// The first of these that is an error, or None.
Value first_error(std::initializer_list<Value> values);

/// The statement that runs from now on, for whoever logs exceptions.
void set_line(Context& context, std::uint32_t line);

/// `except`: replaces an error that `bits` lists by the fallback, or by _get_safe_default(function). False if the value
/// is an error still, which then ends the program.
bool caught(Value& value, std::uint64_t bits, Value fallback);
bool caught_by_default(Context& context, Value& value, std::uint64_t bits, Value function);

/// What env.do_pile answers: OKT(ok, t), kept in parts until someone asks for the whole.
struct Piled {
  Value t;
  bool ok = false;
};

void pile_failed(Context& context, Run& run, Piled& piled, Value function);

/// Puts the flag to the value that the call gave, or what the pile makes of its exception.
inline void settle(Context& context, Run& run, Piled& piled, Value function) {
  piled.ok = true;
  if (piled.t.is_error()) pile_failed(context, run, piled, function);
}

enum class Parameter : std::uint8_t { TaskId, S, I, C, LogPath };
Value argument(const Run& run, Parameter parameter);

/// `o.append((a, b, c, d))`, `s.append((a, b, c, d))`, `return value`.
void append_to_o(Run& run, Value a, Value b, Value c, Value d);
void append_to_s(Run& run, Value a, Value b, Value c, Value d);
void answer(Run& run, Value value);

void* allocate_frame(Context& context, std::size_t bytes);

/// A function's variables. Every one is assigned before it is read, so nothing is set here.
template <class Frame>
Frame& new_frame(Context& context) {
  return *static_cast<Frame*>(allocate_frame(context, sizeof(Frame)));
}

/// One function of the source. `run` answers the error that ended it, or anything else.
struct Entry {
  const char* name;
  bool collects;  ///< answers o and s, not one value
  Value (*run)(Context& context, Run& run);
};

/// The C interface with the entries behind it.
struct Program {
  batt_program interface;
  const Entry* entries;
};

extern "C" {
const char* batt_entry_name(const batt_program* program, std::uint32_t entry);
std::int32_t batt_run(const batt_program* program, std::uint32_t entry, const batt_sample* samples,
                      std::size_t sample_count, const batt_options* options, batt_answers* answers);
std::int32_t batt_run_json(const batt_program* program, std::uint32_t entry, const char* json, std::size_t json_size,
                           const batt_options* options, batt_answers* answers);
void batt_free_answers(batt_answers* answers);
}

template <std::size_t count>
constexpr Program make_program(const Entry (&entries)[count]) {
  return {{BATT_PROGRAM_VERSION, count, batt_entry_name, batt_run, batt_run_json, batt_free_answers}, entries};
}

}  // namespace emitted
}  // namespace batt
