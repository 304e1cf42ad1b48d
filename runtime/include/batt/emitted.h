// What an emitted program sees of the runtime: values, the ops as functions, and what its guards do with exceptions.
// It is parsed with every emitted file: what is called once in a while is left to the library, and what runs for every
// item of a loop is defined here, so that the compiler sees it. A C++ compiler reads an emitted file as plain C++; nvcc
// compiles the same functions for host and device, and a kernel for each entry.
//
// A statement computes a value into a variable: a local one, or a member of the frame if several parts of the function
// use it. An error there is an ordinary value until a guard looks at it: it ends the program (the function returns it),
// is caught, or goes into env.do_pile's count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "batt/program.h"
#include "batt/target.h"
#include "batt/value.h"
#include "dsl_kernels/op_table.h"
#include "runtime/value/context.h"

#define BATT_EXPORT __attribute__((visibility("default")))

/// Begins each part of a function: parts stay functions of their own, so that no compiler meets one that is too long.
#define BATT_PART BATT_HD __attribute__((noinline))

/// Begins a constant whose address is taken: device code cannot take that of a host's.
#ifdef BATT_ON_DEVICE
#define BATT_CONSTANT __device__ const
#else
#define BATT_CONSTANT constexpr
#endif

/// The kernel `symbol` that runs an entry for many samples, and `name` for the entry to refer to it. Without nvcc the
/// name alone.
#ifdef __CUDACC__
#define BATT_KERNEL(name, symbol, run)                                                       \
  extern "C" __global__ void symbol(const batt::emitted::Image* image) {                     \
    if (batt::emitted::runs_sample(image)) {                                                 \
      batt::emitted::Run& sample = batt::emitted::begin_run(image);                          \
      batt::emitted::end_run(image, sample, run(batt::emitted::context_of(sample), sample)); \
    } else if (batt::emitted::serves_sample(image)) {                                        \
      batt::team::serve();                                                                   \
    }                                                                                        \
  }                                                                                          \
  constexpr batt::emitted::Kernel name = {#symbol, symbol};
#else
#define BATT_KERNEL(name, symbol, run) constexpr batt::emitted::Kernel name = {#symbol, nullptr};
#endif

/// The function batt_batch of a program, which runs one of its entries.
#define BATT_BATCH(program, entry)                                                                           \
  extern "C" BATT_EXPORT std::int32_t batt_batch(                                                            \
      const char* const* task_ids, const batt_examples* Ss, const batt_grid* Is, const batt_grid* Cs,        \
      const char* const* log_paths, std::size_t count, const batt_options* options, batt_answers* answers) { \
    const batt::emitted::BatchArguments arguments = {task_ids, Ss, Is, Cs, log_paths, count};                \
    return batt::emitted::batt_run_batch(&(program).interface, entry, arguments, options, answers);          \
  }

namespace batt {

class DeviceProgram;

#ifdef __CUDACC__
namespace team {
__device__ void serve();
}
#endif

// As declared in guards.h, python.h and op_bodies.h.
BATT_HD Value safe_default_of(Context& context, Value function);
BATT_HD Value make_okt(Context& context, bool ok, Value value);
BATT_HD Value okt_field(Value v, int field);
BATT_HD Value other_name(Context& context, Value op, std::uint32_t alias);
BATT_HD bool truth(Value v);

namespace emitted {

using batt::Context;
using batt::Exception;
using batt::okt_field;
using batt::other_name;
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
BATT_HD inline Value function(Op op) { return Value::op(static_cast<std::uint16_t>(op)); }

#define BATT_PARAMETERS_1 Value a
#define BATT_PARAMETERS_2 Value a, Value b
#define BATT_PARAMETERS_3 Value a, Value b, Value c
#define BATT_PARAMETERS_4 Value a, Value b, Value c, Value d
#define OP(name, arity, ...) BATT_HD Value op_##name(Context& context, BATT_PARAMETERS_##arity);
#include "dsl_kernels/ops.def"
#undef OP
#undef BATT_PARAMETERS_1
#undef BATT_PARAMETERS_2
#undef BATT_PARAMETERS_3
#undef BATT_PARAMETERS_4

/// function(*arguments) for any value called, with any number of arguments.
BATT_HD Value call_value(Context& context, Value function, std::initializer_list<Value> arguments);

/// op(*arguments) for a number of arguments that the op does not take.
BATT_HD Value failed_call(Context& context, Op op, std::initializer_list<Value> arguments);

/// o_g(grid, type) of which only single_cells_of() is asked: sizefilter(objects, one).
BATT_HD Value objects_or_none(Context& context, Value grid, Value type);
BATT_HD Value single_cells_of(Context& context, Value objects, Value one, Value grid, Value type);

BATT_HD Value tuple(Context& context, std::initializer_list<Value> items);

/// The items of several tuples as one tuple.
BATT_HD Value joined(Context& context, std::initializer_list<Value> tuples);

/// The first of these that is an error, or None.
BATT_HD inline Value first_error(std::initializer_list<Value> values) {
  for (const Value value : values)
    if (value.is_error()) return value;
  return Value::none();
}

/// The statement that runs from now on, for whoever logs exceptions.
BATT_HD inline void set_line(Context& context, std::uint32_t line) { context.set_line(line); }

/// Whether statements run whose values are unused where ops do not raise: in raw mode they may end the program, and a
/// log tells of them.
BATT_HD inline bool runs_unused(const Context& context) {
#ifdef BATT_ON_DEVICE
  return context.mode() == ErrorMode::Raw;
#else
  return context.mode() == ErrorMode::Raw || context.log() != nullptr;
#endif
}

/// Whether what is the same for every item of a loop is computed for each: a log tells of every failure.
BATT_HD inline Value repeats_steady([[maybe_unused]] const Context& context) {
#ifdef BATT_ON_DEVICE
  return Value::boolean(false);
#else
  return Value::boolean(context.log() != nullptr);
#endif
}

/// `except`: the fallback, or _get_safe_default(function), for an error that `bits` lists. Any other error is returned
/// as it is, and ends the program.
BATT_HD Value caught(Value error, std::uint64_t bits, Value fallback);
BATT_HD Value caught_by_default(Context& context, Value error, std::uint64_t bits, Value function);

/// What env.do_pile returns: OKT(ok, t), kept in parts until someone asks for the whole. `ok` is a bool.
struct Piled {
  Value t;
  Value ok = Value::boolean(false);
};

/// The flag of a pile as a condition, and the pile as a whole.
BATT_HD inline bool is_ok(Value ok) { return ok.as_bool(); }
BATT_HD inline Value okt_of(Context& context, Value ok, Value value) { return make_okt(context, ok.as_bool(), value); }

BATT_HD void pile_failed(Context& context, Run& run, Piled& piled, Value function);

/// Puts the flag to the value that the call gave, or what the pile makes of its exception.
BATT_HD inline void store_pile_result(Context& context, Run& run, Piled& piled, Value function) {
  piled.ok = Value::boolean(true);
  if (piled.t.is_error()) pile_failed(context, run, piled, function);
}

enum class Input : std::uint8_t { TaskId, S, I, C, LogPath };
BATT_HD Value argument(const Run& run, Input input);

/// `o.append((a, b, c, d))`, `s.append((a, b, c, d))`, `return value`.
BATT_HD void append_to_o(Run& run, Value a, Value b, Value c, Value d);
BATT_HD void append_to_s(Run& run, Value a, Value b, Value c, Value d);
BATT_HD void answer(Run& run, Value value);

BATT_HD void* allocate_frame(Context& context, std::size_t bytes);

/// A function's variables. Every one is assigned before it is read, so nothing is set here.
template <class Frame>
BATT_HD Frame& new_frame(Context& context) {
  return *static_cast<Frame*>(allocate_frame(context, sizeof(Frame)));
}

/// What a kernel reads: the samples, and where their memory and their answers lie.
struct Image;

/// The kernel of an entry.
struct Kernel {
  const char* symbol = nullptr;
  void (*handle)(const Image* image) = nullptr;  ///< by which nvcc's own host code knows it; null: not compiled by nvcc
};

#ifdef __CUDACC__
/// On the device: whether this lane runs a sample, or is of the team of its warp's; the run of its sample.
__device__ bool runs_sample(const Image* image);
__device__ bool serves_sample(const Image* image);
__device__ Run& begin_run(const Image* image);
/// Writes the sample's answer; `ended` is what the entry's function returned.
__device__ void end_run(const Image* image, Run& run, Value ended);
__device__ Context& context_of(Run& run);
#endif

struct EmittedStages;

/// One function of the source. `run` returns the error that ended it, or anything else.
struct EmittedEntry {
  const char* name;
  bool collects;  ///< returns o and s, not one value
  Value (*run)(Context& context, Run& run);
  Kernel kernel = {};
  const char* dependences = "";           ///< which values depend on which, for what CPython does not fix
  const EmittedStages* stages = nullptr;  ///< the function in parts; null: it runs as a whole only
};

/// The C interface with the entries that it calls.
struct EmittedProgram {
  batt_program interface;
  const EmittedEntry* entries;
  const void* device_code;  ///< where the kernels are, linked, for all architectures; null: nvcc knows
  DeviceProgram* (*on_device)(const EmittedProgram& program,
                              std::uint32_t entry);  ///< makes one; null: there are no kernels
};

/// What batt_batch of batt/program.h gets.
struct BatchArguments {
  const char* const* task_ids;
  const batt_examples* Ss;
  const batt_grid* Is;
  const batt_grid* Cs;
  const char* const* log_paths;
  std::size_t count;
};

extern "C" {
const char* batt_entry_name(const batt_program* program, std::uint32_t entry);
std::int32_t batt_run(const batt_program* program, std::uint32_t entry, const batt_sample* samples,
                      std::size_t sample_count, const batt_options* options, batt_answers* answers);
std::int32_t batt_run_batch(const batt_program* program, std::uint32_t entry, const BatchArguments& arguments,
                            const batt_options* options, batt_answers* answers);
std::int32_t batt_run_json(const batt_program* program, std::uint32_t entry, const char* json, std::size_t json_size,
                           const batt_options* options, batt_answers* answers);
void batt_free_answers(batt_answers* answers);
std::int32_t batt_time_json(const batt_program* program, std::uint32_t entry, const char* json, std::size_t json_size,
                            const batt_options* options, std::uint32_t repeat, double* seconds);
}

/// In libbatt_device.a, for programs that have kernels. What battc builds can be linked without that library, and then
/// runs on the host.
#ifdef BATT_DEVICE_CODE
extern "C" __attribute__((weak)) DeviceProgram* batt_make_device_program(const EmittedProgram& program,
                                                                         std::uint32_t entry);
#else
extern "C" DeviceProgram* batt_make_device_program(const EmittedProgram& program, std::uint32_t entry);
#endif

// battc compiles the device's part by itself and names the file with the result here.
#ifdef BATT_DEVICE_CODE
asm(R"(
  .pushsection .nv_fatbin, "a"
  .balign 16
batt_code_of_program:
  .incbin ")" BATT_DEVICE_CODE R"("
  .popsection
)");
extern "C" __attribute__((visibility("hidden"))) const char batt_code_of_program[];
#else
inline constexpr const char* batt_code_of_program = nullptr;
#endif
#if defined(BATT_DEVICE_CODE) || defined(__CUDACC__)
inline constexpr auto on_device = batt_make_device_program;
#else
inline constexpr DeviceProgram* (*on_device)(const EmittedProgram&, std::uint32_t) = nullptr;
#endif

template <std::size_t count>
constexpr EmittedProgram make_program(const EmittedEntry (&entries)[count]) {
  return {{BATT_PROGRAM_VERSION, count, batt_entry_name, batt_run, batt_run_json, batt_free_answers, batt_time_json},
          entries,
          batt_code_of_program,
          on_device};
}

}  // namespace emitted
}  // namespace batt

#include "batt/emitted_loops.h"
#include "batt/emitted_stages.h"
