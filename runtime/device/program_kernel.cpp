// The kernel that runs programs as data. Compiled for the device only.
#include "runtime/device/program_image.h"
#include "runtime/team/team.h"
#include "runtime/value/equality.h"

namespace batt::device {
namespace {

#if __CUDA_ARCH__ >= 700
/// The lanes that say so, as bits, and whether some of these do; all of them ask at once.
__device__ unsigned lanes_that(bool said) { return __ballot_sync(0xffffffffu, said); }
__device__ bool any_of(unsigned lanes, bool said) { return __any_sync(lanes, said) != 0; }
#else
// Lanes run the turns of a loop together anyway.
__device__ unsigned lanes_that(bool) { return 0xffffffffu; }
__device__ bool any_of(unsigned, bool said) { return said; }
#endif

/// Lanes that share a warp run their samples a statement at a time: none goes on before all have done it. So they run
/// the same op, and differ in its inputs only. Lanes that are done stay until all are: one that went on would wait,
/// where the loop ends, for lanes that ask for its vote. False if an exception ended this lane's program.
__device__ bool run_in_lockstep(exec::Interpreter& interpreter, const Statements& statements, unsigned lanes) {
  bool goes_on = true;
  for (std::uint32_t k = 0; k < statements.count && any_of(lanes, goes_on); ++k)
    if (goes_on) goes_on = interpreter.run_listed(statements.places[k]);
  return goes_on;
}

/// Whether one of the values that are compared is the expected output.
__device__ bool has_match(Context& context, const exec::Interpreter& interpreter, const ResidentProgram& resident,
                          Value expected) {
  for (std::uint32_t k = 0; k < resident.compared_count; ++k) {
    const Value value = interpreter.slot(resident.compared[k]);
    if (equal(context, value.is_okt() ? value.item(1) : value, expected)) return true;
  }
  return false;
}

/// What came of a call that is scored.
__device__ unsigned score_of(Context& context, const exec::Interpreter& interpreter, const ResidentProgram& resident,
                             Value expected, bool raised) {
  if (raised) return scores::first_exception + static_cast<unsigned>(interpreter.escaped());
  return has_match(context, interpreter, resident, expected) ? scores::match : scores::no_match;
}

__device__ void finish_answered_sample(const Batch& batch, unsigned sample, Context& context,
                                       const exec::Interpreter& interpreter, const ResidentMode& in_mode, bool raised) {
  Value* values = context.arena().allocate<Value>(in_mode.answered_count);
  if (!raised)
    for (std::uint32_t k = 0; k < in_mode.answered_count; ++k) values[k] = interpreter.slot(in_mode.answered[k]);
  finish_sample(batch, sample, context, {0, static_cast<std::uint8_t>(raised ? 1 : 0), interpreter.escaped(), 0, 0, 0},
                values, in_mode.answered_count);
}

/// Samples of a batch may run different programs; their arguments are the values of the parameters, and the expected
/// output if they are scored. `lanes` of the warp run one each.
///
/// What is scored runs in parts: what the calls of a sample share, and then, from there on, each call. The interpreter
/// is large, so there is one place that runs it.
__device__ void run_sample(const Batch& batch, unsigned sample, unsigned lanes) {
  const SampleCall& call = batch.calls[sample];
  const ResidentProgram& resident = *static_cast<const ResidentProgram*>(call.program);
  const ResidentMode& in_mode = resident.modes[static_cast<std::size_t>(batch.mode)];
  const Value* arguments = static_cast<const Value*>(call.arguments);
  ContextMemory memory;
  Context& context = begin_sample(batch, sample, &memory);
  exec::Interpreter interpreter(in_mode.program, context, arguments, resident.parameter_count);
  const bool is_scored = batch.scored.none || batch.scored.expected;
  const Statements* part = is_scored ? &in_mode.scored.shared : &in_mode.statements;
  exec::Interpreter::State shared = interpreter.state();
  std::uint32_t answer = 0;
  unsigned place = scores::calls;  // of the call that runs, in the answer
  while (true) {
    const bool raised = !run_in_lockstep(interpreter, *part, lanes);
    if (!is_scored) return finish_answered_sample(batch, sample, context, interpreter, in_mode, raised);
    const Value expected = arguments[resident.expected];
    if (place == scores::calls)
      shared = interpreter.state();
    else
      answer |= score_of(context, interpreter, resident, expected, raised) << scores::bits * place;
    if (place == scores::expected) break;
    place = place == scores::calls && batch.scored.none ? scores::none : scores::expected;
    if (place == scores::expected && !batch.scored.expected) break;
    interpreter.set_state(shared);
    if (resident.candidate != no_slot)
      interpreter.set_slot(resident.candidate, place == scores::none ? Value::none() : expected);
    part = &in_mode.scored.own;
  }
  finish_scored_sample(batch, sample, answer);
}

}  // namespace
}  // namespace batt::device

extern "C" __global__ void batt_run_programs(const batt::device::Batch* batch) {
  using namespace batt::device;
  const Duty duty = duty_of_lane(*batch);
  const unsigned lanes = lanes_that(duty == Duty::Sample);
  if (duty == Duty::Sample)
    run_sample(*batch, sample_of_lane(*batch), lanes);
  else if (duty == Duty::Team)
    batt::team::serve();
}
