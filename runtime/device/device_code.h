// Device code that is linked into this program as data.
#pragma once

#include <span>

namespace batt::device {

/// Hands device code over to the CUDA runtime, as nvcc and Clang have programs do it, until it is destroyed.
class CodeRegistration {
 public:
  /// The runtime knows the kernel by `handle`.
  struct LinkedKernel {
    const void* handle;
    const char* symbol;
  };

  CodeRegistration(const void* fatbinary, std::span<const LinkedKernel> kernels);
  ~CodeRegistration();
  CodeRegistration(const CodeRegistration&) = delete;
  CodeRegistration& operator=(const CodeRegistration&) = delete;

 private:
  /// The runtime keeps its address.
  struct Wrapper {
    int magic;
    int version;
    const void* code;
    void* unused;
  };

  Wrapper wrapper_;
  void** code_;
};

/// What the CUDA runtime knows the kernel by that runs programs as data. Hands its code over when first asked.
const void* kernel();

}  // namespace batt::device
