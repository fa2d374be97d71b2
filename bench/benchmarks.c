/* The table of benchmarks, and how one is measured: the same worlds from the same start, again and
 * again, in blocks of 64 frames. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fields that rows share. */
#define HAMMER_ON_MODES(modes, alpha, is_far, promised, bound)                                     \
    .item = "mode", .describe = bench_describe_modal, .start = bench_start_strike,                 \
    .size = (modes), .exponent = (alpha), .rate = 48000.0, .warm = 1024, .frames = 8192,           \
    .far = (is_far), .state = (promised), .work = {bound}
#define HAMMER_ON_STRING(alpha, is_far, promised, bound)                                           \
    .item = "mode", .describe = bench_describe_hammer_string, .start = bench_start_strike,         \
    .size = 100, .exponent = (alpha), .rate = 48000.0, .warm = 1024, .far = (is_far),              \
    .state = (promised), .work = {bound}
#define FORCED &bench_work_mode_forced
#define FREE &bench_work_mode_free

const Bench benches[] = {
    {.name = "modal-kernel-128",
     .what = "modes, force known at each sample",
     .item = "mode",
     .size = 128,
     .rate = 48000.0,
     .state = BENCH_EITHER,
     .work = {FORCED},
     .kernel = bench_modal_kernel},
    {.name = "modal-kernel-512",
     .what = "modes, force known at each sample",
     .item = "mode",
     .size = 512,
     .rate = 48000.0,
     .state = BENCH_EITHER,
     .work = {FORCED},
     .kernel = bench_modal_kernel},
    {.name = "modal-contact-128",
     .what = "hammer in contact, exponent 1.5",
     HAMMER_ON_MODES(128, 1.5, false, BENCH_TOUCHING, FORCED)},
    {.name = "modal-contact-512",
     .what = "hammer in contact, exponent 1.5",
     HAMMER_ON_MODES(512, 1.5, false, BENCH_TOUCHING, FORCED)},
    {.name = "modal-contact-128-a23",
     .what = "hammer in contact, exponent 2.3",
     HAMMER_ON_MODES(128, 2.3, false, BENCH_TOUCHING, FORCED)},
    {.name = "modal-contact-512-a23",
     .what = "hammer in contact, exponent 2.3",
     HAMMER_ON_MODES(512, 2.3, false, BENCH_TOUCHING, FORCED)},
    {.name = "modal-free-128",
     .what = "the same, ringing, hammer far away",
     HAMMER_ON_MODES(128, 1.5, true, BENCH_FLYING, FREE)},
    {.name = "modal-free-512",
     .what = "the same, ringing, hammer far away",
     HAMMER_ON_MODES(512, 1.5, true, BENCH_FLYING, FREE)},
    {.name = "modal-contact-3",
     .what = "hammer in contact with three modes",
     HAMMER_ON_MODES(3, 1.5, false, BENCH_TOUCHING, NULL)},
    {.name = "modal-contact-3-quadratised",
     .what = "the same, quadratised solver",
     HAMMER_ON_MODES(3, 1.5, false, BENCH_TOUCHING, NULL),
     .solver = URTO_SOLVER_QUADRATISED},
    {.name = "modal-free-3",
     .what = "three modes, ringing, hammer far away",
     HAMMER_ON_MODES(3, 1.5, true, BENCH_FLYING, NULL)},
    {.name = "tromba-published-grid",
     .what = "tromba marina, 226 points, 130 x 13 cells",
     .item = "point",
     .describe = bench_describe_tromba_published,
     .rate = 44100.0,
     .warm = 4096,
     .frames = 4096,
     .state = BENCH_TOUCHING,
     .work = {&bench_work_stiff_string, &bench_work_plate}},
    {.name = "tromba-full-plate",
     .what = "tromba marina, plate as fine as is stable",
     .item = "point",
     .describe = bench_describe_tromba_full,
     .rate = 44100.0,
     .warm = 4096,
     .frames = 4096,
     .state = BENCH_TOUCHING,
     .work = {&bench_work_stiff_string, &bench_work_plate}},
    {.name = "hammer-string-100",
     .what = "hammer in contact with a modal string",
     HAMMER_ON_STRING(2.3, false, BENCH_TOUCHING, FORCED),
     .frames = 8192},
    {.name = "frets-modal-100",
     .what = "plucked modal string over 12 frets",
     .item = "mode",
     .describe = bench_describe_frets_modal,
     .start = bench_start_pluck,
     .size = 12,
     .rate = 48000.0,
     .frames = 24064,
     .state = BENCH_EITHER},
    {.name = "frets-grid",
     .what = "plucked grid string over 12 frets",
     .item = "point",
     .describe = bench_describe_frets_grid,
     .start = bench_start_pluck,
     .size = 12,
     .rate = 48000.0,
     .frames = 24064,
     .state = BENCH_EITHER,
     .work = {&bench_work_stiff_string}},
    {.name = "backboard-grid",
     .what = "grid string that rattles on a board",
     .item = "point",
     .describe = bench_describe_backboard,
     .start = bench_start_first_mode,
     .rate = 44100.0,
     .frames = 22016,
     .state = BENCH_EITHER,
     .work = {&bench_work_string}},
    {.name = "snare",
     .what = "drum, two heads and twelve wires, a stroke",
     .item = "point",
     .describe = bench_describe_snare,
     .rate = 44100.0,
     .frames = 8192,
     .state = BENCH_EITHER},
    {.name = "ledger-contact-512",
     .what = "modal-contact-512 with its ledger",
     HAMMER_ON_MODES(512, 1.5, false, BENCH_TOUCHING, NULL),
     .ledger = true},
    {.name = "ledger-free-512",
     .what = "modal-free-512 with its ledger",
     HAMMER_ON_MODES(512, 1.5, true, BENCH_FLYING, NULL),
     .ledger = true},
    {.name = "ledger-tromba",
     .what = "tromba-published-grid with its ledger",
     .item = "point",
     .describe = bench_describe_tromba_published,
     .rate = 44100.0,
     .warm = 4096,
     .frames = 4096,
     .state = BENCH_TOUCHING,
     .ledger = true},
    {.name = "voices-ringing",
     .what = "300 strings of 100 modes, ringing",
     HAMMER_ON_STRING(2.3, true, BENCH_FLYING, FREE),
     .frames = 1024,
     .voices = 300},
    {.name = "voices-contact",
     .what = "100 strings of 100 modes, hammers in contact",
     HAMMER_ON_STRING(2.3, false, BENCH_TOUCHING, FORCED),
     .frames = 1024,
     .voices = 100},
    {.name = "instruments-mallet",
     .what = "mallet, all voices",
     .item = "voice",
     .instrument = "mallet",
     .rate = 48000.0,
     .state = BENCH_EITHER},
    {.name = "instruments-hammered-string",
     .what = "hammered-string, 32 keys and pedal",
     .item = "voice",
     .instrument = "hammered-string",
     .rate = 48000.0,
     .voices = 32,
     .state = BENCH_EITHER},
    {.name = "instruments-fretted-string",
     .what = "fretted-string, all voices",
     .item = "voice",
     .instrument = "fretted-string",
     .rate = 48000.0,
     .state = BENCH_EITHER},
    {.name = "instruments-tanpura",
     .what = "tanpura, all voices",
     .item = "voice",
     .instrument = "tanpura",
     .rate = 48000.0,
     .state = BENCH_EITHER},
    {.name = "instruments-snare",
     .what = "snare, all voices",
     .item = "voice",
     .instrument = "snare",
     .rate = 48000.0,
     .state = BENCH_EITHER},
    {.name = "instruments-tromba",
     .what = "tromba, all voices",
     .item = "voice",
     .instrument = "tromba",
     .rate = 48000.0,
     .state = BENCH_EITHER},
    {.name = "instruments-bounce",
     .what = "bounce, all voices",
     .item = "voice",
     .instrument = "bounce",
     .rate = 48000.0,
     .state = BENCH_EITHER},
    {.name = "instruments-roll",
     .what = "roll, all voices",
     .item = "voice",
     .instrument = "roll",
     .rate = 48000.0,
     .state = BENCH_EITHER},
    {.name = "instruments-scrape",
     .what = "scrape, all voices",
     .item = "voice",
     .instrument = "scrape",
     .rate = 48000.0,
     .state = BENCH_EITHER},
};
const size_t bench_count = sizeof benches / sizeof *benches;

