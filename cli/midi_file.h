/* Standard MIDI files, type 0 and 1: to a list of messages in seconds. */
#ifndef CLI_MIDI_FILE_H
#define CLI_MIDI_FILE_H

#include <stddef.h>
#include <stdint.h>

typedef struct TuneMessage {
    double seconds;
    uint8_t bytes[3];
    uint8_t size;
} TuneMessage;

typedef struct Tune {
    TuneMessage *messages; /* in time */
    size_t count, room;
    double seconds; /* up to the last event of any track */
} Tune;

/* What was wrong, and at which byte. */
typedef struct TuneError {
    size_t offset;
    char message[120];
} TuneError;

/* Reads bytes; returns 0, or -1 with the error filled. The tune is to be freed in either case. */
int tune_read(Tune *tune, const uint8_t *bytes, size_t size, TuneError *error);
void tune_free(Tune *tune);

#endif
