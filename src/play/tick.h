/* Instruments and effects look at their worlds every TICK frames of their own clock: that is the same
 * for any size of blocks. */
#ifndef PLAY_TICK_H
#define PLAY_TICK_H

#include <stdint.h>

enum { TICK = 64 };

/* Frames until the next tick, from 1 to TICK. */
static inline uint32_t tick_left(uint64_t clock)
{
    return TICK - (uint32_t)(clock % TICK);
}

#endif