/* Blocks that are timed together: the clock is read once in 512 frames. */
enum { CHUNK_BLOCKS = 8, CHUNK = CHUNK_BLOCKS * BENCH_BLOCK, BODIES_MAX = 64 };

typedef struct Voice {
    UrtoWorld *world;
} Voice;

typedef struct Subject {
    const Bench *bench;
    UrtoWorldDef *def;
    Voice *voices;
    uint32_t count;
    UrtoDiagnostic why;
    float out[BENCH_BLOCK];
} Subject;

static UrtoWorldDef *describe(const Bench *bench, uint32_t lanes, UrtoDiagnostic *why)
{
    UrtoWorldDef *world_def = NULL;

    if (urto_world_def_create(&world_def, NULL) == URTO_OK) {
        urto_world_def_options(world_def, &(UrtoWorldOptions){
                                              .solver = bench->solver,
                                              .ledger = bench->ledger,
                                              .lanes = lanes,
                                          });
        bench->describe(world_def, bench);
    }
    if (urto_world_def_status(world_def, why) != URTO_OK) {
        urto_world_def_destroy(world_def);
        return NULL;
    }
    return world_def;
}

static UrtoWorld *make_world(Subject *subject)
{
    UrtoWorld *world = NULL;

    if (urto_world_create(&world, subject->def, subject->bench->rate, &subject->why) == URTO_OK &&
        subject->bench->start) {
        subject->bench->start(world, subject->bench);
    }
    return world;
}

