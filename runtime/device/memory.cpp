// What the C library has and the device lacks. Compiled for the device only.
#include <cstdint>

#include "runtime/device/device_memory.h"
#include "runtime/team/memory_jobs.h"
#include "runtime/team/team.h"
#include "runtime/value/bytes.h"

namespace {

/// So many bytes are worth calling a team for.
constexpr std::size_t worth_a_team = 512;

/// The address's place within a word of so many bytes.
__device__ std::uintptr_t within(const void* address, std::uintptr_t bytes) {
  return reinterpret_cast<std::uintptr_t>(address) & (bytes - 1);
}

template <class T>
__device__ void move_forward(T* to, const T* from, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) to[k] = from[k];
}

/// By words as far as there are whole ones; both lie alike within a word.
template <class Word>
__device__ void move_words(unsigned char* to, const unsigned char* from, std::size_t size) {
  const std::size_t behind = (sizeof(Word) - within(to, sizeof(Word))) % sizeof(Word),
                    first = behind < size ? behind : size;
  move_forward(to, from, first);
  const std::size_t words = (size - first) / sizeof(Word), moved = first + words * sizeof(Word);
  move_forward(reinterpret_cast<Word*>(to + first), reinterpret_cast<const Word*>(from + first), words);
  move_forward(to + moved, from + moved, size - moved);
}

}  // namespace

namespace batt {

__device__ void copy_bytes_on_device(void* to, const void* from, std::size_t size) {
  if (size >= worth_a_team && team::is_there() && team::can_reach(to) && team::can_reach(from)) {
    CopyBytes job{static_cast<std::byte*>(to), static_cast<const std::byte*>(from), size};
    team::run(job);
    return;
  }
  auto* out = static_cast<unsigned char*>(to);
  const auto* in = static_cast<const unsigned char*>(from);
  if (within(to, 8) == within(from, 8)) return move_words<std::uint64_t>(out, in, size);
  if (within(to, 4) == within(from, 4)) return move_words<std::uint32_t>(out, in, size);
  move_forward(out, in, size);
}

__device__ void fill_bytes_on_device(void* to, int byte, std::size_t size) {
  auto* out = static_cast<unsigned char*>(to);
  const auto value = static_cast<unsigned char>(byte);
  const std::uint64_t word = value * 0x0101010101010101ull;
  for (; size != 0 && within(out, 8) != 0; --size) *out++ = value;
  if (size >= worth_a_team && team::is_there() && team::can_reach(to)) {
    FillBytes job{reinterpret_cast<std::byte*>(out), size, word};
    team::run(job);
    return;
  }
  auto* words = reinterpret_cast<std::uint64_t*>(out);
  for (std::size_t k = 0; k < size / 8; ++k) words[k] = word;
  for (std::size_t k = size & ~std::size_t{7}; k < size; ++k) out[k] = value;
}

}  // namespace batt

extern "C" __host__ __device__ void* memmove(void* to, const void* from, std::size_t size) noexcept(true) {
#ifdef __CUDA_ARCH__
  auto* out = static_cast<unsigned char*>(to);
  const auto* in = static_cast<const unsigned char*>(from);
  if (out > in && out < in + size) {
    for (std::size_t k = size; k > 0; --k) out[k - 1] = in[k - 1];
    return to;
  }
  batt::copy_bytes_on_device(to, from, size);
#endif
  return to;
}

extern "C" __host__ __device__ int memcmp(const void* a, const void* b, std::size_t size) noexcept(true) {
#ifdef __CUDA_ARCH__
  const auto* left = static_cast<const unsigned char*>(a);
  const auto* right = static_cast<const unsigned char*>(b);
  std::size_t k = 0;
  if (within(a, 8) == 0 && within(b, 8) == 0)
    while (k + 8 <= size &&
           *reinterpret_cast<const std::uint64_t*>(left + k) == *reinterpret_cast<const std::uint64_t*>(right + k))
      k += 8;
  for (; k < size; ++k)
    if (left[k] != right[k]) return left[k] < right[k] ? -1 : 1;
#endif
  return 0;
}
