/* libFuzzer on the reader of MIDI files: any bytes are read or refused. What is read is in time and
 * made of whole messages; what is refused says where and why. */
#include "cli/midi_file.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MidiFile file;
    MidiFileError error = {0};
    double last = 0.0;

    if (midi_file_read(&file, data, size, &error)) {
        if (!error.message[0] || error.offset > size) {
            abort();
        }
    } else {
        for (size_t i = 0; i < file.count; i++) {
            const MidiFileMessage *message = &file.messages[i];
            const uint8_t kind = message->bytes[0] & 0xF0;
            const uint8_t expected = kind == 0xC0 || kind == 0xD0 ? 2 : 3;
            if (message->bytes[0] < 0x80 || kind == 0xF0 || message->size != expected ||
                message->bytes[1] >= 0x80 || message->bytes[2] >= 0x80 ||
                !isfinite(message->seconds) || message->seconds < last) {
                abort();
            }
            last = message->seconds;
        }
        if (!isfinite(file.seconds) || file.seconds < last) {
            abort();
        }
    }
    midi_file_free(&file);
    return 0;
}
