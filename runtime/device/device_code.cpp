// The device code is linked by nvlink on its own, without the host halves of its objects (libbatt has those functions
// already), and lies here as data. It is registered as nvcc and Clang have programs do it.
#include "runtime/device/device_code.h"

#include <vector_types.h>

#include "runtime/device/image.h"

asm(R"(
  .section .nv_fatbin, "a"
  .balign 16
  .global batt_device_code
  .hidden batt_device_code
batt_device_code:
  .incbin ")" BATT_DEVICE_CODE R"("
  .previous
)");

extern "C" {
extern const char batt_device_code[];
void** __cudaRegisterFatBinary(const void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaRegisterFunction(void** handle, const char* host, char* device, const char* name, int thread_limit,
                            uint3* thread, uint3* block, dim3* block_size, dim3* grid_size, int* warp_size);
}

namespace batt::device {
namespace {

struct Wrapper {
  int magic = 0x466243b1;
  int version = 1;
  const char* code = batt_device_code;
  void* unused = nullptr;
};

const Wrapper wrapper;
const char handle_of_kernel = 0;

const void* register_code() {
  void** code = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterFunction(code, &handle_of_kernel, const_cast<char*>(kernel_name), kernel_name, -1, nullptr, nullptr,
                         nullptr, nullptr, nullptr);
  __cudaRegisterFatBinaryEnd(code);
  return &handle_of_kernel;
}

}  // namespace

const void* kernel() {
  static const void* const registered = register_code();
  return registered;
}

}  // namespace batt::device
