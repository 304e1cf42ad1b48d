// How the kernels of emitted programs begin and end a sample. Compiled for the device only.
#include "runtime/module/emitted_image.h"
#include "runtime/module/emitted_run.h"

namespace batt::emitted {
namespace {

/// The entries of o and after them those of s, as values.
__device__ const Value* all_collected(Context& context, const Run& run) {
  OutputEntry* all = context.arena().allocate<OutputEntry>(run.o.count + run.s.count);
  copy_bytes(all, run.o.entries, run.o.count * sizeof(OutputEntry));
  copy_bytes(all + run.o.count, run.s.entries, run.s.count * sizeof(OutputEntry));
  return all->fields;
}

}  // namespace

__device__ bool runs_sample(const Image* image) { return device::duty_of_lane(image->batch) == device::Duty::Sample; }

__device__ bool serves_sample(const Image* image) { return device::duty_of_lane(image->batch) == device::Duty::Team; }

__device__ Run& begin_run(const Image* image) {
  const unsigned sample = device::sample_of_lane(image->batch);
  Context& context = device::begin_sample(image->batch, sample);
  return *new (context.arena().allocate<Run>(1))
      Run(context, *static_cast<const Inputs*>(image->batch.calls[sample].arguments));
}

__device__ void end_run(const Image* image, Run& run, Value ended) {
  device::AnswerHeader answer{0, 0, {}, 0, run.o.count, run.s.count};
  const unsigned sample = device::sample_of_lane(image->batch);
  if (ended.is_error()) {
    answer.raised = 1;
    answer.exception = ended.exception();
    device::finish_sample(image->batch, sample, run.context, answer, nullptr, 0);
  } else if (run.o.count + run.s.count > 0) {
    device::finish_sample(image->batch, sample, run.context, answer, all_collected(run.context, run),
                          4 * (run.o.count + run.s.count));
  } else {
    device::finish_sample(image->batch, sample, run.context, answer, &run.result, 1);
  }
}

__device__ Context& context_of(Run& run) { return run.context; }

}  // namespace batt::emitted
