/* Two lanes: SSE2 on x86-64, NEON, WebAssembly SIMD; elsewhere what the compiler makes of it. */
#define KERNEL_LANES 2
#define KERNEL_TARGET
#define KERNEL_TABLE kernels_plain
#define KERNEL_NAME "plain"
#include "kernel.inc"
