// The kernel that runs programs as data. Compiled for the device only.
#include "runtime/device/program_image.h"

namespace batt::device {
namespace {

/// Samples of a batch may run different programs; their arguments are the values of the parameters.
__device__ void run_sample(const Batch& batch, unsigned sample) {
  const SampleCall& call = batch.calls[sample];
  const ResidentProgram& resident = *static_cast<const ResidentProgram*>(call.program);
  Context& context = begin_sample(batch, sample);
  exec::Interpreter interpreter(resident.program, context, static_cast<const Value*>(call.arguments),
                                resident.parameter_count);
  const bool raised = !interpreter.run();
  Value* values = context.arena().allocate<Value>(resident.answered_count);
  if (!raised)
    for (std::uint32_t k = 0; k < resident.answered_count; ++k) values[k] = interpreter.slot(resident.answered[k]);
  finish_sample(batch, sample, context, {0, static_cast<std::uint8_t>(raised ? 1 : 0), interpreter.escaped(), 0, 0, 0},
                values, resident.answered_count);
}

}  // namespace
}  // namespace batt::device

extern "C" __global__ void batt_run_programs(const batt::device::Batch* batch) {
  const unsigned sample = batt::device::take_sample(*batch);
  if (sample < batch->sample_count) batt::device::run_sample(*batch, sample);
}
