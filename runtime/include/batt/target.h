// What differs between compiling for the host and for a CUDA device.
#pragma once

#ifdef __CUDACC__
#define BATT_HD __host__ __device__
#else
#define BATT_HD
#endif
