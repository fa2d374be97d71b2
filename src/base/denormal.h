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
#elif defined(__aarch64__)
#include <stdint.h>

static inline unsigned denormal_off(void)
{
    uint64_t before;

    __asm__ volatile("mrs %0, fpcr" : "=r"(before));
    __asm__ volatile("msr fpcr, %0" : : "r"(before | 1u << 24) : "memory"); /* FZ */
    return (unsigned)before;
}

static inline void denormal_restore(unsigned before)
{
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)before) : "memory");
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