static void end_subject(void *context)
{
    Subject *subject = context;

    for (uint32_t i = 0; i < subject->count; i++) {
        urto_world_destroy(subject->voices[i].world);
        subject->voices[i].world = NULL;
    }
}

static bool begin_subject(void *context)
{
    Subject *subject = context;

    for (uint32_t i = 0; i < subject->count; i++) {
        subject->voices[i].world = make_world(subject);
        if (!subject->voices[i].world) {
            end_subject(subject);
            return false;
        }
        for (uint32_t done = 0; done < subject->bench->warm; done += BENCH_BLOCK) {
            urto_world_process(subject->voices[i].world, NULL, NULL, BENCH_BLOCK);
        }
    }
    return true;
}

static void process_chunk(void *context)
{
    Subject *subject = context;
    float *const out[] = {subject->out};

    for (int block = 0; block < CHUNK_BLOCKS; block++) {
        for (uint32_t i = 0; i < subject->count; i++) {
            urto_world_process(subject->voices[i].world, NULL, out, BENCH_BLOCK);
        }
    }
}

/* Items and limit of one world. */
static void size_up(const Bench *bench, const UrtoWorld *world, BenchResult *result)
{
    size_t large = 0;

    for (uint32_t id = 1; id <= BODIES_MAX; id++) {
        const double size = urto_world_body_info(world, (UrtoBody){.id = id}).degrees;
        if (size <= 1.0) {
            continue;
        }
        result->items += size;
        if (large < 2 && bench->work[large]) {
            result->limit += bench_limit(bench->work[large], size);
        }
        large++;
    }
}

/* Once sample by sample: how often do the contacts touch? */
static void look_at_contacts(Subject *subject, BenchResult *result)
{
    const Bench *bench = subject->bench;
    UrtoWorld *world = make_world(subject);
    uint32_t touching = 0;
    double active = 0.0;

    if (!world) {
        return;
    }
    size_up(bench, world, result);
    urto_world_process(world, NULL, NULL, bench->warm);
    const uint64_t before = urto_world_statistics(world).iterations;
    for (uint32_t i = 0; i < bench->frames; i++) {
        urto_world_process(world, NULL, NULL, 1);
        const uint32_t now = urto_world_statistics(world).active;
        touching += now > 0;
        active += now;
    }
    result->touching = (double)touching / bench->frames;
    result->active = active / bench->frames;
    result->iterations = (double)(urto_world_statistics(world).iterations - before) / bench->frames;
    urto_world_destroy(world);
}

static void measure_kernel(const Bench *bench, uint32_t lanes, double seconds, BenchResult *result)
{
    result->items = bench->size;
    result->limit = bench_limit(bench->work[0], bench->size);
    result->ns_per_sample = bench->kernel(bench->size, lanes, seconds);
}

void bench_measure(const Bench *bench, uint32_t lanes, double seconds, BenchResult *result)
{
    Subject subject = {.bench = bench, .count = bench->voices ? bench->voices : 1};

    *result = (BenchResult){.bench = bench, .ns_per_sample = -1.0};
    if (bench->kernel) {
        measure_kernel(bench, lanes, seconds, result);
        return;
    }
    if (bench->instrument) {
        bench_instrument(bench, seconds, result);
        return;
    }
    subject.def = describe(bench, lanes, &subject.why);
    if (subject.def) {
        subject.voices = memory_resize(NULL, subject.count, sizeof *subject.voices);
        memset(subject.voices, 0, subject.count * sizeof *subject.voices);
        look_at_contacts(&subject, result);
        const BenchRun run = {&subject, begin_subject, process_chunk, end_subject,
                              bench->frames / CHUNK};
        result->items *= subject.count;
        result->limit *= subject.count;
        result->ns_per_sample = bench_time(&run, seconds) / bench->frames;
    }
    if (result->ns_per_sample <= 0.0) {
        snprintf(result->why, sizeof result->why, "%s", subject.why.message);
    }
    free(subject.voices);
    urto_world_def_destroy(subject.def);
}
