/* Random numbers at whole places come from a hash; between them runs a quintic that is smooth to its
 * second derivative. The noise is a sum of eight, each half as wide and `detail` as high as the one
 * before. Surfaces fall with a power of the wave number between two bounds (Persson, from memory); eight
 * octaves and the shape between places are chosen. */
#include "roughness.h"

#include <math.h>
#include <stdint.h>

enum { OCTAVES = 8 };

static double random_at(int64_t place, uint64_t seed)
{
    uint64_t x = (uint64_t)place * 0x9E3779B97F4A7C15ull + seed;

    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    x ^= x >> 31;
    return (double)(x >> 11) / 4503599627370496.0 - 1.0;
}

static double noise(double place, uint64_t seed)
{
    const double whole = floor(place);
    const double x = place - whole;
    const int64_t at = (int64_t)whole;
    const double part = x * x * x * (x * (6.0 * x - 15.0) + 10.0);

    return random_at(at, seed) * (1.0 - part) + random_at(at + 1, seed) * part;
}

double roughness_noise(double place, double detail, double stride)
{
    double sum = 0.0;
    double height = 1.0;
    double width = 1.0;

    for (uint64_t octave = 1; octave <= OCTAVES && stride * width < 0.5; octave++) {
        sum += height * fmin(1.0, 2.0 - 4.0 * stride * width) * noise(place * width, octave);
        height *= detail;
        width *= 2.0;
    }
    return sum;
}

/* Where a tooth begins. */
static double edge_of(int64_t tooth, double irregular)
{
    return (double)tooth + 0.3 * irregular * random_at(tooth, 78);
}

double roughness_teeth(double place, double irregular, double stride)
{
    const double fall = 0.06; /* part of a tooth that is its steep side */
    int64_t tooth = (int64_t)floor(place);

    (void)stride;
    tooth -= place < edge_of(tooth, irregular);
    tooth += place >= edge_of(tooth + 1, irregular);
    const double from = edge_of(tooth, irregular);
    const double x = (place - from) / (edge_of(tooth + 1, irregular) - from);
    const double height = 1.0 + irregular * random_at(tooth, 77);
    return height * (x < 1.0 - fall ? x / (1.0 - fall) : (1.0 - x) / fall);
}
