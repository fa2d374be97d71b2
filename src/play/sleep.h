/* When a world may be put to rest: it has been below -160 dB of full scale for some ticks. */
#ifndef PLAY_SLEEP_H
#define PLAY_SLEEP_H

#include "tick.h"

#include <math.h>
#include <stdbool.h>

#define SLEEP_LEVEL 1e-8

typedef struct Sleep {
    double peak;    /* since the last tick */
    double before;  /* the peak of the tick before */
    uint32_t quiet; /* ticks */
} Sleep;

static inline void sleep_hear(Sleep *sleep, double x)
{
    sleep->peak = fmax(sleep->peak, fabs(x));
}

/* At a tick: counts it, or begins anew when something was heard at this gain or is at work. */
static inline void sleep_tick(Sleep *sleep, double gain, bool busy)
{
    const bool quiet = !busy && sleep->peak * gain < SLEEP_LEVEL;

    sleep->quiet = quiet ? sleep->quiet + 1 : 0;
    sleep->before = sleep->peak;
    sleep->peak = 0.0;
}

/* How loud it is now, also right after a tick. */
static inline double sleep_level(const Sleep *sleep)
{
    return fmax(sleep->peak, sleep->before);
}

/* Ticks in a time. */
static inline uint32_t sleep_ticks(double seconds, double rate)
{
    return (uint32_t)(seconds * rate / TICK);
}

#endif
