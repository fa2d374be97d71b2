#include "sample_format.h"

#include <math.h>

static double held(float sample)
{
    return isnan(sample) ? 0.0 : fmin(1.0, fmax(-1.0, (double)sample));
}

void sample_format_interleave(void *out, SampleFormat format, const float *left, const float *right,
                              uint32_t frames)
{
    float *f = out;
    int32_t *l = out;
    int16_t *s = out;

    for (uint32_t i = 0; i < 2 * frames; i++) {
        const double sample = held(i % 2 ? right[i / 2] : left[i / 2]);
        if (format == SAMPLE_FLOAT) {
            f[i] = (float)sample;
        } else if (format == SAMPLE_S32) {
            l[i] = (int32_t)lrint(sample * 2147483647.0);
        } else {
            s[i] = (int16_t)lrint(sample * 32767.0);
        }
    }
}
