/* Pitch and decay of single partials, by the transform at any frequency.
 *
 * A partial is looked at through a Hann window of n samples, |sum of w x exp(-i 2 pi f t)|^2 summed
 * over the channels. Its top is found by golden section. Exponential decay leaves the shape of the
 * window's movement alone: the envelope falls by the same ratio from one place to the next. */
#include "spectrum.h"

#include <kiss_fft.h>

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* A point on the unit circle, and by how much it turns at each step. */
typedef struct Phasor {
    double re, im, step_re, step_im;
} Phasor;

static Phasor phasor(double start, double step)
{
    return (Phasor){cos(start), sin(start), cos(step), sin(step)};
}

static void phasor_step(Phasor *p)
{
    const double re = p->re * p->step_re - p->im * p->step_im;

    p->im = p->re * p->step_im + p->im * p->step_re;
    p->re = re;
}

/* Power at a frequency in some frames. */
static double power_at(const FeatureSound *sound, size_t from, size_t count, double frequency)
{
    Phasor carrier = phasor(0.0, 2.0 * pi * frequency / sound->rate);
    Phasor hann = phasor(pi / (double)count, 2.0 * pi / (double)count);
    double re[2] = {0.0, 0.0}, im[2] = {0.0, 0.0};

    for (size_t i = 0; i < count; i++) {
        for (unsigned c = 0; c < sound->channels; c++) {
            const double x =
                (0.5 - 0.5 * hann.re) * (double)sound->samples[(from + i) * sound->channels + c];
            re[c] += x * carrier.re;
            im[c] += x * carrier.im;
        }
        phasor_step(&carrier);
        phasor_step(&hann);
    }
    return (re[0] * re[0] + im[0] * im[0] + re[1] * re[1] + im[1] * im[1]) /
           ((double)count * (double)count);
}

/* The top of a partial that lies within a bin of a frequency. */
static double refine(const FeatureSound *sound, double frequency, double bin)
{
    const double golden = 0.6180339887498949;
    double low = frequency - bin, high = frequency + bin;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = power_at(sound, 0, sound->frames, a), at_b = power_at(sound, 0, sound->frames, b);

    for (int i = 0; i < 24; i++) {
        if (at_a > at_b) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = power_at(sound, 0, sound->frames, a);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = power_at(sound, 0, sound->frames, b);
        }
    }
    return 0.5 * (low + high);
}

double feature_pitch_near(const FeatureSound *sound, double guess)
{
    const double bin = 0.5 * sound->rate / (double)sound->frames;
    const double step = fmin(bin, 0.01 * guess);
    double best = guess, most = 0.0;

    for (double f = guess / 1.0595; f <= guess * 1.0595 && sound->frames > 0; f += step) {
        const double here = power_at(sound, 0, sound->frames, f);
        best = here > most ? f : best;
        most = fmax(most, here);
    }
    return most > 0.0 ? refine(sound, best, step) : (double)NAN;
}

/* The first peak of the autocorrelation that is nearly the highest: a lag in samples, 0 for none. */
static double repeat_lag(const kiss_fft_cpx *r, size_t size)
{
    const double rest = 0.9;
    size_t start = 1;
    double most = 0.0;

    while (start < size / 2 && r[start].r > 0.0f) {
        start++; /* beyond the peak at 0 */
    }
    for (size_t i = start; i < size / 2; i++) {
        most = fmax(most, (double)r[i].r);
    }
    for (size_t i = start + 1; most > 0.0 && i + 1 < size / 2; i++) {
        const double a = (double)r[i - 1].r, b = (double)r[i].r, c = (double)r[i + 1].r;
        if (b >= rest * most && b >= a && b > c) {
            return (double)i + 0.5 * (a - c) / (a - 2.0 * b + c);
        }
    }
    return 0.0;
}

