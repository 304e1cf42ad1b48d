#include "runtime/device/cuda_memory.h"

namespace batt::device {

std::string describe(cudaError_t error) {
  return std::string(cudaGetErrorString(error)) + " (" + cudaGetErrorName(error) + ")";
}

void check(cudaError_t error, const char* step) {
  if (error == cudaSuccess) return;
  cudaGetLastError();
  throw Trouble{std::string(step) + ": " + describe(error), error == cudaErrorMemoryAllocation};
}

void Buffer::grow(std::size_t bytes) {
  if (bytes <= bytes_) return;
  release();
  void* address = nullptr;
  if (where_ == Where::Device)
    check(cudaMalloc(&address, bytes), "no memory for the samples");
  else
    check(cudaMallocHost(&address, bytes), "no memory on the host for the transfer");
  address_ = static_cast<std::byte*>(address);
  bytes_ = bytes;
}

void Buffer::release() {
  if (address_ == nullptr) return;
  const cudaError_t error = where_ == Where::Device ? cudaFree(address_) : cudaFreeHost(address_);
  if (error != cudaSuccess) cudaGetLastError();
  abandon();
}

CurrentDevice::CurrentDevice(int device) {
  check(cudaGetDevice(&former_), "the device cannot be used");
  check(cudaSetDevice(device), "the device cannot be used");
}

CurrentDevice::~CurrentDevice() {
  if (cudaSetDevice(former_) != cudaSuccess) cudaGetLastError();
}

}  // namespace batt::device
