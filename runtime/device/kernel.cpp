// The kernel that runs programs as data: a warp for each sample. Compiled for the device only.
#include "runtime/device/image.h"
#include "runtime/device/value_writer.h"

namespace batt::device {
namespace {

__device__ void write_answer(const Image& image, const exec::Interpreter& interpreter, bool raised, Context& context,
                             std::byte* out) {
  Answer answer{0, static_cast<std::uint8_t>(raised ? 1 : 0), interpreter.escaped(), 0};
  ValueWriter writer(out, image.answer_bytes, 0, context.scratch());
  writer.claim(answer_header_bytes);
  if (!raised) {
    Value* values = context.arena().allocate<Value>(image.answered_count);
    for (std::uint32_t k = 0; k < image.answered_count; ++k) values[k] = interpreter.slot(image.answered[k]);
    writer.write(values, image.answered_count);
  }
  if (!writer.fits()) context.give_up(no_op, Reason::Result);
  answer.bytes = static_cast<std::uint32_t>(writer.used());
  writer.put(0, &answer, sizeof(Answer));
}

/// A sample that cannot be answered ends its lane somewhere inside.
__device__ void run_sample(const Image& image, std::size_t sample) {
  constexpr std::size_t context_bytes = (sizeof(Context) + 255) & ~std::size_t{255};
  SampleStatus* status = image.status + sample;
  begin_sample(status);
  object_tables_on_device = image.object_tables;  // the same from every warp
  std::byte* slab = image.slabs + sample * image.slab_bytes;
  if (image.slab_bytes <= context_bytes) end_sample(no_op, Reason::Memory);
  Context& context =
      *new (slab) Context(image.mode, image.steps, slab + context_bytes, image.slab_bytes - context_bytes, status);
  exec::Interpreter interpreter(image.program, context, image.parameters + sample * image.parameter_count,
                                image.parameter_count);
  const bool raised = !interpreter.run();
  write_answer(image, interpreter, raised, context, image.answers + sample * image.answer_bytes);
  status->answered = 1;
}

}  // namespace
}  // namespace batt::device

extern "C" __global__ void batt_run_programs(const batt::device::Image* image) {
  const unsigned sample = (blockIdx.x * blockDim.x + threadIdx.x) / batt::device::lanes_of_a_warp;
  if (threadIdx.x % batt::device::lanes_of_a_warp == 0 && sample < image->sample_count)
    batt::device::run_sample(*image, sample);
}
