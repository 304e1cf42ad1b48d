// What every kernel reads of the samples that it runs, and what it writes for each. Pointers are the device's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/value/context.h"

namespace batt {
struct ObjectTables;
}

namespace batt::device {

/// Where the memory of the samples lies, and what all of them use.
struct Batch {
  const ObjectTables* object_tables;
  std::uint32_t sample_count;
  std::uint32_t samples_per_warp;
  ErrorMode mode;
  std::uint64_t steps;
  std::byte* slabs;
  std::size_t slab_bytes;
  SampleStatus* status;  ///< begins the block that goes out; the answers lie behind
  std::byte* answers;
  std::size_t answer_bytes;  ///< of one sample
};

/// Begins the answer of a sample. Behind it lie values and what they point to; pointers are offsets from here.
struct Answer {
  std::uint32_t bytes;
  std::uint8_t raised;
  Exception exception;
  std::uint16_t unused;
  std::uint32_t o_count, s_count;  ///< of an emitted program that collects; their entries are the values
};
inline constexpr std::size_t answer_header_bytes = 16;
static_assert(sizeof(Answer) <= answer_header_bytes);

inline constexpr unsigned warp_size = 32, warps_of_a_block = 4;
static_assert(warp_size * warps_of_a_block <= most_threads_of_a_block);

#ifdef __CUDACC__
/// On the device: which sample is this lane's to run; sample_count or more if none is. Few samples get a warp each, of
/// which the last lane runs them; many share warps, a lane each: they run the same program, so that their lanes mostly
/// do the same at the same time.
__device__ inline unsigned sample_of_lane(const Batch& batch) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, warp = thread / warp_size, lane = thread % warp_size;
  if (batch.samples_per_warp == 1) return lane == warp_size - 1 ? warp : 0xffffffffu;
  return lane < batch.samples_per_warp ? warp * batch.samples_per_warp + lane : 0xffffffffu;
}

/// The same. Lanes that have none of their own form the team of the sample that has their warp, and come back when it
/// has ended.
__device__ unsigned take_sample(const Batch& batch);

/// Makes the sample's context in its slab. From here on a sample that cannot be answered ends its lane somewhere
/// inside.
__device__ Context& begin_sample(const Batch& batch, unsigned sample);

/// Writes the answer, `values` among it unless it was an exception.
__device__ void finish_sample(const Batch& batch, unsigned sample, Context& context, Answer answer, const Value* values,
                              std::size_t count);
#endif

}  // namespace batt::device
