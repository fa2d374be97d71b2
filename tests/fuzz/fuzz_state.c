/* libFuzzer on saved state: any text is taken or refused. What is taken comes back the same when it
 * is saved and restored again, and sounds within ±1; what is refused says in which line, and
 * changes nothing. */
#include <urto/urto.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 64, STATE_MAX = 8192 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void save(const UrtoInstrument *instrument, char *text)
{
    if (urto_instrument_save(instrument, text, STATE_MAX) > STATE_MAX) {
        abort();
    }
}

static void taken(UrtoInstrument *instrument)
{
    static char first[STATE_MAX], second[STATE_MAX];
    static const uint8_t on[] = {0x90, 60, 127};
    float out[2][FRAMES];

    save(instrument, first);
    if (urto_instrument_restore(instrument, first, NULL) != URTO_OK) {
        abort();
    }
    save(instrument, second);
    if (strcmp(first, second) != 0) {
        abort();
    }
    urto_instrument_midi(instrument, 0, on, sizeof on);
    urto_instrument_process(instrument, (float *[]){out[0], out[1]}, FRAMES);
    for (int i = 0; i < 2 * FRAMES; i++) {
        if (!(fabsf(out[i % 2][i / 2]) <= 1.0f)) {
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static UrtoInstrument *instrument;
    static char before[STATE_MAX], after[STATE_MAX];
    UrtoDiagnostic why = {0};

    if (!instrument) {
        UrtoInstrumentOptions options = urto_instrument_options();
        options.voices = 1;
        if (urto_instrument_create(&instrument, urto_instrument_find("snare"), 8000.0, &options,
                                   NULL) != URTO_OK) {
            abort();
        }
    }
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    save(instrument, before);
    if (urto_instrument_restore(instrument, text, &why) == URTO_OK) {
        taken(instrument);
    } else {
        save(instrument, after);
        if (strcmp(before, after) != 0 || strncmp(why.message, "line ", 5) != 0) {
            abort();
        }
    }
    free(text);
    return 0;
}
