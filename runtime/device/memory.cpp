// What the C library has and the device lacks. Compiled for the device only.
#include <cstdint>

#include "runtime/device/device_memory.h"
#include "runtime/team/memory_jobs.h"
#include "runtime/team/team.h"
#include "runtime/value/bytes.h"
#include "runtime/value/load_ahead.h"

namespace {

/// So many bytes are worth calling a team for.
constexpr std::size_t worth_a_team = 512;

/// The address's place within a word of so many bytes.
__device__ std::uintptr_t within(const void* address, std::uintptr_t bytes) {
  return reinterpret_cast<std::uintptr_t>(address) & (bytes - 1);
}

template <class T>
__device__ void move_forward(T* to, const T* from, std::size_t count) {
  batt::load_ahead(
      count, [from](std::size_t k) { return from[k]; }, [to](std::size_t k, T piece) { to[k] = piece; });
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

struct alignas(16) TwoWords {
  std::uint64_t words[2];
};

/// A word, if the size has one beside larger words.
template <class Word>
__device__ void copy_part(unsigned char* to, const unsigned char* from, std::size_t size, std::size_t& done) {
  if ((size & sizeof(Word)) == 0) return;
  *reinterpret_cast<Word*>(to + done) = *reinterpret_cast<const Word*>(from + done);
  done += sizeof(Word);
}

/// Most pieces: both lie as arenas give memory.
__device__ void copy_aligned(unsigned char* to, const unsigned char* from, std::size_t size) {
  std::size_t done = size & ~(sizeof(TwoWords) - 1);
  move_forward(reinterpret_cast<TwoWords*>(to), reinterpret_cast<const TwoWords*>(from), done / sizeof(TwoWords));
  if (done == size) return;
  copy_part<std::uint64_t>(to, from, size, done);
  copy_part<std::uint32_t>(to, from, size, done);
  copy_part<std::uint16_t>(to, from, size, done);
  copy_part<std::uint8_t>(to, from, size, done);
}

/// Bytes that begin anywhere, eight at a time. Memory is there in aligned words, of which each that is read holds some
/// of the bytes.
class Words {
 public:
  __device__ explicit Words(const void* bytes)
      : next_(reinterpret_cast<const std::uint64_t*>(reinterpret_cast<std::uintptr_t>(bytes) & ~std::uintptr_t{7})),
        shift_(static_cast<int>(within(bytes, 8)) * 8),
        word_(*next_) {}

  /// The next eight bytes, of which so many are left; what stands above these is anything.
  __device__ std::uint64_t take(std::size_t left) {
    ++next_;
    std::uint64_t taken = word_ >> shift_;
    if (left * 8 + static_cast<std::size_t>(shift_) > 64) {
      word_ = *next_;
      if (shift_ != 0) taken |= word_ << (64 - shift_);
    }
    return taken;
  }

 private:
  const std::uint64_t* next_;
  int shift_;
  std::uint64_t word_;
};

/// The same for bytes that begin with a word, as most do.
class AlignedWords {
 public:
  __device__ explicit AlignedWords(const void* bytes) : next_(static_cast<const std::uint64_t*>(bytes)) {}
  __device__ std::uint64_t take(std::size_t) { return *next_++; }

 private:
  const std::uint64_t* next_;
};

/// As memcmp, of at least one byte.
template <class Bytes>
__device__ int compare_words(Bytes left, Bytes right, std::size_t size) {
  std::uint64_t x = left.take(size), y = right.take(size);
#pragma unroll 1
  for (; size > 8 && x == y; x = left.take(size), y = right.take(size)) size -= 8;
  if (size < 8) {
    const int above = static_cast<int>(64 - 8 * size);
    x <<= above;
    y <<= above;
  }
  if (x == y) return 0;
  const int byte = (__ffsll(static_cast<long long>(x ^ y)) - 1) & ~7;
  return (x >> byte & 0xff) < (y >> byte & 0xff) ? -1 : 1;
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
  if (((reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from)) & (sizeof(TwoWords) - 1)) == 0)
    return copy_aligned(out, in, size);
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
  if (size == 0) return 0;
  if (((reinterpret_cast<std::uintptr_t>(a) | reinterpret_cast<std::uintptr_t>(b)) & 7) == 0)
    return compare_words(AlignedWords(a), AlignedWords(b), size);
  return compare_words(Words(a), Words(b), size);
#endif
  return 0;
}
