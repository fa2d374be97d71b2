/* Sound files that appear complete or not at all, the same for the same sound. */
#ifndef CLI_SOUNDFILE_H
#define CLI_SOUNDFILE_H

#include <stdbool.h>
#include <stddef.h>

/* True if the extension is one that can be written: .wav, .flac, .ogg. */
bool soundfile_known(const char *path);

/* Writes interleaved samples; beyond -1 to 1 they are held there. Returns NULL, or why it failed;
 * then nothing is left. */
const char *soundfile_write(const char *path, const float *samples, size_t frames, int channels,
                            double rate);

/* Reads a whole file as interleaved samples, to be freed. Returns NULL, or why it failed. */
const char *soundfile_read(const char *path, float **samples, size_t *frames, int *channels,
                           double *rate);

#endif
