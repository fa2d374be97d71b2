/* Loudness by ITU-R BS.1770-4.
 *
 * Two filters in a row: a shelf that lifts what is above 1.7 kHz by 4 dB (the head), and a
 * high-pass at 38 Hz. Both are given for 48 kHz; the analogue prototypes below give the same
 * coefficients there and the right ones at other rates. Mean squares of 400 ms blocks, every 100
 * ms; blocks below -70 LUFS, then those 10 LU below the mean of the rest, do not count. */
#include "loudness.h"

#include "text.h"

#include <math.h>
#include <stdlib.h>

typedef struct Filter {
    double b[3], a[2]; /* numerator, denominator after 1 */
    double z[2];
} Filter;

static const double pi = 3.14159265358979323846;

static Filter shelf(double rate)
{
    const double gain = pow(10.0, 3.999843853973347 / 20.0);
    const double q = 0.7071752369554196;
    const double k = tan(pi * 1681.974450955533 / rate);
    const double middle = pow(gain, 0.4996667741545416);
    const double norm = 1.0 + k / q + k * k;

    return (Filter){{(gain + middle * k / q + k * k) / norm, 2.0 * (k * k - gain) / norm,
                     (gain - middle * k / q + k * k) / norm},
                    {2.0 * (k * k - 1.0) / norm, (1.0 - k / q + k * k) / norm},
                    {0.0, 0.0}};
}

static Filter high_pass(double rate)
{
    const double q = 0.5003270373238773;
    const double k = tan(pi * 38.13547087602444 / rate);
    const double norm = 1.0 + k / q + k * k;

    return (Filter){
        {1.0, -2.0, 1.0}, {2.0 * (k * k - 1.0) / norm, (1.0 - k / q + k * k) / norm}, {0.0, 0.0}};
}

static double filter_step(Filter *f, double x)
{
    const double y = f->b[0] * x + f->z[0];

    f->z[0] = f->b[1] * x - f->a[0] * y + f->z[1];
    f->z[1] = f->b[2] * x - f->a[1] * y;
    return y;
}

/* Weighted energy of each 100 ms, one or two channels summed. */
static double *hop_energies(const float *samples, size_t frames, unsigned channels, double rate,
                            size_t *count)
{
    const size_t hop = (size_t)(0.1 * rate + 0.5);
    *count = frames / hop;
    double *energies = memory_resize(NULL, *count + 1, sizeof *energies);

    Filter heads[2] = {shelf(rate), shelf(rate)};
    Filter lows[2] = {high_pass(rate), high_pass(rate)};
    for (size_t i = 0; i < *count; i++) {
        double sum = 0.0;
        for (unsigned c = 0; c < channels; c++) {
            const float *from = samples + i * hop * channels + c;
            Filter head = heads[c], low = lows[c];
            for (size_t n = 0; n < hop; n++) {
                const double y = filter_step(&low, filter_step(&head, (double)from[n * channels]));
                sum += y * y / (double)hop;
            }
            heads[c] = head;
            lows[c] = low;
        }
        energies[i] = sum;
    }
    return energies;
}

static double to_lufs(double power)
{
    return -0.691 + 10.0 * log10(power);
}

/* Mean power of the blocks above a gate. */
static double gated_mean(const double *energies, size_t count, double gate)
{
    double sum = 0.0;
    size_t kept = 0;

    for (size_t i = 0; i + 3 < count; i++) {
        const double block =
            0.25 * (energies[i] + energies[i + 1] + energies[i + 2] + energies[i + 3]);
        if (block > 0.0 && to_lufs(block) > gate) {
            sum += block;
            kept++;
        }
    }
    return kept ? sum / (double)kept : 0.0;
}

double loudness(const float *samples, size_t frames, unsigned channels, double rate)
{
    size_t count;
    double *energies = hop_energies(samples, frames, channels, rate, &count);
    double mean = gated_mean(energies, count, -70.0);

    if (mean > 0.0) {
        mean = gated_mean(energies, count, to_lufs(mean) - 10.0);
    }
    free(energies);
    return mean > 0.0 ? to_lufs(mean) : -HUGE_VAL;
}
