#if defined(__x86_64__)
#define BATT_ROWS_TABLE avx2_kernels
#include "runtime/rows/kernels.inc"
#endif
