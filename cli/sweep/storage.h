/* The file of a sweep: HDF5, the same to the last byte for the same plan. Its first 512 bytes, which HDF5 leaves to
 * others, hold a checksum of all the rest: a file is whole, or known not to be. */
#ifndef CLI_SWEEP_STORAGE_H
#define CLI_SWEEP_STORAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CASE_DONE = 1, CASE_FAILED = 2 };

/* An axis or a feature. */
typedef struct SweepColumn {
    char *name, *unit, *description;
    char *scale;    /* of an axis: log, linear or list; or NULL */
    char *names;    /* of the values 0, 1, ..., with spaces between; or NULL */
    double *values; /* a row each */
    char **words;   /* of an axis of words: the values are indices */
    size_t word_count;
} SweepColumn;

typedef struct SweepData {
    char *version, *title, *plan, *scene, *card;
    uint64_t mark, seed, count; /* count: cases of the whole sweep */
    uint32_t shard, shards;     /* from 1; row r is case shard - 1 + r * shards */
    size_t rows;
    SweepColumn *parameters, *features;
    size_t parameter_count, feature_count;
    uint8_t *status;
    char **messages; /* of cases that failed, else NULL */
    uint64_t *lengths;
    size_t frames; /* room of each sound; 0: none are kept */
    unsigned channels;
    double rate;
} SweepData;

/* Hands over the sound of a row, of the length that data->lengths says; false if it cannot be read. */
typedef bool (*SweepSound)(void *context, size_t row, float *samples);

/* Writes it; returns NULL or why it failed, and then nothing is left. */
const char *storage_write(const SweepData *data, const char *path, SweepSound sound, void *context);

/* A file that is read. */
typedef struct SweepFile {
    SweepData data;
    int64_t file, sound; /* of HDF5 */
} SweepFile;

/* Returns NULL, or why it is no whole file of a sweep. */
const char *storage_open(SweepFile *file, const char *path);
/* Sounds of some rows, each with its whole room, from the given one on. */
bool storage_sounds(const SweepFile *file, size_t row, size_t rows, float *samples);
void storage_close(SweepFile *file);

void sweep_data_free(SweepData *data);

#endif
