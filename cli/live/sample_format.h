/* Samples as sound cards take them. */
#ifndef CLI_LIVE_SAMPLE_FORMAT_H
#define CLI_LIVE_SAMPLE_FORMAT_H

#include <stdint.h>

typedef enum SampleFormat { SAMPLE_FLOAT, SAMPLE_S32, SAMPLE_S16 } SampleFormat;

/* Two channels to interleaved samples of a format, in this machine's order of bytes; beyond -1 to 1
 * they are held there, and what is no number is 0. */
void sample_format_interleave(void *out, SampleFormat format, const float *left, const float *right,
                              uint32_t frames);

#endif
