// What all samples share: stop at the first runtime error, and say what differs.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECKED(call)                                             \
  do {                                                            \
    const cudaError_t status = (call);                            \
    if (status != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(status)); \
      std::exit(1);                                               \
    }                                                             \
  } while (false)

template <class T>
int differences(const char* what, const T* found, const T* expected, int count) {
  int different = 0;
  for (int i = 0; i < count; ++i)
    if (found[i] != expected[i] && different++ == 0)
      std::printf("%s[%d]: found %lld, expected %lld\n", what, i, static_cast<long long>(found[i]),
                  static_cast<long long>(expected[i]));
  return different;
}

/// A device copy of host values.
template <class T>
T* on_device(const T* values, int count) {
  T* pointer = nullptr;
  CHECKED(cudaMalloc(&pointer, count * sizeof(T)));
  CHECKED(cudaMemcpy(pointer, values, count * sizeof(T), cudaMemcpyHostToDevice));
  return pointer;
}

/// Waits for the kernel, then copies back.
template <class T>
void to_host(T* values, T* pointer, int count) {
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  CHECKED(cudaMemcpy(values, pointer, count * sizeof(T), cudaMemcpyDeviceToHost));
  CHECKED(cudaFree(pointer));
}
