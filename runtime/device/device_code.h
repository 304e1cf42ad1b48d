// The device code that is linked into this program.
#pragma once

namespace batt::device {

/// What the CUDA runtime knows the kernel by. Hands the device code over to it when first asked.
const void* kernel();

}  // namespace batt::device
