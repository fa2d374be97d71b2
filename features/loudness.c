/* Loudness by libebur128. */
#include "features.h"

#include <ebur128.h>
#include <math.h>

/* A meter that has heard nothing yet; NULL: no memory, or a rate that it does not know. */
static ebur128_state *new_meter(const FeatureSound *sound, int mode)
{
    return ebur128_init(sound->channels, (unsigned long)(sound->rate + 0.5), mode);
}

double feature_loudness(const FeatureSound *sound)
{
    ebur128_state *meter = new_meter(sound, EBUR128_MODE_M);
    const size_t step = (size_t)(0.02 * sound->rate + 0.5);
    double most = -HUGE_VAL;

    if (!meter) {
        return (double)NAN;
    }
    for (size_t at = 0; at < sound->frames; at += step) {
        const size_t count = sound->frames - at < step ? sound->frames - at : step;
        double now = -HUGE_VAL;
        ebur128_add_frames_float(meter, sound->samples + at * sound->channels, count);
        ebur128_loudness_momentary(meter, &now);
        most = fmax(most, now);
    }
    ebur128_destroy(&meter);
    return most;
}

double feature_loudness_integrated(const FeatureSound *sound)
{
    ebur128_state *meter = new_meter(sound, EBUR128_MODE_I);
    double loudness = -HUGE_VAL;

    if (!meter) {
        return (double)NAN;
    }
    ebur128_add_frames_float(meter, sound->samples, sound->frames);
    ebur128_loudness_global(meter, &loudness);
    ebur128_destroy(&meter);
    return loudness;
}
