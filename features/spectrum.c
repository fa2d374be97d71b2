/* Power spectra by kissfft, and what is read from them.
 *
 * Left and right are one complex signal z = L + iR. With Z at a bin and Z' its conjugate at the
 * mirrored one, the spectra are (Z + Z')/2 and (Z - Z')/2i. */
#include "spectrum.h"

#include <kiss_fft.h>

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

static double window_at(SpectrumWindow window, double seconds, double part)
{
    if (window == WINDOW_WHOLE) {
        return part < 0.9 ? 1.0 : 0.5 - 0.5 * cos(10.0 * pi * (1.0 - part));
    }
    if (window == WINDOW_HANN) {
        return 0.5 - 0.5 * cos(2.0 * pi * part);
    }
    const double rise = fmin(1.0, seconds / 0.01);
    return (0.5 - 0.5 * cos(pi * rise)) * (0.5 + 0.5 * cos(pi * part));
}

static void fill(kiss_fft_cpx *data, size_t size, const FeatureSound *sound, SpectrumWindow window)
{
    for (size_t i = 0; i < size; i++) {
        data[i] = (kiss_fft_cpx){0.0f, 0.0f};
        if (i < sound->frames) {
            const double seconds = ((double)i + 0.5) / sound->rate;
            const float w = (float)window_at(window, seconds, (double)i / (double)sound->frames);
            const float *from = sound->samples + i * sound->channels;
            data[i].r = w * from[0];
            data[i].i = w * from[sound->channels - 1];
        }
    }
}

static void split(Spectrum *spectrum, const kiss_fft_cpx *z, size_t size)
{
    for (size_t k = 0; k < spectrum->bins; k++) {
        const kiss_fft_cpx a = z[k], b = z[(size - k) % size];
        const double left[2] = {0.5 * ((double)a.r + (double)b.r),
                                0.5 * ((double)a.i - (double)b.i)};
        const double right[2] = {0.5 * ((double)a.i + (double)b.i),
                                 0.5 * ((double)b.r - (double)a.r)};
        const double middle[2] = {0.5 * (left[0] + right[0]), 0.5 * (left[1] + right[1])};
        spectrum->power[k] = 0.5 * (left[0] * left[0] + left[1] * left[1] + right[0] * right[0] +
                                    right[1] * right[1]);
        spectrum->mono[k] = middle[0] * middle[0] + middle[1] * middle[1];
    }
}

bool spectrum_make(Spectrum *spectrum, const FeatureSound *sound, SpectrumWindow window,
                   double finest)
{
    /* at least one: kissfft looks for ever for a size next to 0 */
    const double needed = fmax(fmax((double)sound->frames, sound->rate / finest), 1.0);
    const size_t size = (size_t)kiss_fft_next_fast_size((int)ceil(needed));
    kiss_fft_cfg plan = kiss_fft_alloc((int)size, 0, NULL, NULL);
    kiss_fft_cpx *data = malloc(size * sizeof *data), *z = malloc(size * sizeof *z);

    *spectrum = (Spectrum){.bins = size / 2, .width = sound->rate / (double)size};
    spectrum->power = malloc(2 * spectrum->bins * sizeof(double));
    const bool made = plan && data && z && spectrum->power && sound->frames > 0;
    if (made) {
        spectrum->mono = spectrum->power + spectrum->bins;
        fill(data, size, sound, window);
        kiss_fft(plan, data, z);
        split(spectrum, z, size);
    } else {
        spectrum_free(spectrum);
    }
    kiss_fft_free(plan);
    free(data);
    free(z);
    return made;
}

void spectrum_free(Spectrum *spectrum)
{
    free(spectrum->power);
    *spectrum = (Spectrum){0};
}

static double largest(const double *values, size_t count)
{
    double most = 0.0;

    for (size_t i = 0; i < count; i++) {
        most = fmax(most, values[i]);
    }
    return most;
}

double feature_centroid(const FeatureSound *sound)
{
    Spectrum spectrum;
    double weights = 0.0, sum = 0.0;

    if (!spectrum_make(&spectrum, sound, WINDOW_ONSET, HUGE_VAL)) {
        return (double)NAN;
    }
    const double least = 1e-6 * largest(spectrum.power, spectrum.bins);
    for (size_t k = 1; k < spectrum.bins; k++) {
        if (spectrum.power[k] > least) {
            weights += sqrt(spectrum.power[k]);
            sum += sqrt(spectrum.power[k]) * (double)k * spectrum.width;
        }
    }
    spectrum_free(&spectrum);
    return weights > 0.0 ? sum / weights : (double)NAN;
}

/* Sum over the bins from one frequency to another, without the upper. */
static double sum_between(const Spectrum *spectrum, const double *power, double from, double to)
{
    double sum = 0.0;

    for (size_t k = (size_t)ceil(from / spectrum->width);
         k < spectrum->bins && (double)k * spectrum->width < to; k++) {
        sum += power[k];
    }
    return sum;
}

double feature_bandwidth(const FeatureSound *sound)
{
    const double band = 50.0;
    Spectrum spectrum;
    double most = 0.0, highest = (double)NAN;

    if (!spectrum_make(&spectrum, sound, WINDOW_WHOLE, 25.0)) {
        return (double)NAN;
    }
    for (double from = 0.0; from < 0.5 * sound->rate; from += band) {
        most = fmax(most, sum_between(&spectrum, spectrum.power, from, from + band));
    }
    for (double from = 0.0; most > 0.0 && from < 0.5 * sound->rate; from += band) {
        if (sum_between(&spectrum, spectrum.power, from, from + band) >= 1e-6 * most) {
            highest = from + band;
        }
    }
    spectrum_free(&spectrum);
    return highest;
}

