// What travels to a device that runs an emitted program: the samples. Pointers are the device's.
#pragma once

#include "batt/emitted.h"
#include "runtime/device/batch.h"
#include "runtime/exec/outcome.h"

namespace batt::emitted {

struct Image {
  const Inputs* inputs;  ///< one for each sample
  device::Batch batch;
};

}  // namespace batt::emitted
