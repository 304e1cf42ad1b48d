// The device code is linked by nvlink on its own, without the host halves of its objects (libbatt has those functions
// already), and lies here as data.
#include "runtime/device/device_code.h"

#include "runtime/device/program_image.h"

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
namespace {

const void* register_kernel() {
  static const char handle = 0;
  CodeRegistration(batt_device_code).add_kernel(&handle, kernel_name);
  return &handle;
}

}  // namespace

const void* kernel() {
  static const void* const registered = register_kernel();
  return registered;
}

}  // namespace batt::device
