// The device code is linked by nvlink on its own, without the host halves of its objects (libbatt has those functions
// already), and lies here as data.
#include "runtime/device/device_code.h"

#include "runtime/device/program_image.h"
#include "runtime/value/until_unload.h"

asm(R"(
  .section .nv_fatbin, "a"
  .balign 16
  .global batt_device_code
  .hidden batt_device_code
batt_device_code:
  .incbin ")" BATT_DEVICE_CODE R"("
  .previous
)");

extern "C" const char batt_device_code[];

namespace batt::device {

const void* kernel() {
  static const char handle = 0;
  static constexpr CodeRegistration::LinkedKernel kernels[] = {{&handle, kernel_name}};
  static const UntilUnload<CodeRegistration> registration(batt_device_code, kernels);
  return &handle;
}

}  // namespace batt::device
