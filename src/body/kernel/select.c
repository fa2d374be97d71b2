#include "kernel.h"

extern const Kernels kernels_plain;
#if defined(__x86_64__)
extern const Kernels kernels_v3, kernels_v4;

static bool has_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static bool has_v4(void)
{
    return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd");
}
#endif

const Kernels *kernels_at(uint32_t index, bool *runs)
{
    *runs = true;
    if (index == 0) {
        return &kernels_plain;
    }
#if defined(__x86_64__)
    if (index == 1) {
        *runs = has_v3();
        return &kernels_v3;
    }
    if (index == 2) {
        *runs = has_v4();
        return &kernels_v4;
    }
#endif
    return NULL;
}

const Kernels *kernels_choose(uint32_t lanes, uint32_t modes, uint32_t cells)
{
    const Kernels *best = lanes ? NULL : &kernels_plain;
    bool runs = true;

    (void)modes;
    (void)cells;
    for (uint32_t i = 0; kernels_at(i, &runs); i++) {
        const Kernels *kernels = kernels_at(i, &runs);
        best = runs && (!lanes || kernels->lanes == lanes) ? kernels : best;
    }
    return best;
}
