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

/* Whether eight lanes pay. Measured, ns a sample with four lanes and with eight:
 *
 *                            modal-contact-3  -contact-128  -free-128  frets-modal  tromba   snare
 *   Ice Lake server                 59  62       109  103          -     177  164  1590 1735  6800 7710
 *   Sapphire Rapids class           63  92       104  120      18  12     199  136  1425 1148  7100 6000
 *
 * Ice Lake lowers its clock from 3.4 to 2.7 GHz while it computes with eight lanes, for everything
 * on the core. Processors with AVX512-BF16 (Sapphire Rapids, Zen 4 and later) keep it. There a sum
 * over eight lanes still takes longer than one over four, which decides in worlds that are small
 * and touch; with FEW_MODES or fewer little else is computed. */
static bool eight_lanes_pay(uint32_t modes, uint32_t points)
{
    enum { FEW_MODES = 32 };
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512bf16") && (points > 0 || modes > FEW_MODES);
#else
    return points > 0 || modes > FEW_MODES;
#endif
}

const Kernels *kernels_choose(uint32_t lanes, uint32_t modes, uint32_t points)
{
    const Kernels *best = NULL;
    bool runs = true;

    for (uint32_t i = 0; kernels_at(i, &runs); i++) {
        const Kernels *kernels = kernels_at(i, &runs);
        const bool fits =
            lanes ? kernels->lanes == lanes : kernels->lanes < 8 || eight_lanes_pay(modes, points);
        best = runs && fits ? kernels : best;
    }
    return best;
}
