/* Loudness by ITU-R BS.1770-4: K-weighting, blocks of 400 ms, two gates. */
#ifndef OUTPUT_LOUDNESS_H
#define OUTPUT_LOUDNESS_H

#include <stddef.h>

/* Integrated loudness in LUFS of interleaved samples, 1 or 2 channels; -HUGE_VAL for silence or
 * less than a block. */
double loudness(const float *samples, size_t frames, unsigned channels, double rate);

#endif
