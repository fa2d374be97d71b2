/* Flush-to-zero around process: denormals cost a hundred times a normal operation. */
#ifndef BASE_DENORMAL_H
#define BASE_DENORMAL_H

#if defined(__SSE2__)
#include <xmmintrin.h>

static inline unsigned denormal_off(void)
{
    const unsigned before = _mm_getcsr();

    _mm_setcsr(before | 0x8040u); /* FTZ and DAZ */
    return before;
}

static inline void denormal_restore(unsigned before)
{
    _mm_setcsr(before);
}
#else
static inline unsigned denormal_off(void)
{
    return 0;
}

static inline void denormal_restore(unsigned before)
{
    (void)before;
}
#endif

#endif
