/* What needs no transform: peak, mean, energy of the lows, likeness of the channels. */
#include "features.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

FeatureSound feature_part(const FeatureSound *sound, double from, double seconds)
{
    FeatureSound part = *sound;
    const double first = fmin(fmax(from * sound->rate, 0.0), (double)sound->frames);
    const double count = fmin(fmax(seconds * sound->rate, 0.0), (double)sound->frames - first);

    part.samples += (size_t)first * sound->channels;
    part.frames = (size_t)count;
    return part;
}

static double largest(const FeatureSound *sound)
{
    double peak = 0.0;

    for (size_t i = 0; i < sound->frames * sound->channels; i++) {
        peak = fmax(peak, fabs((double)sound->samples[i]));
    }
    return peak;
}

double feature_peak(const FeatureSound *sound)
{
    return 20.0 * log10(largest(sound));
}

double feature_dc(const FeatureSound *sound)
{
    double sums[2] = {0.0, 0.0};
    const double peak = largest(sound);

    for (size_t i = 0; i < sound->frames * sound->channels; i++) {
        sums[i % sound->channels] += (double)sound->samples[i];
    }
    return peak > 0.0
               ? 20.0 * log10(fmax(fabs(sums[0]), fabs(sums[1])) / (double)sound->frames / peak)
               : (double)NAN;
}

/* Means of one channel over some samples each. The end fades within a tenth, so that a sound that is
 * cut off does not count as a step. */
static void fill_means(const FeatureSound *sound, unsigned channel, size_t group, double *means,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        means[i] = 0.0;
        for (size_t j = 0; j < group; j++) {
            means[i] += (double)sound->samples[(i * group + j) * sound->channels + channel];
        }
        means[i] *= fmin(1.0, 10.0 * (double)(count - i) / (double)count) / (double)group;
    }
}

/* Energy below 20 Hz: the lines of a transform as long as the sound. Means will do for that. */
static double low_energy(const FeatureSound *sound, size_t group, const double *means, size_t count)
{
    const double lines = 20.0 * (double)(count * group) / sound->rate;
    double energy = 0.0;

    for (size_t k = 0; (double)k < lines; k++) {
        const double turn = 2.0 * pi * (double)k / (double)count;
        double re = 0.0, im = 0.0;
        for (size_t i = 0; i < count; i++) {
            re += means[i] * cos(turn * (double)i);
            im += means[i] * sin(turn * (double)i);
        }
        energy += (k ? 2.0 : 1.0) * (re * re + im * im) * (double)group / (double)count;
    }
    return energy;
}

double feature_below(const FeatureSound *sound)
{
    const size_t group = (size_t)(sound->rate / 800.0) + 1;
    const size_t count = sound->frames / group;
    double *means = malloc((count + 1) * sizeof *means);
    double low = 0.0, all = 0.0;

    if (!means) {
        return (double)NAN;
    }
    for (unsigned c = 0; c < sound->channels; c++) {
        fill_means(sound, c, group, means, count);
        low += low_energy(sound, group, means, count);
    }
    for (size_t i = 0; i < sound->frames * sound->channels; i++) {
        all += (double)sound->samples[i] * (double)sound->samples[i];
    }
    free(means);
    return all > 0.0 ? low / all : (double)NAN;
}

double feature_correlation(const FeatureSound *sound)
{
    double both = 0.0, left = 0.0, right = 0.0;

    if (sound->channels == 1) {
        return 1.0;
    }
    for (size_t i = 0; i < sound->frames; i++) {
        const double l = (double)sound->samples[2 * i], r = (double)sound->samples[2 * i + 1];
        both += l * r;
        left += l * l;
        right += r * r;
    }
    return left > 0.0 && right > 0.0 ? both / sqrt(left * right) : 0.0;
}
