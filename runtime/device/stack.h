// How much stack a lane gets. tests/device/programs/machine_code_test.cpp computes from the linked code what it takes.
#pragma once

#include <cstddef>

namespace batt::device {

inline constexpr std::size_t stack_bytes = std::size_t{10} << 10;
/// Of it, what the functions of an emitted program may take for themselves.
inline constexpr std::size_t stack_bytes_of_emitted_code = 1024;

}  // namespace batt::device
