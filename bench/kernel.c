/* The modal kernel by itself: some modes, a force that is known at each sample at one port, which
 * is read as well. It is called as a world calls it, without the world around it. */
#include "bench.h"

#include "src/body/kernel/kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Kernel {
    uint32_t room;
    const Kernels *kernels;
    size_t pitch;   /* from array to array: not a multiple of 4096 bytes, as in a world */
    double *memory; /* u, d, coef_d, coef_u, row: aligned */
    void *block;
    double heard;
} Kernel;

enum {
    ARRAYS = 5,
    STEPS = 512 /* of a chunk */,
    CHUNKS = 16,
    ALIGNMENT = 64,
    GAP = 72 /* doubles */
};

static KernelModes modes_of(const Kernel *kernel)
{
    double *first = kernel->memory;
    const size_t n = kernel->pitch;

    return (KernelModes){.n = kernel->room,
                         .u = first,
                         .d = first + n,
                         .coef_d = first + 2 * n,
                         .coef_u = first + 3 * n};
}

static void run_steps(void *context)
{
    Kernel *kernel = context;
    const KernelModes modes = modes_of(kernel);
    const double *row = kernel->memory + 4 * kernel->pitch;
    const double *const rows[] = {row};
    double read = 0.0;

    for (uint32_t i = 0; i < STEPS; i++) {
        /* never the same twice running, and never from what was read */
        const double force = (double)((i * 37u + 11u) % 64u) / 64.0 - 0.5;
        kernel->kernels->advance(&modes, true, row, force, rows, 1, &read);
        kernel->heard += read;
    }
}

static bool begin(void *context)
{
    Kernel *kernel = context;
    const size_t bytes = ARRAYS * kernel->pitch * sizeof(double);

    kernel->block = memory_resize(NULL, bytes + ALIGNMENT, 1);
    const uintptr_t gap = ALIGNMENT - (uintptr_t)kernel->block % ALIGNMENT;
    kernel->memory = (double *)(void *)((char *)kernel->block + gap);
    memset(kernel->memory, 0, bytes);
    for (uint32_t i = 0; i < kernel->room; i++) {
        const double turn = 0.005 + 2.5 * i / kernel->room;
        kernel->memory[2 * kernel->pitch + i] = 0.9999;
        kernel->memory[3 * kernel->pitch + i] = 4.0 * sin(0.5 * turn) * sin(0.5 * turn);
        kernel->memory[4 * kernel->pitch + i] = 1e-3 * cos(0.3 * i);
    }
    run_steps(kernel);
    return true;
}

static void end(void *context)
{
    Kernel *kernel = context;

    free(kernel->block);
}

double bench_modal_kernel(uint32_t modes, uint32_t lanes, double seconds)
{
    const uint32_t room = kernel_padded(modes);
    Kernel kernel = {.room = room, .pitch = room + GAP, .kernels = kernels_choose(lanes, modes, 0)};
    const BenchRun run = {&kernel, begin, run_steps, end, CHUNKS};

    return bench_time(&run, seconds) / (CHUNKS * STEPS);
}
