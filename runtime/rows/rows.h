// Rows: a window of 32 x 32 cells, a word for each row, in two AVX-512 or four AVX2 registers.
// Only for the sources of a level. All of it is inlined or internal: a function that the linker shares with other
// sources could bring a level's instructions to machines that lack them.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "runtime/rows/kernels.h"

#if !defined(__AVX2__)
#error "compile this for AVX2 or AVX-512"
#endif

namespace batt::rows {
namespace {

// Loops over registers have to vanish, or a Rows is kept in memory: at -O2 GCC has to be told.
#define ROWS_UNROLL _Pragma("GCC unroll 4")
#define ROWS_INLINE [[gnu::always_inline]] inline

#if defined(__AVX512F__)
using Register = __m512i;
#else
using Register = __m256i;
#endif

struct Rows {
  static constexpr int lanes = sizeof(Register) / sizeof(std::uint32_t);
  static constexpr int registers = side / lanes;
  Register part[registers];
};

// ---- lanes of one register ------------------------------------------------------------------------------------

#if defined(__AVX512F__)
ROWS_INLINE Register lane_and(Register a, Register b) { return _mm512_and_si512(a, b); }
ROWS_INLINE Register lane_or(Register a, Register b) { return _mm512_or_si512(a, b); }
ROWS_INLINE Register lane_without(Register a, Register b) { return _mm512_andnot_si512(b, a); }
ROWS_INLINE Register load_lanes(const std::uint32_t* from) { return _mm512_loadu_si512(from); }
ROWS_INLINE void store_lanes(std::uint32_t* to, Register r) { _mm512_storeu_si512(to, r); }
#else
ROWS_INLINE Register lane_and(Register a, Register b) { return _mm256_and_si256(a, b); }
ROWS_INLINE Register lane_or(Register a, Register b) { return _mm256_or_si256(a, b); }
ROWS_INLINE Register lane_without(Register a, Register b) { return _mm256_andnot_si256(b, a); }
ROWS_INLINE Register load_lanes(const std::uint32_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
ROWS_INLINE void store_lanes(std::uint32_t* to, Register r) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), r); }
#endif

/// Lanes first to first + lanes - 1 of words that begin at lane `down`; those outside `height` are zero and not read.
ROWS_INLINE Register load_placed(const std::uint32_t* words, int height, int down, int first) {
  const auto* at = reinterpret_cast<const std::uint32_t*>(reinterpret_cast<std::uintptr_t>(words) +
                                                          static_cast<std::uintptr_t>(first - down) * sizeof *words);
#if defined(__AVX512F__)
  const __m512i lane = _mm512_add_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                                        _mm512_set1_epi32(first - down));
  return _mm512_maskz_loadu_epi32(_mm512_cmplt_epu32_mask(lane, _mm512_set1_epi32(height)), at);
#else
  const __m256i lane = _mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(first - down));
  const __m256i inside =
      _mm256_andnot_si256(_mm256_srai_epi32(lane, 31), _mm256_cmpgt_epi32(_mm256_set1_epi32(height), lane));
  return _mm256_maskload_epi32(reinterpret_cast<const int*>(at), inside);
#endif
}

/// Moves the columns; what leaves the window is lost.
ROWS_INLINE Register moved_right(Register r, int columns) {
#if defined(__AVX512F__)
  return columns >= 0 ? _mm512_sll_epi32(r, _mm_cvtsi32_si128(columns))
                      : _mm512_srl_epi32(r, _mm_cvtsi32_si128(-columns));
#else
  return columns >= 0 ? _mm256_sll_epi32(r, _mm_cvtsi32_si128(columns))
                      : _mm256_srl_epi32(r, _mm_cvtsi32_si128(-columns));
#endif
}

// ---- whole windows --------------------------------------------------------------------------------------------

template <class Of>
ROWS_INLINE Rows each_part(Of of) {
  Rows r;
  ROWS_UNROLL
  for (int k = 0; k < Rows::registers; ++k) r.part[k] = of(k);
  return r;
}

ROWS_INLINE Rows load(const Placed& set) {
  if (set.down == 0 && set.right == 0 && set.height == side)
    return each_part([&](int k) { return load_lanes(set.words + k * Rows::lanes); });
  Rows r = each_part([&](int k) { return load_placed(set.words, set.height, set.down, k * Rows::lanes); });
  if (set.right != 0) r = each_part([&](int k) { return moved_right(r.part[k], set.right); });
  return r;
}
ROWS_INLINE void store(const Rows& r, std::uint32_t* out) {
  each_part([&](int k) { return store_lanes(out + k * Rows::lanes, r.part[k]), r.part[k]; });
}

ROWS_INLINE Rows operator&(const Rows& a, const Rows& b) {
  return each_part([&](int k) { return lane_and(a.part[k], b.part[k]); });
}
ROWS_INLINE Rows operator|(const Rows& a, const Rows& b) {
  return each_part([&](int k) { return lane_or(a.part[k], b.part[k]); });
}
ROWS_INLINE Rows without(const Rows& a, const Rows& b) {
  return each_part([&](int k) { return lane_without(a.part[k], b.part[k]); });
}

