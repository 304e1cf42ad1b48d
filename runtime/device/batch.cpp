// How a kernel begins and ends a sample. Compiled for the device only.
#include "runtime/device/batch.h"

#include "dsl_kernels/object_search/object_tables.h"
#include "runtime/device/value_writer.h"
#include "runtime/team/team.h"

namespace batt::device {

namespace {

/// When a sample that begins now has to end, by the device's clock; 0: never.
__device__ std::uint64_t end_of_sample(const Batch& batch) {
  if (batch.sample_nanoseconds == 0 && batch.launch_nanoseconds == 0) return 0;
  const unsigned long long now = device_clock(), before = atomicCAS(&batch.results->started, 0ull, now);
  const std::uint64_t launch_end =
      batch.launch_nanoseconds == 0 ? ~0ull : (before == 0 ? now : before) + batch.launch_nanoseconds;
  const std::uint64_t sample_end = batch.sample_nanoseconds == 0 ? ~0ull : now + batch.sample_nanoseconds;
  return launch_end < sample_end ? launch_end : sample_end;
}

}  // namespace

__device__ Context& begin_sample(const Batch& batch, unsigned sample, ContextMemory* memory) {
  const std::size_t context_bytes = memory != nullptr ? 0 : (sizeof(Context) + 255) & ~std::size_t{255};
  SampleStatus* status = batch.status + sample;
  team::begin(batch.samples_per_warp == 1);
  batt::begin_sample(status, nullptr);
  object_tables_on_device = batch.object_tables;  // the same from every lane
  std::byte* slab = batch.slabs + sample * batch.slab_bytes;
  if (batch.slab_bytes <= context_bytes) batt::abort_sample(no_op, Reason::Memory);
  auto* context = new (memory != nullptr ? memory->bytes : slab) Context(
      batch.mode, batch.steps, end_of_sample(batch), slab + context_bytes, batch.slab_bytes - context_bytes, status);
  batt::begin_sample(status, &context->line());
  return *context;
}

__device__ void finish_sample(const Batch& batch, unsigned sample, Context& context, AnswerHeader answer,
                              const Value* values, std::size_t count) {
  // How long the answer is shows only when it is written: that is done in the slab.
  const std::size_t capacity = context.scratch().left() / 2;
  std::byte* memory = context.scratch().allocate<std::byte>(capacity);
  ValueWriter writer(memory, capacity, 0, context.scratch());
  writer.claim(answer_header_bytes);
  if (answer.raised == 0) writer.write(values, count);
  if (!writer.fits()) context.give_up(no_op, Reason::Memory);
  answer.bytes = static_cast<std::uint32_t>(writer.used());
  writer.put(0, &answer, sizeof(AnswerHeader));
  const unsigned long long place = atomicAdd(&batch.results->used, writer.used());
  if (place + writer.used() > batch.answers_bytes) context.give_up(no_op, Reason::Result);
  copy_bytes(batch.answers + place, memory, writer.used());
  batch.status[sample].answer = static_cast<std::uint32_t>(place);
  batch.status[sample].answered = 1;
  team::dismiss();
}

__device__ void finish_scored_sample(const Batch& batch, unsigned sample, std::uint32_t answer) {
  batch.status[sample].answer = answer;
  batch.status[sample].answered = 1;
  team::dismiss();
}

}  // namespace batt::device
