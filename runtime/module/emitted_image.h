// What travels to a device that runs an emitted program: the samples. Pointers are the device's.
#pragma once

#include "batt/emitted.h"
#include "runtime/device/batch.h"

namespace batt::emitted {

/// The arguments of its calls are Inputs.
struct Image {
  device::Batch batch;
};

}  // namespace batt::emitted
