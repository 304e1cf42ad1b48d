// CUDA calls that are checked, and memory that is kept between runs.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>

namespace batt::device {

/// A step on a device that went wrong, in words.
struct Trouble {
  std::string text;
  bool is_memory = false;  ///< too little memory: fewer samples may do
};

std::string describe(cudaError_t error);

/// Throws Trouble unless all is well. The error is the thread's no more: later runs begin anew.
void check(cudaError_t error, const char* step);

/// Memory of the current device, or of the host where devices can copy at full speed. Its content is lost when it
/// grows.
class Buffer {
 public:
  enum class Where { Device, Host };

  explicit Buffer(Where where) : where_(where) {}
  ~Buffer() { release(); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  /// From now on it holds at least so many bytes. Throws Trouble, and then holds none.
  void grow(std::size_t bytes);
  void release();
  /// Never frees what it holds: a kernel that was given up may still write there, and CUDA would wait for it.
  void abandon() { address_ = nullptr, bytes_ = 0; }

  std::byte* address() const { return address_; }
  std::size_t bytes() const { return bytes_; }

 private:
  Where where_;
  std::byte* address_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Makes a device the calling thread's, and the former one again at the end.
class CurrentDevice {
 public:
  /// Throws Trouble.
  explicit CurrentDevice(int device);
  ~CurrentDevice();
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;

 private:
  int former_ = 0;
};

}  // namespace batt::device
