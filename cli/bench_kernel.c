/* The modal kernel by itself: a body of some modes, a force that is known at each sample at one
 * port, velocity heard at another. No contact. */
#include "bench.h"

static const double rate = 48000.0;

typedef struct Kernel {
    uint32_t modes;
    UrtoWorld *world;
    float in[BENCH_BLOCK], out[BENCH_BLOCK];
} Kernel;

enum { BLOCKS = 8 /* of a chunk */, CHUNKS = 16 };

static void run_blocks(void *context)
{
    Kernel *kernel = context;
    const float *const in[] = {kernel->in};
    float *const out[] = {kernel->out};

    for (int i = 0; i < BLOCKS; i++) {
        urto_world_process(kernel->world, in, out, BENCH_BLOCK);
    }
}

static bool begin(void *context)
{
    Kernel *kernel = context;
    Stage stage = stage_begin_without_ledger(URTO_SOLVER_MIDPOINT);
    UrtoWorldOptions options = urto_world_options();
    UrtoProbeDef probe;

    options.ledger = false;
    options.inputs = 1;
    stage_check(&stage, urto_world_def_options(stage.def, &options));
    const UrtoBody body = bench_modal_body(&stage, kernel->modes);
    const UrtoDriveDef drive = urto_drive_def(stage_port(&stage, body, 0.25, 0.0));
    stage_check(&stage, urto_world_def_drive(stage.def, &drive, NULL));
    probe = urto_probe_def(stage_port(&stage, body, 0.75, 0.0));
    stage_check(&stage, urto_world_def_probe(stage.def, &probe, NULL));
    kernel->world = NULL;
    if (!stage.refused) {
        urto_world_create(&kernel->world, stage.def, rate, NULL);
    }
    urto_world_def_destroy(stage.def);
    /* a force of a few newtons that never repeats within a block */
    for (uint32_t i = 0; i < BENCH_BLOCK; i++) {
        kernel->in[i] = (float)((i * 37u + 11u) % BENCH_BLOCK) / BENCH_BLOCK - 0.5F;
    }
    if (kernel->world) {
        run_blocks(kernel);
    }
    return kernel->world != NULL;
}

static void end(void *context)
{
    Kernel *kernel = context;

    urto_world_destroy(kernel->world);
    kernel->world = NULL;
}

double bench_modal_kernel(uint32_t modes, double seconds)
{
    Kernel kernel = {.modes = modes};
    const BenchRun run = {&kernel, begin, run_blocks, end, CHUNKS};

    return bench_time(&run, seconds) / (CHUNKS * BLOCKS * BENCH_BLOCK);
}
