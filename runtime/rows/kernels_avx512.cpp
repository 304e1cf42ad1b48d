#if defined(__x86_64__)
#define BATT_ROWS_TABLE avx512_kernels
#include "runtime/rows/kernels.inc"
#endif
