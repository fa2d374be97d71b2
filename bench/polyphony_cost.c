/* What an instrument costs with all its voices sounding: keys go down one after another, then every
 * block of a second is timed. */
#include "bench.h"

#include <urto/instrument.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RATE = 48000, BLOCKS = RATE / BENCH_BLOCK, ROUNDS_LEAST = 3, APART = 4 /* blocks */ };

static void run_blocks(UrtoInstrument *instrument, uint32_t count, double *best)
{
    float left[BENCH_BLOCK], right[BENCH_BLOCK];

    for (uint32_t i = 0; i < count; i++) {
        const double start = bench_now();
        urto_instrument_process(instrument, (float *[]){left, right}, BENCH_BLOCK);
        if (best) {
            best[i] = fmin(best[i], bench_now() - start);
        }
    }
}

/* Once the same second: the best time of each block is kept, so what interrupts does not count. */
static bool play_round(const Bench *bench, const UrtoInstrumentInfo *info, double *best,
                       UrtoDiagnostic *why)
{
    const UrtoInstrumentOptions options = {.voices = bench->voices};
    const UrtoEvent pedal = {.kind = URTO_EVENT_PEDAL, .value = 1.0};
    const uint32_t voices = bench->voices ? bench->voices : info->voices;
    const uint32_t range = info->highest_key - info->lowest_key + 1u;
    UrtoInstrument *instrument = NULL;

    if (urto_instrument_create(&instrument, info, RATE, &options, why) != URTO_OK) {
        return false;
    }
    urto_instrument_event(instrument, &pedal, NULL);
    for (uint32_t i = 0; i < voices; i++) {
        const uint32_t step = i * range / voices;
        const UrtoEvent on = urto_note_on((uint8_t)(info->lowest_key + step), 0.8);
        urto_instrument_event(instrument, &on, NULL);
        run_blocks(instrument, APART, NULL);
    }
    run_blocks(instrument, BLOCKS, best);
    urto_instrument_destroy(instrument);
    return true;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

void bench_instrument(const Bench *bench, double seconds, BenchResult *result)
{
    static double best[BLOCKS];
    const UrtoInstrumentInfo *info = urto_instrument_find(bench->instrument);
    const double start = bench_now();
    UrtoDiagnostic why = {0};
    double sum = 0.0;

    for (int i = 0; i < BLOCKS; i++) {
        best[i] = HUGE_VAL;
    }
    for (int round = 0; round < ROUNDS_LEAST || bench_now() - start < seconds; round++) {
        if (!play_round(bench, info, best, &why)) {
            snprintf(result->why, sizeof result->why, "%s", why.message);
            return;
        }
    }
    for (int i = 0; i < BLOCKS; i++) {
        sum += best[i];
    }
    qsort(best, BLOCKS, sizeof *best, compare);
    result->items = bench->voices ? bench->voices : info->voices;
    result->ns_per_sample = 1e9 * sum / RATE;
    result->median = 1e9 * best[BLOCKS / 2];
    result->worst = 1e9 * best[BLOCKS - 1];
}
