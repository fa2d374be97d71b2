/* WAV and FLAC with 24 bits, Ogg Vorbis. libsndfile gives each Ogg stream a random serial number;
 * it is set to 1 afterwards, page by page, with the check sums that follow from it. */
#include "soundfile.h"

#include "outfile.h"
#include "text.h"

#include <errno.h>
#include <sndfile.h>
#include <stdint.h>
#include <string.h>

static const struct {
    const char *extension;
    int format;
} formats[] = {
    {".wav", SF_FORMAT_WAV | SF_FORMAT_PCM_24},
    {".flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_24},
    {".ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS},
};

static int format_of(const char *path)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (has_extension(path, formats[i].extension)) {
            return formats[i].format;
        }
    }
    return is_standard(path) ? formats[0].format : 0;
}

bool soundfile_known(const char *path)
{
    return format_of(path) != 0;
}

static uint32_t page_sum(const unsigned char *page, size_t size)
{
    uint32_t sum = 0;

    for (size_t i = 0; i < size; i++) {
        sum ^= (uint32_t)page[i] << 24;
        for (int bit = 0; bit < 8; bit++) {
            sum = sum & 0x80000000U ? sum << 1 ^ 0x04C11DB7U : sum << 1;
        }
    }
    return sum;
}

static void put_word(unsigned char *at, uint32_t word)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (unsigned char)(word >> 8 * i);
    }
}

/* Gives every page of an Ogg stream the serial number 1. */
static bool settle_ogg(FILE *stream)
{
    enum { HEADER = 27, SERIAL = 14, SUM = 22, SEGMENTS = 26 };
    static unsigned char page[HEADER + 255 + 255 * 255];

    if (fseek(stream, 0, SEEK_SET) != 0) {
        return false;
    }
    for (;;) {
        const long start = ftell(stream);
        const size_t got = fread(page, 1, HEADER, stream);
        if (got == 0) {
            return !ferror(stream);
        }
        size_t size = HEADER + page[SEGMENTS];
        if (got != HEADER || memcmp(page, "OggS", 4) != 0 ||
            fread(page + HEADER, 1, page[SEGMENTS], stream) != page[SEGMENTS]) {
            errno = EIO;
            return false;
        }
        size_t body = 0;
        for (size_t i = HEADER; i < size; i++) {
            body += page[i];
        }
        if (fread(page + size, 1, body, stream) != body) {
            errno = EIO;
            return false;
        }
        size += body;
        put_word(page + SERIAL, 1);
        put_word(page + SUM, 0);
        put_word(page + SUM, page_sum(page, size));
        if (fseek(stream, start, SEEK_SET) != 0 || fwrite(page, 1, size, stream) != size ||
            fseek(stream, 0, SEEK_CUR) != 0) {
            return false;
        }
    }
}

const char *soundfile_open(SoundFile *file, const char *path, int channels, double rate)
{
    double quality = 0.7;

    *file = (SoundFile){.format = format_of(path), .channels = channels};
    if (!outfile_open(&file->out, path)) {
        return outfile_reason(errno);
    }
    SF_INFO info = {.samplerate = (int)rate, .channels = channels, .format = file->format};
    file->sound = sf_open_fd(fileno(file->out.stream), SFM_WRITE, &info, 0);
    if (!file->sound) {
        outfile_discard(&file->out);
        return sf_strerror(NULL);
    }
    sf_command(file->sound, SFC_SET_ADD_PEAK_CHUNK, NULL, SF_FALSE);
    sf_command(file->sound, SFC_SET_CLIPPING, NULL, SF_TRUE);
    sf_command(file->sound, SFC_SET_VBR_ENCODING_QUALITY, &quality, sizeof quality);
    return NULL;
}

void soundfile_discard(SoundFile *file)
{
    if (file->sound) {
        sf_close(file->sound);
        file->sound = NULL;
    }
    outfile_discard(&file->out);
}

/* The reason that errno gives, or that there is none. */
static const char *give_up(SoundFile *file, int reason)
{
    soundfile_discard(file);
    return strerror(reason ? reason : EIO);
}

const char *soundfile_append(SoundFile *file, const float *samples, size_t frames)
{
    enum { BLOCK = 4096 };

    errno = 0;
    for (size_t done = 0; done < frames;) {
        const size_t count = frames - done < BLOCK ? frames - done : BLOCK;
        if (sf_writef_float(file->sound, samples + done * (size_t)file->channels,
                            (sf_count_t)count) != (sf_count_t)count) {
            return give_up(file, errno);
        }
        done += count;
    }
    return NULL;
}

const char *soundfile_commit(SoundFile *file)
{
    errno = 0;
    const bool closed = sf_close(file->sound) == 0;
    file->sound = NULL;
    if (!closed ||
        ((file->format & SF_FORMAT_TYPEMASK) == SF_FORMAT_OGG && !settle_ogg(file->out.stream))) {
        return give_up(file, errno);
    }
    return outfile_commit(&file->out) ? NULL : outfile_reason(errno);
}

const char *soundfile_write(const char *path, const float *samples, size_t frames, int channels,
                            double rate)
{
    SoundFile file;
    const char *why = soundfile_open(&file, path, channels, rate);

    if (!why) {
        why = soundfile_append(&file, samples, frames);
    }
    return why ? why : soundfile_commit(&file);
}

/* Standard input may be a pipe, which cannot be rewound: it is copied. NULL: errno says why. */
static FILE *open_input(const char *path)
{
    const size_t most = (size_t)4 << 30;

    if (!is_standard(path)) {
        return fopen(path, "rb");
    }
    FILE *copy = tmpfile();
    if (copy && !copy_stream(stdin, copy, most)) {
        const int reason = errno;
        fclose(copy);
        errno = reason;
        return NULL;
    }
    if (copy) {
        rewind(copy);
    }
    return copy;
}

const char *soundfile_read(const char *path, float **samples, size_t *frames, int *channels,
                           double *rate)
{
    enum { SECONDS_MAX = 3600 };
    SF_INFO info = {0};
    FILE *stream = open_input(path);

    if (!stream) {
        return strerror(errno);
    }
    SNDFILE *file = sf_open_fd(fileno(stream), SFM_READ, &info, 0);
    if (!file) {
        fclose(stream);
        return sf_strerror(NULL);
    }
    if (info.frames < 0 || info.frames > (sf_count_t)SECONDS_MAX * info.samplerate) {
        sf_close(file);
        fclose(stream);
        return "it is longer than an hour";
    }
    const size_t count = (size_t)info.frames * (size_t)info.channels;
    *samples = memory_resize(NULL, count + 1, sizeof **samples);
    *frames = (size_t)sf_readf_float(file, *samples, info.frames);
    *channels = info.channels;
    *rate = info.samplerate;
    sf_close(file);
    fclose(stream);
    return NULL;
}
