/* Kernels against the equations of kernel.h, written out in plain loops and in more digits than a
 * double has. An error is measured against the largest value that could have been rounded: the sum
 * of sizes for a dot product, the largest value of an array. */
#ifndef TESTS_SUPPORT_VERSIONS_H
#define TESTS_SUPPORT_VERSIONS_H

#include "kit.h"

#include "src/body/kernel/kernel.h"

#include <string.h>

/* kernel_lowered.c */
extern const Kernels kernels_lowered;

static const double pi = 3.14159265358979323846;
static const double tight = 1e-13;

static uint64_t seed = 1;

/* splitmix64; from -1 to 1 */
static inline double random_value(void)
{
    uint64_t z = seed += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1.0;
}

static inline double random_in(double from, double to)
{
    return from + (to - from) * 0.5 * (random_value() + 1.0);
}

static inline double *array(size_t n)
{
    const size_t bytes = (n * sizeof(double) + 63) / 64 * 64;
    double *memory = aligned_alloc(64, bytes);

    if (!memory) {
        abort();
    }
    memset(memory, 0, bytes);
    return memory;
}

static inline void fill(double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        x[i] = random_value();
    }
}

/* The largest error of a test. Library assertions talk to a pipe: too slow for every number. */
static double worst;

static inline void compare(double got, long double wanted, long double scale)
{
    const long double error = fabsl((long double)got - wanted);

    if (!(error <= 0.0L)) {
        worst = scale > 0.0L && isfinite(got) ? fmax(worst, (double)(error / scale)) : HUGE_VAL;
    }
}

/* What must be exactly so. */
static inline void exactly(bool so)
{
    worst = so ? worst : HUGE_VAL;
}

static inline long double largest(const long double *x, size_t n)
{
    long double most = 0.0L;

    for (size_t i = 0; i < n; i++) {
        most = fmaxl(most, fabsl(x[i]));
    }
    return most;
}

static inline void compare_all(const double *got, const long double *wanted, size_t n)
{
    const long double scale = largest(wanted, n);

    for (size_t i = 0; i < n; i++) {
        compare(got[i], wanted[i], scale);
    }
}

static inline void run_version(const char *name, const Kernels *kernels,
                               void (*test)(const Kernels *), double bound)
{
    worst = 0.0;
    seed = 1;
    test(kernels);
    printf("%-8s %-9s %.1e (bound %.0e)\n", name, kernels->name, worst, bound);
    ck_assert_double_le(worst, bound);
}

/* Runs a test on every version that this machine runs, and names the others. */
static inline void each_version(const char *name, void (*test)(const Kernels *), double bound)
{
    bool runs = false;

    for (uint32_t i = 0; kernels_at(i, &runs); i++) {
        const Kernels *kernels = kernels_at(i, &runs);
        if (runs) {
            run_version(name, kernels, test, bound);
        } else {
            printf("%-8s %-9s not run: this machine has not the instructions\n", name,
                   kernels->name);
        }
    }
    run_version(name, &kernels_lowered, test, bound);
}

#endif
