/* Four sounds that people send through an effect, made up: drums, a voice, noise, plucks. Two seconds
 * at 48 kHz, one channel, with their peak at -6 dBFS. */
#ifndef TESTS_SUPPORT_SOURCES_H
#define TESTS_SUPPORT_SOURCES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { SOURCE_DRUMS, SOURCE_VOICE, SOURCE_NOISE, SOURCE_PLUCKS, SOURCES };
enum { SOURCE_FRAMES = 96000, SOURCE_RATE = 48000 };

static const char *const source_names[SOURCES] = {"drums", "voice", "noise", "plucks"};

static inline double source_hiss(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 33) / 1073741824.0 - 1.0;
}

/* A bar of kick and snare, hats between. */
static inline double source_drums(double t, uint64_t *state)
{
    const double turn = 6.283185307179586;
    const double kick = fmod(t, 1.0), snare = fmod(t + 0.5, 1.0), hat = fmod(t, 0.25);
    const double hiss = source_hiss(state);

    return sin(turn * (50.0 * kick - 3.5 * exp(-20.0 * kick))) * exp(-12.0 * kick) +
           (0.5 * hiss + 0.4 * sin(turn * 190.0 * snare)) * exp(-18.0 * snare) +
           0.12 * hiss * exp(-60.0 * hat);
}

/* Pulses of a voice, before its formants: a pitch that moves, four syllables. */
static inline double source_pulses(double t, double *phase)
{
    const double pitch = 130.0 + 15.0 * sin(6.283185307179586 * 0.5 * t);
    const double syllable = fmod(t, 0.5);
    const double before = *phase;

    *phase = fmod(before + pitch / SOURCE_RATE, 1.0);
    return (*phase < before ? 1.0 : 0.0) * fmin(1.0, syllable / 0.05) *
           fmin(1.0, fmax(0.0, (0.42 - syllable) / 0.08));
}

/* Three formants of an open vowel, one after another. */
static inline double source_formants(double x, double memory[3][2])
{
    static const double formants[3][2] = {{700.0, 90.0}, {1220.0, 110.0}, {2600.0, 160.0}};

    for (int i = 0; i < 3; i++) {
        const double r = exp(-3.141592653589793 * formants[i][1] / SOURCE_RATE);
        const double c = 2.0 * r * cos(6.283185307179586 * formants[i][0] / SOURCE_RATE);
        const double y = (1.0 - c + r * r) * x + c * memory[i][0] - r * r * memory[i][1];
        memory[i][1] = memory[i][0];
        memory[i][0] = y;
        x = y;
    }
    return x;
}

static inline double source_plucks(double t)
{
    static const double pitches[] = {164.81, 246.94, 329.63, 196.0};
    const int which = (int)(t / 0.5) % 4;
    const double since = fmod(t, 0.5);
    double sum = 0.0;

    for (int n = 1; n <= 12; n++) {
        sum += sin(6.283185307179586 * n * pitches[which] * since) * sin(0.6 * n) / n *
               exp(-(2.0 + 0.8 * n) * since);
    }
    return sum * fmin(1.0, since / 0.002) * fmin(1.0, (0.5 - since) / 0.005);
}

static inline void source_make(int source, float *samples)
{
    uint64_t state = 5;
    double phase = 0.0, memory[3][2] = {{0.0, 0.0}}, peak = 0.0;

    for (int i = 0; i < SOURCE_FRAMES; i++) {
        const double t = (double)i / SOURCE_RATE;
        const double burst = exp(-8.0 * fmod(t, 0.5)) * source_hiss(&state);
        const double x = source == SOURCE_DRUMS ? source_drums(t, &state)
                         : source == SOURCE_VOICE
                             ? source_formants(source_pulses(t, &phase), memory)
                         : source == SOURCE_NOISE ? burst
                                                  : source_plucks(t);
        samples[i] = (float)x;
        peak = fmax(peak, fabs(x));
    }
    for (int i = 0; i < SOURCE_FRAMES; i++) {
        samples[i] = (float)((double)samples[i] * 0.5011872 / peak);
    }
}

#endif
