#include <vector_types.h>

#include "runtime/device/device_code.h"

extern "C" {
void** __cudaRegisterFatBinary(const void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaUnregisterFatBinary(void** handle);
void __cudaRegisterFunction(void** handle, const char* host, char* device, const char* name, int thread_limit,
                            uint3* thread, uint3* block, dim3* block_size, dim3* grid_size, int* warp_size);
}

namespace batt::device {
namespace {

constexpr int wrapper_magic = 0x466243b1;

}  // namespace

CodeRegistration::CodeRegistration(const void* fatbinary, std::span<const LinkedKernel> kernels)
    : wrapper_{wrapper_magic, 1, fatbinary, nullptr}, code_(__cudaRegisterFatBinary(&wrapper_)) {
  for (const LinkedKernel& kernel : kernels)
    __cudaRegisterFunction(code_, static_cast<const char*>(kernel.handle), const_cast<char*>(kernel.symbol),
                           kernel.symbol, -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  __cudaRegisterFatBinaryEnd(code_);
}

CodeRegistration::~CodeRegistration() { __cudaUnregisterFatBinary(code_); }

}  // namespace batt::device
