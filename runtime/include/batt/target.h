// What differs between compiling for the host and for a CUDA device.
//
// Code marked BATT_HD is compiled for both, by the C++ compiler and again by nvcc, from the same files. It throws
// nothing, does not recurse, and takes its memory from the context. Of <bit> it uses nothing: nvcc compiles
// std::countr_zero and its relatives to wrong device code without a word, so runtime/value/bits.h has them.
#pragma once

#ifdef __CUDACC__
#define BATT_HD __host__ __device__
#else
#define BATT_HD
#endif

/// Defined while code for the device is compiled.
#ifdef __CUDA_ARCH__
#define BATT_ON_DEVICE
#endif
