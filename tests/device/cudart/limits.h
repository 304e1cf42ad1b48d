// The device that the stand-in pretends to be: a small one of compute capability 7.5.
#pragma once

#include <array>
#include <cstdint>

namespace batt::fake_cuda {

inline constexpr int capability_major = 7, capability_minor = 5;
inline constexpr int most_threads_a_block = 1024, most_threads_a_multiprocessor = 1024,
                     most_blocks_a_multiprocessor = 16;
inline constexpr int multiprocessors = 4;
inline constexpr int shared_bytes_a_block = 48 * 1024, shared_opt_in_bytes = 64 * 1024,
                     shared_bytes_a_multiprocessor = 64 * 1024;
inline constexpr int registers_a_block = 64 * 1024;
inline constexpr std::array<std::uint32_t, 3> most_threads_of_axis{1024, 1024, 64},
    most_blocks{0x7fffffff, 65535, 65535};

}  // namespace batt::fake_cuda
