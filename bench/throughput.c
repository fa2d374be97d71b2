/* What the processor does in a nanosecond, measured: multiply-adds in registers, loads and stores in
 * L1, counted in doubles, with the widest vectors that it has. */
#include "bench.h"

#include <math.h>

enum { CHAINS = 12, STREAMS = 8, BUFFER = 1024 /* doubles: 8 KiB */, PASSES = 64, TRIES = 300 };

typedef struct Buffers {
    _Alignas(64) double a[BUFFER], b[BUFFER];
} Buffers;

/* The three loops for one vector length. The second loads twice for each multiply-add. */
#define LOOPS(lanes)                                                                               \
    typedef double Vec##lanes __attribute__((vector_size(8 * (lanes)), may_alias));                \
    TARGET_##lanes static void multiply_##lanes(Buffers *x)                                        \
    {                                                                                              \
        Vec##lanes *a = (Vec##lanes *)x->a;                                                        \
        Vec##lanes sum[CHAINS];                                                                    \
        const Vec##lanes factor = a[0];                                                            \
        for (int k = 0; k < CHAINS; k++) {                                                         \
            sum[k] = a[k];                                                                         \
        }                                                                                          \
        for (int i = 0; i < PASSES; i++) {                                                         \
            for (int k = 0; k < CHAINS; k++) {                                                     \
                sum[k] = sum[k] * factor + factor;                                                 \
            }                                                                                      \
        }                                                                                          \
        for (int k = 0; k < CHAINS; k++) {                                                         \
            a[k] = sum[k] * 1e-9;                                                                  \
        }                                                                                          \
    }                                                                                              \
    TARGET_##lanes static void load_##lanes(Buffers *x)                                            \
    {                                                                                              \
        Vec##lanes *a = (Vec##lanes *)x->a;                                                        \
        const Vec##lanes *b = (const Vec##lanes *)x->b;                                            \
        Vec##lanes sum[STREAMS] = {{0.0}};                                                         \
        for (int i = 0; i < BUFFER / (lanes); i += STREAMS) {                                      \
            for (int k = 0; k < STREAMS; k++) {                                                    \
                sum[k] += a[i + k] * b[i + k];                                                     \
            }                                                                                      \
        }                                                                                          \
        for (int k = 0; k < STREAMS; k++) {                                                        \
            a[k] = sum[k] * 1e-9;                                                                  \
        }                                                                                          \
    }                                                                                              \
    TARGET_##lanes static void store_##lanes(Buffers *x)                                           \
    {                                                                                              \
        Vec##lanes *a = (Vec##lanes *)x->a;                                                        \
        const Vec##lanes value = *(const Vec##lanes *)x->b;                                        \
        for (int i = 0; i < BUFFER / (lanes); i++) {                                               \
            a[i] = value;                                                                          \
        }                                                                                          \
    }

#define TARGET_2
#if defined __x86_64__
#define TARGET_8 __attribute__((target("avx512f")))
#define TARGET_4 __attribute__((target("avx2,fma")))
LOOPS(8)
LOOPS(4)
#endif
LOOPS(2)

typedef void (*Loop)(Buffers *);

/* Doubles a nanosecond; each run of a loop does `amount` of them. */
static double measure(Loop loop, double amount)
{
    enum { RUNS = 32 };
    static Buffers x;
    double best = HUGE_VAL;

    for (int i = 0; i < TRIES; i++) {
        const double start = bench_now();
        for (int run = 0; run < RUNS; run++) {
            loop(&x);
            __asm__ volatile("" : : "r"(&x) : "memory");
        }
        best = fmin(best, bench_now() - start);
    }
    return 1e-9 * RUNS * amount / best;
}

#define MEASURE(lanes)                                                                             \
    (BenchThroughput)                                                                              \
    {                                                                                              \
        measure(multiply_##lanes, (double)PASSES *CHAINS *(lanes)),                                \
            measure(load_##lanes, 2.0 * BUFFER), measure(store_##lanes, BUFFER)                    \
    }

const BenchThroughput *bench_throughput(void)
{
    static BenchThroughput known;

    if (known.operations == 0.0) {
#if defined __x86_64__
        known = bench_lanes() == 8 ? MEASURE(8) : bench_lanes() == 4 ? MEASURE(4) : MEASURE(2);
#else
        known = MEASURE(2);
#endif
    }
    return &known;
}
