/* Samples as sound cards take them. */
#ifndef CLI_LIVE_SAMPLE_FORMAT_H
#define CLI_LIVE_SAMPLE_FORMAT_H

#include <stdint.h>

typedef enum SampleFormat { SAMPLES_FLOAT, SAMPLES_S32, SAMPLES_S16 } SampleFormat;

/* Two channels to interleaved samples of a format, in this machine's order of bytes; beyond -1 to 1
 * they are held there, and what is no number is 0. */
void samples_interleave(void *out, SampleFormat format, const float *left, const float *right,
                        uint32_t frames);

#endif
