// What every kernel reads of the samples that it runs, and what it writes for each. Pointers are the device's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/device/scores.h"
#include "runtime/exec/candidates.h"
#include "runtime/value/context.h"

namespace batt {
struct ObjectTables;
}

namespace batt::device {

/// What one lane runs. Without arguments there is nothing to run, which fills up warps that several samples share.
struct SampleCall {
  const void* program;    ///< of programs as data: a ResidentProgram
  const void* arguments;  ///< what the program's kernel takes them for
};

/// Begins the block that goes out: zero when a kernel begins. The statuses follow, then the answers.
struct ResultsHead {
  unsigned long long used;     ///< bytes of answers claimed so far; more than there are if one did not fit
  unsigned long long started;  ///< when the first sample began, by the device's clock
};

/// The samples of one launch, where their memory lies, and what all of them use. Begins the block that goes in.
struct Batch {
  const SampleCall* calls;  ///< one for each sample
  const ObjectTables* object_tables;
  std::uint32_t sample_count;
  std::uint32_t samples_per_warp;
  ErrorMode mode;
  Candidates scored;  ///< the calls that are scored; none of them: what the samples give comes back
  std::uint64_t steps;
  std::uint64_t sample_nanoseconds;  ///< that a sample may take; 0: no limit
  std::uint64_t launch_nanoseconds;  ///< that all of them may take; 0: no limit
  std::byte* slabs;
  std::size_t slab_bytes;
  ResultsHead* results;
  SampleStatus* status;
  std::byte* answers;         ///< packed in the order in which samples finish
  std::size_t answers_bytes;  ///< of all samples together
};

/// Begins the answer of a sample. After it lie values and what they point to; pointers are offsets from here.
struct AnswerHeader {
  std::uint32_t bytes;
  std::uint8_t raised;
  Exception exception;
  std::uint16_t unused;
  std::uint32_t o_count, s_count;  ///< of an emitted program that collects; their entries are the values
};
inline constexpr std::size_t answer_header_bytes = 16;
/// Of the places where answers and their parts begin.
inline constexpr std::size_t answer_alignment = 16;
static_assert(sizeof(AnswerHeader) <= answer_header_bytes);

/// Of a sample that no device has run.
inline constexpr SampleStatus failed_status{0, Reason::Device, 0, no_op, 0, 0};

inline constexpr unsigned warp_size = 32, warps_of_a_block = 4;
static_assert(warp_size * warps_of_a_block <= most_threads_of_a_block);

#ifdef __CUDACC__
/// On the device: which sample is this lane's to run; sample_count or more if none is. Few samples get a warp each, of
/// which the last lane runs them; many share warps, a lane each: they run the same program, so that their lanes mostly
/// do the same at the same time.
__device__ inline unsigned sample_of_lane(const Batch& batch) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, warp = thread / warp_size, lane = thread % warp_size;
  if (batch.samples_per_warp == 1) return lane == warp_size - 1 ? warp : 0xffffffffu;
  const unsigned sample = warp * batch.samples_per_warp + lane;
  if (lane >= batch.samples_per_warp || sample >= batch.sample_count) return 0xffffffffu;
  return batch.calls[sample].arguments != nullptr ? sample : 0xffffffffu;
}

/// What a lane does in a launch.
enum class Duty : std::uint8_t {
  Sample,   ///< runs the sample of sample_of_lane
  Team,     ///< serves the sample that has its warp (team::serve)
  Nothing,  ///< ends
};

/// Every kernel asks, and goes separate ways from there to its end. A function that serves or returns must not stand
/// between: where its ways meet again, the lane that runs the sample would wait for the lanes that wait for its jobs.
__device__ inline Duty duty_of_lane(const Batch& batch) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / warp_size;
  if (sample_of_lane(batch) < batch.sample_count) return Duty::Sample;
  return batch.samples_per_warp == 1 && warp < batch.sample_count ? Duty::Team : Duty::Nothing;
}

/// Memory for a context on the stack of a lane: what lanes of a warp have there lies side by side, so that they read
/// the same field of all their contexts at once.
struct ContextMemory {
  alignas(16) std::byte bytes[sizeof(Context)];
};

/// Makes the sample's context, in its slab if there is no other memory. From here on a sample that cannot be answered
/// ends its lane somewhere inside.
__device__ Context& begin_sample(const Batch& batch, unsigned sample, ContextMemory* memory = nullptr);

/// Packs the answer after those of other samples, `values` among it unless it was an exception.
__device__ void finish_sample(const Batch& batch, unsigned sample, Context& context, AnswerHeader answer,
                              const Value* values, std::size_t count);
/// The same of a sample that was scored.
__device__ void finish_scored_sample(const Batch& batch, unsigned sample, std::uint32_t answer);
#endif

}  // namespace batt::device
