/* x86-64-v4: AVX-512. */
#if defined(__x86_64__)
#define KERNEL_LANES 8
#define KERNEL_TARGET                                                                              \
    __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,avx512cd,avx2,fma")))
#define KERNEL_TABLE kernels_v4
#define KERNEL_NAME "x86-64-v4"
#include "kernel.inc"
#else
typedef int kernel_v4_is_empty;
#endif
