/* Measures a sound file: measure FILE [HZ]. Prints one JSON object.
 *
 * Pitch and decay are those of the partial nearest to HZ: a Hann window over the last three
 * quarters, the largest bin within a semitone, refined by golden section on the continuous
 * transform; the decay from the same partial in the second and the third quarter. */
#include "output/loudness.h"

#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

typedef struct Sound {
    float *samples; /* interleaved */
    double *mono;
    size_t frames;
    SF_INFO info;
} Sound;

static double magnitude(const Sound *sound, double from, double to, double frequency)
{
    const size_t first = (size_t)(from * (double)sound->frames);
    const size_t count = (size_t)(to * (double)sound->frames) - first;
    double real = 0.0, imaginary = 0.0;

    for (size_t i = 0; i < count; i++) {
        const double window = 0.5 - 0.5 * cos(2.0 * pi * ((double)i + 0.5) / (double)count);
        const double turn = 2.0 * pi * frequency * (double)i / sound->info.samplerate;
        real += window * sound->mono[first + i] * cos(turn);
        imaginary += window * sound->mono[first + i] * sin(turn);
    }
    return sqrt(real * real + imaginary * imaginary) / (double)count;
}

static double find_pitch(const Sound *sound, double near)
{
    const double seconds = 0.75 * (double)sound->frames / sound->info.samplerate;
    const double bin = 0.5 / seconds;
    double best = near, height = 0.0;

    for (double f = near / 1.06; f < near * 1.06; f += bin) {
        const double here = magnitude(sound, 0.25, 1.0, f);
        if (here > height) {
            height = here;
            best = f;
        }
    }
    double low = best - bin, high = best + bin;
    for (int i = 0; i < 30; i++) {
        const double a = high - 0.618034 * (high - low), b = low + 0.618034 * (high - low);
        if (magnitude(sound, 0.25, 1.0, a) > magnitude(sound, 0.25, 1.0, b)) {
            high = b;
        } else {
            low = a;
        }
    }
    return 0.5 * (low + high);
}

/* Mean frequency of the power spectrum, from the power of the sound and of its differences: exact
 * enough to compare, and needs no transform. */
static double brightness(const Sound *sound)
{
    double power = 0.0, steep = 0.0;

    for (size_t i = 1; i < sound->frames; i++) {
        const double step = sound->mono[i] - sound->mono[i - 1];
        power += sound->mono[i] * sound->mono[i];
        steep += step * step;
    }
    return power > 0.0 ? sqrt(steep / power) * sound->info.samplerate / (2.0 * pi) : 0.0;
}

static int read_sound(const char *path, Sound *sound)
{
    SNDFILE *file = sf_open(path, SFM_READ, &sound->info);

    if (!file) {
        fprintf(stderr, "measure: %s: %s\n", path, sf_strerror(NULL));
        return 1;
    }
    const size_t channels = (size_t)sound->info.channels;
    sound->frames = (size_t)sound->info.frames;
    sound->samples = calloc(sound->frames * channels + 1, sizeof(float));
    sound->mono = calloc(sound->frames + 1, sizeof(double));
    const int failed =
        !sound->samples || !sound->mono ||
        sf_readf_float(file, sound->samples, sound->info.frames) != sound->info.frames;
    sf_close(file);
    for (size_t i = 0; !failed && i < sound->frames * channels; i++) {
        sound->mono[i / channels] += (double)sound->samples[i];
    }
    return failed;
}

int main(int argc, char **argv)
{
    Sound sound = {0};
    double peak = 0.0, means[2] = {0.0, 0.0}, ends[2] = {0.0, 0.0};

    if (argc < 2 || read_sound(argv[1], &sound) || sound.frames == 0 || sound.info.channels > 2) {
        return 1;
    }
    const size_t channels = (size_t)sound.info.channels;
    const size_t last = (sound.frames - 1) * channels;
    for (size_t i = 0; i < sound.frames * channels; i++) {
        peak = fmax(peak, fabs((double)sound.samples[i]));
        means[i % channels] += (double)sound.samples[i] / (double)sound.frames;
    }
    for (size_t c = 0; c < channels; c++) {
        ends[0] = fmax(ends[0], fabs((double)sound.samples[c]));
        ends[1] = fmax(ends[1], fabs((double)sound.samples[last + c]));
    }
    printf("{\"frames\": %zu, \"peak_db\": %.4f, \"dc\": %.3e, \"first\": %.3e, \"last\": %.3e, "
           "\"lufs\": %.3f, \"brightness\": %.3f",
           sound.frames, 20.0 * log10(peak), fmax(fabs(means[0]), fabs(means[1])) / peak,
           ends[0] / peak, ends[1] / peak,
           loudness(sound.samples, sound.frames, (unsigned)channels, sound.info.samplerate),
           brightness(&sound));
    if (argc > 2) {
        const double wanted = atof(argv[2]), pitch = find_pitch(&sound, wanted);
        const double quarter = 0.25 * (double)sound.frames / sound.info.samplerate;
        printf(", \"pitch\": %.5f, \"cents\": %.3f, \"decay\": %.5f", pitch,
               1200.0 * log2(pitch / wanted),
               log(magnitude(&sound, 0.25, 0.5, pitch) / magnitude(&sound, 0.5, 0.75, pitch)) /
                   quarter);
    }
    puts("}");
    free(sound.samples);
    free(sound.mono);
    return 0;
}
