/* Trims: what makes keys and velocities of a preset even, written to trims.inc by `make trims`, which
 * measures them. Makers voice real instruments key by key; here
 *
 *   gains     of each key, so that all are equally loud at velocity 100;
 *   strokes   how much harder or softer the hand strikes than the velocity says, at some keys, so that
 *             loudness rises evenly with velocity, whatever the contact makes of the strength. */
#include "instrument.h"

#include <string.h>

static const Trims rows[] = {
#include "trims.inc"
};

void trims_find(UrtoInstrument *instrument)
{
    for (size_t i = 0; i < LENGTH(rows); i++) {
        if (strcmp(rows[i].kind, instrument->kind->info.id) == 0 &&
            rows[i].voicing < VOICINGS_MAX) {
            instrument->trims[rows[i].voicing] = &rows[i];
        }
    }
}

/* Those of the voicing that is set; NULL: none. */
static const Trims *trims_of(const UrtoInstrument *instrument)
{
    const uint32_t parameter = instrument->kind->voicing;
    const uint32_t voicing = parameter ? (uint32_t)instrument->parameters[parameter - 1] : 0;

    return parameter && voicing < VOICINGS_MAX ? instrument->trims[voicing] : NULL;
}

double key_trim(const UrtoInstrument *instrument, uint8_t key)
{
    const Trims *trims = trims_of(instrument);
    const double gain = instrument->kind->gain > 0.0 ? instrument->kind->gain : 1.0;

    return trims ? gain * pow(10.0, trims->gains[key] / 80.0) : gain;
}

/* At a velocity from 0 to 1, of one of the keys that were measured. */
static double stroke_at(const int8_t *strokes, double velocity)
{
    const double place = clamp(velocity * 127.0 / 8.0, 0.0, TRIM_STEPS - 1.0);
    const uint32_t below = (uint32_t)fmin(place, TRIM_STEPS - 2.0);

    return strokes[below] + (place - below) * (strokes[below + 1] - strokes[below]);
}

double key_stroke(const UrtoInstrument *instrument, uint8_t key, double velocity)
{
    const Trims *trims = trims_of(instrument);
    const UrtoInstrumentInfo *info = &instrument->kind->info;

    if (!trims) {
        return velocity;
    }
    const double range = info->highest_key - info->lowest_key;
    const double place = clamp((key - info->lowest_key) / range, 0.0, 1.0) * (TRIM_PLACES - 1.0);
    const uint32_t below = (uint32_t)fmin(place, TRIM_PLACES - 2.0);
    const double low = stroke_at(trims->strokes[below], velocity);
    const double high = stroke_at(trims->strokes[below + 1], velocity);
    return velocity + (low + (place - below) * (high - low)) / (4.0 * 127.0);
}
