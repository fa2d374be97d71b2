/* Sound files that appear complete or not at all, the same for the same sound. */
#ifndef OUTPUT_SOUNDFILE_H
#define OUTPUT_SOUNDFILE_H

#include "outfile.h"

#include <stddef.h>

/* True if the extension is one that can be written: .wav, .flac, .ogg; or for "-", a WAV file on
 * standard output. */
bool soundfile_known(const char *path);

/* Writes interleaved samples; beyond -1 to 1 they are held there. Returns NULL, or why it failed;
 * then nothing is left. */
const char *soundfile_write(const char *path, const float *samples, size_t frames, int channels,
                            double rate);

/* A sound file that grows. */
typedef struct SoundFile {
    OutFile out;
    void *sound; /* libsndfile's */
    int format, channels;
} SoundFile;

/* Starts a file; append adds frames. On failure: why, and nothing is left. */
const char *soundfile_open(SoundFile *file, const char *path, int channels, double rate);
const char *soundfile_append(SoundFile *file, const float *samples, size_t frames);
/* Closes the file and gives it its name. */
const char *soundfile_commit(SoundFile *file);
/* Forgets the file. */
void soundfile_discard(SoundFile *file);

/* Reads a whole file, standard input for "-", as interleaved samples, to be freed. Returns NULL, or why it failed. */
const char *soundfile_read(const char *path, float **samples, size_t *frames, int *channels,
                           double *rate);

#endif
