// Device code that is linked into this program as data.
#pragma once

namespace batt::device {

/// Hands device code over to the CUDA runtime, as nvcc and Clang have programs do it.
class CodeRegistration {
 public:
  explicit CodeRegistration(const void* fatbinary);
  ~CodeRegistration();
  CodeRegistration(const CodeRegistration&) = delete;
  CodeRegistration& operator=(const CodeRegistration&) = delete;

  /// The runtime knows the kernel by `handle` from now on.
  void add_kernel(const void* handle, const char* symbol);

 private:
  void** code_;
};

/// What the CUDA runtime knows the kernel by that runs programs as data. Hands its code over when first asked.
const void* kernel();

}  // namespace batt::device
