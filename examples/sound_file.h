/* Writes mono sound to a WAV file; returns an exit code. */
#ifndef EXAMPLES_SOUND_FILE_H
#define EXAMPLES_SOUND_FILE_H

#include <sndfile.h>
#include <stdio.h>

static inline int sound_file_write(const char *path, const float *sound, long frames, int rate)
{
    static SF_INFO info;
    info.samplerate = rate;
    info.channels = 1;
    info.format = SF_FORMAT_WAV | SF_FORMAT_FLOAT;
    SNDFILE *file = sf_open(path, SFM_WRITE, &info);
    const int failed = !file || sf_writef_float(file, sound, frames) != frames || sf_close(file);
    if (failed) {
        fprintf(stderr, "cannot write %s: %s\n", path, sf_strerror(NULL));
    }
    return failed;
}

#endif
