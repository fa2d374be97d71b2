/* Hears a part of a sound file: hear FILE FROM TO [HZ]. Prints one JSON object: peak and power in
 * dB, the first frame of the part that is louder than -60 dB (-1: none), and how many cents the
 * strongest partial near HZ is off. */
#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

static double magnitude(const double *x, size_t count, double rate, double frequency)
{
    double real = 0.0, imaginary = 0.0;

    for (size_t i = 0; i < count; i++) {
        const double window = 0.5 - 0.5 * cos(2.0 * pi * ((double)i + 0.5) / (double)count);
        const double turn = 2.0 * pi * frequency * (double)i / rate;
        real += window * x[i] * cos(turn);
        imaginary += window * x[i] * sin(turn);
    }
    return hypot(real, imaginary) / (double)count;
}

static double cents_off(const double *x, size_t count, double rate, double wanted)
{
    double best = 0.0, height = -1.0;

    /* a half-tone each way by cents, then by hundredths around the best */
    for (int pass = 0; pass < 2; pass++) {
        const double middle = best, step = pass ? 0.02 : 2.0;
        for (int i = -50; i <= 50; i++) {
            const double cents = middle + i * step;
            const double here = magnitude(x, count, rate, wanted * exp2(cents / 1200.0));
            if (here > height) {
                height = here;
                best = cents;
            }
        }
    }
    return best;
}

int main(int argc, char **argv)
{
    SF_INFO info = {0};
    double peak = 0.0, power = 0.0;
    long first = -1;

    if (argc < 4) {
        return 2;
    }
    SNDFILE *file = sf_open(argv[1], SFM_READ, &info);
    if (!file || info.frames <= 0) {
        fprintf(stderr, "hear: %s: %s\n", argv[1], sf_strerror(file));
        return 1;
    }
    const size_t channels = (size_t)info.channels;
    float *samples = calloc((size_t)info.frames * channels, sizeof *samples);
    double *mono = calloc((size_t)info.frames, sizeof *mono);
    if (!samples || !mono || sf_readf_float(file, samples, info.frames) != info.frames) {
        return 1;
    }
    sf_close(file);
    const size_t from = (size_t)(atof(argv[2]) * info.samplerate);
    size_t to = (size_t)(atof(argv[3]) * info.samplerate);
    to = to > (size_t)info.frames ? (size_t)info.frames : to;
    const size_t count = to > from ? to - from : 0;
    for (size_t i = from; i < to; i++) {
        for (size_t c = 0; c < channels; c++) {
            const double sample = (double)samples[i * channels + c];
            peak = fmax(peak, fabs(sample));
            power += sample * sample / (double)(count * channels);
            mono[i] += sample;
        }
        if (first < 0 && fabs(mono[i]) > 1e-3) {
            first = (long)i;
        }
    }
    printf("{\"seconds\": %.6f, \"rate\": %d, \"channels\": %d, \"peak\": %.2f, \"power\": %.2f, "
           "\"first\": %ld",
           (double)info.frames / info.samplerate, info.samplerate, info.channels,
           20.0 * log10(peak + 1e-10), 10.0 * log10(power + 1e-20), first);
    if (argc > 4 && count > 0) {
        printf(", \"cents\": %.2f", cents_off(mono + from, count, info.samplerate, atof(argv[4])));
    }
    puts("}");
    free(samples);
    free(mono);
    return 0;
}
