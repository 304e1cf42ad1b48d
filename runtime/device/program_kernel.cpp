// The kernel that runs programs as data. Compiled for the device only.
#include "runtime/device/program_image.h"

namespace batt::device {
namespace {

__device__ void run_sample(const ProgramImage& image, unsigned sample) {
  Context& context = begin_sample(image.batch, sample);
  exec::Interpreter interpreter(image.program, context, image.parameters + sample * image.parameter_count,
                                image.parameter_count);
  const bool raised = !interpreter.run();
  Value* values = context.arena().allocate<Value>(image.answered_count);
  if (!raised)
    for (std::uint32_t k = 0; k < image.answered_count; ++k) values[k] = interpreter.slot(image.answered[k]);
  finish_sample(image.batch, sample, context,
                {0, static_cast<std::uint8_t>(raised ? 1 : 0), interpreter.escaped(), 0, 0, 0}, values,
                image.answered_count);
}

}  // namespace
}  // namespace batt::device

extern "C" __global__ void batt_run_programs(const batt::device::ProgramImage* image) {
  const unsigned sample = batt::device::take_sample(image->batch);
  if (sample < image->batch.sample_count) batt::device::run_sample(*image, sample);
}