/* Frequency at which a sound repeats, roughly. */
static double rough_pitch(const FeatureSound *sound)
{
    Spectrum spectrum;
    double lag = 0.0;

    if (!spectrum_make(&spectrum, sound, WINDOW_ONSET, 0.5 * sound->rate / (double)sound->frames)) {
        return (double)NAN;
    }
    const size_t size = 2 * spectrum.bins;
    kiss_fft_cfg plan = kiss_fft_alloc((int)size, 1, NULL, NULL);
    kiss_fft_cpx *data = calloc(2 * size, sizeof *data);
    if (plan && data) {
        for (size_t k = 1; k < spectrum.bins; k++) {
            const bool audible = (double)k * spectrum.width >= 16.0;
            data[k].r = audible ? (float)spectrum.power[k] : 0.0f;
            data[size - k].r = data[k].r;
        }
        kiss_fft(plan, data, data + size);
        lag = repeat_lag(data + size, size);
    }
    kiss_fft_free(plan);
    free(data);
    spectrum_free(&spectrum);
    return lag > 0.0 ? sound->rate / lag : (double)NAN;
}

/* A fundamental that is weak or missing is read from a harmonic. */
double feature_pitch(const FeatureSound *sound)
{
    enum { ROOM = 8 };
    FeaturePartial partials[ROOM], strongest = {.level = -HUGE_VAL};
    const double rough = rough_pitch(sound);
    const size_t count = feature_partials(sound, 30.0, partials, ROOM);

    for (size_t i = 0; i < count; i++) {
        if (fabs(12.0 * log2(partials[i].frequency / rough)) < 0.5) {
            return feature_pitch_near(sound, partials[i].frequency);
        }
        strongest = partials[i].level > strongest.level ? partials[i] : strongest;
    }
    if (count == 0 || !(rough > 0.0)) {
        return (double)NAN;
    }
    const double part = fmax(1.0, round(strongest.frequency / rough));
    return feature_pitch_near(sound, strongest.frequency) / part;
}

typedef struct Fit {
    double n, t, l, tt, tl;
} Fit;

static void fit_add(Fit *fit, double t, double l)
{
    fit->n += 1.0;
    fit->t += t;
    fit->l += l;
    fit->tt += t * t;
    fit->tl += t * l;
}

/* T60 seen through windows of some frames, four of them beginning in the length of one; 0 where it
 * is over before it is seen. */
static double t60_through(const FeatureSound *sound, double frequency, size_t window)
{
    const size_t step = window / 4 + 1;
    double most = -HUGE_VAL, last = (double)NAN;
    Fit fit = {0};

    for (size_t at = 0; at + window <= sound->frames && !(last < most - 30.0); at += step) {
        last = 10.0 * log10(power_at(sound, at, window, frequency) + 1e-300);
        if (last > most) { /* still rising: begin anew */
            most = last;
            fit = (Fit){0};
        }
        fit_add(&fit, (double)at / sound->rate, last);
    }
    const double slope = (fit.n * fit.tl - fit.t * fit.l) / (fit.n * fit.tt - fit.t * fit.t);
    if (isnan(last) || fit.n < 4.0) {
        return isnan(last) ? last : (last < most - 30.0 ? 0.0 : HUGE_VAL);
    }
    return slope < 0.0 ? -60.0 / slope : HUGE_VAL;
}

/* A window four periods of the spacing long tells partials apart; one longer than a third of the T60
 * blurs. */
double feature_t60_at(const FeatureSound *sound, double frequency, double spacing)
{
    const double least = 4.0 / frequency;
    double seconds = fmax(least, fmin(4.0 / spacing, 0.2));
    double t60 = t60_through(sound, frequency, (size_t)(seconds * sound->rate));

    while (t60 < 3.0 * seconds && seconds > least) {
        seconds = fmax(least, 0.5 * seconds);
        t60 = t60_through(sound, frequency, (size_t)(seconds * sound->rate));
    }
    return t60;
}

double feature_t60(const FeatureSound *sound)
{
    enum { ROOM = 32 };
    FeaturePartial partials[ROOM];
    const size_t count = feature_partials(sound, 40.0, partials, ROOM);
    double spacing = HUGE_VAL;
    size_t strongest = 0;

    for (size_t i = 1; i < count; i++) {
        strongest = partials[i].level > partials[strongest].level ? i : strongest;
    }
    for (size_t i = 0; i < count; i++) {
        if (i != strongest) {
            spacing = fmin(spacing, fabs(partials[i].frequency - partials[strongest].frequency));
        }
    }
    return count > 0 ? feature_t60_at(sound, partials[strongest].frequency, spacing) : (double)NAN;
}
