/* Standard MIDI files, type 0 and 1: to a list of messages in seconds. */
#ifndef CLI_MIDI_FILE_H
#define CLI_MIDI_FILE_H

#include <stddef.h>
#include <stdint.h>

typedef struct MidiFileMessage {
    double seconds;
    uint8_t bytes[3];
    uint8_t size;
} MidiFileMessage;

typedef struct MidiFile {
    MidiFileMessage *messages; /* in time */
    size_t count, room;
    double seconds; /* up to the last event of any track */
} MidiFile;

/* What was wrong, and at which byte. */
typedef struct MidiFileError {
    size_t offset;
    char message[120];
} MidiFileError;

/* Reads bytes; returns 0, or -1 with the error filled. The file is to be freed in either case. */
int midi_file_read(MidiFile *file, const uint8_t *bytes, size_t size, MidiFileError *error);
void midi_file_free(MidiFile *file);

#endif
