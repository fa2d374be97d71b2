/* A small generator with a fixed seed, so that every run tests the same numbers. */
#ifndef TESTS_SUPPORT_RANDOM_H
#define TESTS_SUPPORT_RANDOM_H

#include <math.h>
#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

/* Uniform in [low, high); splitmix64. */
static inline double random_uniform(Random *random, double low, double high)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return low + (high - low) * (double)(z >> 11) * 0x1p-53;
}

/* Uniform in the logarithm. */
static inline double random_log(Random *random, double low, double high)
{
    return low * pow(high / low, random_uniform(random, 0.0, 1.0));
}

#endif
