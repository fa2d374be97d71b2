/* Functions of numbers that instruments and effects share. */
#ifndef PLAY_NUMBERS_H
#define PLAY_NUMBERS_H

#include <math.h>

/* MIDI key 60 [Hz] */
#define MIDDLE_C 261.6255653005986

static inline double clamp(double x, double least, double most)
{
    return x < least ? least : (x > most ? most : x);
}

/* From a to b as x goes from 0 to 1, by equal ratios. */
static inline double interpolate_log(double a, double b, double x)
{
    return a * pow(b / a, x);
}

/* Decay [1/s] of an amplitude that falls by 60 dB in a time [s], and the time of a decay. */
static inline double decay_of(double seconds)
{
    return 6.907755278982137 / seconds; /* ln 1000 */
}

#endif
