/* CPU roofline and timing.
 *
 * The limit of a kernel is the larger of two bounds, with the operations, loads and stores of
 * doubles that the processor was measured to do in a nanosecond (throughput.c):
 *
 *   arithmetic   operations / measured operations
 *   memory       max(loads / measured loads, stores / measured stores), all in L1
 *
 * An item and sample needs
 *
 *                  operations  loads  stores
 *   free mode               3      0       0   u+ = a u + b u-, and the output sum. State and
 *                                              coefficients stay in registers for a block
 *   forced mode             4      5       2   loads u, u-, a, b and the shape at the force; two
 *                                              operations for the update, one for the force, one
 *                                              for the output; stores u and u-
 *   string                  6      6       1   u+ = a0 u + a1 (u left + right)
 *                                                 + b0 u- + b1 (u- left + right):
 *                                              2 sums and 4 multiply-adds
 *   stiff string            8      8       1   also u two to the left and right: 3 sums and
 *                                              5 multiply-adds
 *   plate                  14     11       2   Laplacian of the Laplacian, 5 + 5 operations, and 4
 *                                              for the update with losses; 4 + 1 loads for each
 *                                              Laplacian and one for u-
 *
 * Contacts, bows and probes are not counted: they are the cost above the limit. */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const BenchWork bench_work_mode_free = {3.0, 0.0, 0.0}, bench_work_mode_forced = {4.0, 5.0, 2.0},
                bench_work_string = {6.0, 6.0, 1.0}, bench_work_stiff_string = {8.0, 8.0, 1.0},
                bench_work_plate = {14.0, 11.0, 2.0};

double bench_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A chain of additions, each of which needs the one before: one cycle each. Both terms are in
 * registers; some processors add constants before the arithmetic units see them. */
static uint64_t add_chain(uint64_t rounds)
{
    uint64_t sum = rounds, term = rounds | 1;

#define ADD                                                                                        \
    sum += term;                                                                                   \
    __asm__ volatile("" : "+r"(sum))
    __asm__ volatile("" : "+r"(term));
    for (uint64_t i = 0; i < rounds; i++) {
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
        ADD;
    }
#undef ADD
    return sum;
}

double bench_clock(void)
{
    enum { ROUNDS = 40000, ADDS = 8 };
    static double clock;
    double best = HUGE_VAL;

    for (int i = 0; i < 400 && clock == 0.0; i++) {
        const double start = bench_now();
        volatile uint64_t keep = add_chain(ROUNDS);
        (void)keep;
        best = fmin(best, bench_now() - start);
    }
    clock = clock == 0.0 ? 1e-9 * ROUNDS * ADDS / best : clock;
    return clock;
}

unsigned bench_lanes(void)
{
#if defined __x86_64__
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f")                                 ? 8
           : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 4
                                                                             : 2;
#else
    return 2;
#endif
}

double bench_limit(const BenchWork *work, double items)
{
    const BenchThroughput *t = bench_throughput();
    const double memory = fmax(work->loads / t->loads, work->stores / t->stores);

    return items * fmax(work->operations / t->operations, memory);
}

/* "AMD EPYC 7763": what /proc/cpuinfo calls it. */
static void add_processor(Text *text)
{
    char line[512];
    FILE *stream = fopen("/proc/cpuinfo", "r");
    const char *name = NULL;

    while (stream && !name && fgets(line, sizeof line, stream)) {
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            name = strchr(line, ':') + 1;
            name += strspn(name, " \t");
            line[strcspn(line, "\n")] = '\0';
        }
    }
    if (stream) {
        fclose(stream);
    }
    text_add(text, "%s", name ? name : "unknown processor");
}

void bench_machine(Text *text)
{
    add_processor(text);
    text_add(text, ", %s, %.2f GHz, %s",
             bench_lanes() == 8   ? "AVX-512"
             : bench_lanes() == 4 ? "AVX2 with FMA"
                                  : "two doubles wide",
             bench_clock(), URTO_COMPILER);
}

double bench_time(const BenchRun *run, double seconds)
{
    enum { ROUNDS_MIN = 3 };
    double *best = memory_resize(NULL, run->chunks, sizeof *best);
    const double start = bench_now();
    double sum = 0.0;

    for (size_t i = 0; i < run->chunks; i++) {
        best[i] = HUGE_VAL;
    }
    for (int round = 0; round < ROUNDS_MIN || bench_now() - start < seconds; round++) {
        if (!run->begin(run->context)) {
            free(best);
            return -1.0;
        }
        for (size_t i = 0; i < run->chunks; i++) {
            const double from = bench_now();
            run->chunk(run->context);
            best[i] = fmin(best[i], bench_now() - from);
        }
        run->end(run->context);
    }
    for (size_t i = 0; i < run->chunks; i++) {
        sum += best[i];
    }
    free(best);
    return 1e9 * sum;
}
