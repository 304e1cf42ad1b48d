#include <vector_types.h>

#include "runtime/device/device_code.h"

extern "C" {
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
  const void* code;
  void* unused = nullptr;
};

}  // namespace

/// The runtime keeps the wrapper's address for as long as the program runs.
CodeRegistration::CodeRegistration(const void* fatbinary)
    : code_(__cudaRegisterFatBinary(new Wrapper{.code = fatbinary})) {}

CodeRegistration::~CodeRegistration() { __cudaRegisterFatBinaryEnd(code_); }

void CodeRegistration::add_kernel(const void* handle, const char* symbol) {
  __cudaRegisterFunction(code_, static_cast<const char*>(handle), const_cast<char*>(symbol), symbol, -1, nullptr,
                         nullptr, nullptr, nullptr, nullptr);
}

}  // namespace batt::device