/// How many cells there are.
ROWS_INLINE std::uint32_t count(const Rows& r) {
#if defined(__AVX512F__)
  return static_cast<std::uint32_t>(
      _mm512_reduce_add_epi32(_mm512_add_epi32(_mm512_popcnt_epi32(r.part[0]), _mm512_popcnt_epi32(r.part[1]))));
#else
  const __m256i ones = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low_half = _mm256_set1_epi8(0x0f);
  __m256i bytes = _mm256_setzero_si256();
  ROWS_UNROLL
  for (int k = 0; k < Rows::registers; ++k) {
    const __m256i low = _mm256_and_si256(r.part[k], low_half);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi32(r.part[k], 4), low_half);
    bytes = _mm256_add_epi8(bytes, _mm256_add_epi8(_mm256_shuffle_epi8(ones, low), _mm256_shuffle_epi8(ones, high)));
  }
  const __m256i sums = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
  const __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(half) + _mm_extract_epi32(half, 2));
#endif
}

/// A bit for each row that has a cell.
ROWS_INLINE std::uint32_t rows_of(const Rows& r) {
#if defined(__AVX512F__)
  return static_cast<std::uint32_t>(_mm512_test_epi32_mask(r.part[0], r.part[0])) |
         static_cast<std::uint32_t>(_mm512_test_epi32_mask(r.part[1], r.part[1])) << 16;
#else
  std::uint32_t empty = 0;
  ROWS_UNROLL
  for (int k = 0; k < Rows::registers; ++k) {
    const __m256i zeros = _mm256_cmpeq_epi32(r.part[k], _mm256_setzero_si256());
    empty |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(zeros))) << (Rows::lanes * k);
  }
  return ~empty;
#endif
}

/// A bit for each column that has a cell.
ROWS_INLINE std::uint32_t columns_of(const Rows& r) {
#if defined(__AVX512F__)
  return static_cast<std::uint32_t>(_mm512_reduce_or_epi32(_mm512_or_si512(r.part[0], r.part[1])));
#else
  const __m256i all = lane_or(lane_or(r.part[0], r.part[1]), lane_or(r.part[2], r.part[3]));
  __m128i half = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
  half = _mm_or_si128(half, _mm_shuffle_epi32(half, 0x4e));
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(half) | _mm_extract_epi32(half, 1));
#endif
}

// ---- rows of bytes --------------------------------------------------------------------------------------------

/// A bit for each of 32 bytes that equal each other.
ROWS_INLINE std::uint32_t equal_bytes(__m256i a, __m256i b) {
#if defined(__AVX512F__)
  return _mm256_cmpeq_epi8_mask(a, b);
#else
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b)));
#endif
}

ROWS_INLINE __m256i load_bytes(const std::int8_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
ROWS_INLINE void store_bytes(std::int8_t* to, __m256i bytes) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), bytes);
}

/// So many bytes, fewer than 32, and zeros after them. Nothing beside them is read.
ROWS_INLINE __m256i load_few_bytes(const std::int8_t* bytes, std::uint32_t size) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  return _mm256_maskz_loadu_epi8((1u << size) - 1, bytes);
#else
  const auto word = [&](auto& part, std::uint32_t at) { __builtin_memcpy(&part, bytes + at, sizeof part); };
  if (size >= 16) {
    // The last 16 bytes, moved down to where they follow the first 16.
    alignas(16) static constexpr std::int8_t places[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                           11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1,
                                                           -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    const __m128i last = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + size - 16));
    const __m128i moved =
        _mm_shuffle_epi8(last, _mm_loadu_si128(reinterpret_cast<const __m128i*>(places + (32 - size))));
    return _mm256_set_m128i(moved, _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)));
  }
  std::uint64_t low = 0, high = 0;
  if (size >= 8) {
    word(low, 0);
    word(high, size - 8);
    high = size == 8 ? 0 : high >> 8 * (16 - size);
  } else if (size >= 4) {
    std::uint32_t first, last;
    word(first, 0);
    word(last, size - 4);
    low = first | static_cast<std::uint64_t>(last) << 8 * (size - 4);
  } else {
    for (std::uint32_t k = 0; k < size; ++k)
      low |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(bytes[k])) << 8 * k;
  }
  return _mm256_set_epi64x(0, 0, static_cast<long long>(high), static_cast<long long>(low));
#endif
}

/// 32 bytes from each cell of a grid on, of which those after the grid's end are anything: the last ones are copied to
/// where more may be read.
class PaddedBytes {
 public:
  ROWS_INLINE PaddedBytes(const std::int8_t* bytes, std::uint32_t size)
      : bytes_(bytes), last_(static_cast<int>(size) - reach), tail_start_(last_ > 0 ? last_ : 0) {
    if (last_ >= 0) {
      store_bytes(tail_, load_bytes(bytes + last_));
      tail_[32] = bytes[last_ + 32];
    } else {
      store_bytes(tail_, size == 32 ? load_bytes(bytes) : load_few_bytes(bytes, size));
    }
  }
  /// The 33 bytes from this cell on.
  ROWS_INLINE const std::int8_t* from(int cell) const {
    return cell <= last_ ? bytes_ + cell : tail_ + (cell - tail_start_);
  }

 private:
  static constexpr int reach = 33;
  const std::int8_t* bytes_;
  int last_, tail_start_;
  std::int8_t tail_[2 * reach + 32] = {};
};

ROWS_INLINE std::uint32_t low_bits(int count) { return count == side ? ~0u : (1u << count) - 1; }

}  // namespace
}  // namespace batt::rows
