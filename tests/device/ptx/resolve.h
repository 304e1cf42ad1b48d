// From the addresses of an instruction to host memory, with every check on the way.
#pragma once

#include <cstddef>

#include "tests/device/ptx/operations.h"

namespace batt::ptx {

/// A pointer for each active lane to `bytes` bytes that the lane may touch. Anything else is diagnosed.
void resolve(Group& group, const Instruction& instruction, std::size_t bytes, std::byte** pointers);

}  // namespace batt::ptx
