/* The kernels at eight lanes in whatever instructions every machine has: so that the widest layout
 * is tested where its own version does not run. */
#define KERNEL_LANES 8
#define KERNEL_TARGET
#define KERNEL_TABLE kernels_lowered
#define KERNEL_NAME "8 lanes"
#define PIN(x) (void)(x) /* no register holds eight lanes here */
#include "src/body/kernel/kernel.inc"
