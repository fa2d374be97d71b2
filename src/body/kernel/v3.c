/* x86-64-v3: AVX2 and FMA. */
#if defined(__x86_64__)
#define KERNEL_LANES 4
#define KERNEL_TARGET __attribute__((target("avx2,fma")))
#define KERNEL_TABLE kernels_v3
#define KERNEL_NAME "x86-64-v3"
#include "kernel.inc"
#else
typedef int kernel_v3_is_empty;
#endif
