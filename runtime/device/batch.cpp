// How a kernel begins and ends a sample. Compiled for the device only.
#include "runtime/device/batch.h"

#include "dsl_kernels/object_search/object_tables.h"
#include "runtime/device/value_writer.h"
#include "runtime/team/team.h"

namespace batt::device {

__device__ unsigned take_sample(const Batch& batch) {
  const unsigned sample = sample_of_lane(batch), warp = (blockIdx.x * blockDim.x + threadIdx.x) / warp_size;
  if (sample >= batch.sample_count && batch.samples_per_warp == 1 && warp < batch.sample_count) team::serve();
  return sample;
}

__device__ Context& begin_sample(const Batch& batch, unsigned sample) {
  constexpr std::size_t context_bytes = (sizeof(Context) + 255) & ~std::size_t{255};
  SampleStatus* status = batch.status + sample;
  team::begin(batch.samples_per_warp == 1);
  batt::begin_sample(status);
  object_tables_on_device = batch.object_tables;  // the same from every lane
  std::byte* slab = batch.slabs + sample * batch.slab_bytes;
  if (batch.slab_bytes <= context_bytes) batt::abort_sample(no_op, Reason::Memory);
  return *new (slab) Context(batch.mode, batch.steps, slab + context_bytes, batch.slab_bytes - context_bytes, status);
}

__device__ void finish_sample(const Batch& batch, unsigned sample, Context& context, Answer answer, const Value* values,
                              std::size_t count) {
  ValueWriter writer(batch.answers + sample * batch.answer_bytes, batch.answer_bytes, 0, context.scratch());
  writer.claim(answer_header_bytes);
  if (answer.raised == 0) writer.write(values, count);
  if (!writer.fits()) context.give_up(no_op, Reason::Result);
  answer.bytes = static_cast<std::uint32_t>(writer.used());
  writer.put(0, &answer, sizeof(Answer));
  batch.status[sample].answered = 1;
  team::dismiss();
}

}  // namespace batt::device