/* [dB]; float samples know no more than 120. */
static double loss(double mono, double power)
{
    return fmin(120.0, fmax(0.0, 10.0 * log10(power / mono)));
}

double feature_mono_loss_bands(const FeatureSound *sound)
{
    Spectrum spectrum;
    double power[40], mono[40], most = 0.0, worst = 0.0;
    size_t bands = 0;

    if (!spectrum_make(&spectrum, sound, WINDOW_WHOLE, 5.0)) {
        return (double)NAN;
    }
    for (int i = -16; i < 14 && 1000.0 * exp2((i + 0.5) / 3.0) < 0.5 * sound->rate; i++) {
        const double from = 1000.0 * exp2((i - 0.5) / 3.0), to = 1000.0 * exp2((i + 0.5) / 3.0);
        power[bands] = sum_between(&spectrum, spectrum.power, from, to);
        mono[bands] = sum_between(&spectrum, spectrum.mono, from, to);
        most = fmax(most, power[bands]);
        bands++;
    }
    for (size_t i = 0; i < bands; i++) {
        if (power[i] > 1e-4 * most) {
            worst = fmax(worst, loss(mono[i], power[i]));
        }
    }
    spectrum_free(&spectrum);
    return most > 0.0 ? worst : (double)NAN;
}

/* Bins to each side in which a partial is the largest, and those in which the valleys beside it are
 * looked for. */
enum { NEAR_HZ = 6, VALLEY_HZ = 24 };

static bool is_partial(const Spectrum *spectrum, size_t k)
{
    const size_t near = (size_t)(NEAR_HZ / spectrum->width) + 1;
    const size_t far = (size_t)(VALLEY_HZ / spectrum->width) + 1;
    const double *p = spectrum->power;
    double below = p[k], above = p[k];

    for (size_t j = 1; j <= far; j++) {
        const double left = k >= j ? p[k - j] : 0.0;
        const double right = k + j < spectrum->bins ? p[k + j] : 0.0;
        if (j <= near && (left >= p[k] || right > p[k])) {
            return false;
        }
        below = fmin(below, left);
        above = fmin(above, right);
    }
    return p[k] > 4.0 * below && p[k] > 4.0 * above;
}

/* The top of a parabola through the logarithms of three bins, in bins from the middle one. */
static double top_of(const double *p)
{
    const double a = log(p[-1] + 1e-300), b = log(p[0]), c = log(p[1] + 1e-300);
    const double bend = a - 2.0 * b + c;

    return bend < 0.0 ? 0.5 * (a - c) / bend : 0.0;
}

static FeaturePartial partial_at(const Spectrum *spectrum, size_t k, double most)
{
    const double around = 3.0; /* [Hz] */
    const double f = (double)k * spectrum->width;

    return (FeaturePartial){
        .frequency = ((double)k + top_of(spectrum->power + k)) * spectrum->width,
        .level = 10.0 * log10(spectrum->power[k] / most),
        .mono_loss = loss(sum_between(spectrum, spectrum->mono, f - around, f + around),
                          sum_between(spectrum, spectrum->power, f - around, f + around)),
    };
}

/* Adds a partial; when there is no room, instead of the weakest if it is stronger. */
static size_t keep(FeaturePartial *partials, size_t count, size_t room, const FeaturePartial *one)
{
    size_t weakest = 0;

    if (count < room) {
        partials[count] = *one;
        return count + 1;
    }
    for (size_t i = 1; i < count; i++) {
        weakest = partials[i].level < partials[weakest].level ? i : weakest;
    }
    if (count > 0 && partials[weakest].level < one->level) {
        for (size_t i = weakest; i + 1 < count; i++) {
            partials[i] = partials[i + 1];
        }
        partials[count - 1] = *one;
    }
    return count;
}

size_t feature_partials(const FeatureSound *sound, double range, FeaturePartial *partials,
                        size_t room)
{
    Spectrum spectrum;
    size_t count = 0;

    if (!spectrum_make(&spectrum, sound, WINDOW_ONSET, 1.0)) {
        return 0;
    }
    const size_t first = (size_t)(15.0 / spectrum.width) + 1;
    const double most = largest(spectrum.power + first, spectrum.bins - first);
    for (size_t k = first; k + 1 < spectrum.bins; k++) {
        if (spectrum.power[k] > most * pow(10.0, -0.1 * range) && is_partial(&spectrum, k)) {
            const FeaturePartial one = partial_at(&spectrum, k, most);
            count = keep(partials, count, room, &one);
        }
    }
    spectrum_free(&spectrum);
    return count;
}

double feature_mono_loss(const FeatureSound *sound)
{
    enum { ROOM = 256 };
    FeaturePartial partials[ROOM];
    const size_t count = feature_partials(sound, 40.0, partials, ROOM);
    double worst = 0.0;

    for (size_t i = 0; i < count; i++) {
        worst = fmax(worst, partials[i].mono_loss);
    }
    return count > 0 ? worst : (double)NAN;
}
