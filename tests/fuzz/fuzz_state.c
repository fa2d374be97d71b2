/* libFuzzer on saved states of an instrument and the effect: any text is taken or refused. What is
 * taken comes back the same when it is saved and restored again, and sounds within ±1; what is
 * refused says in which line, and changes nothing. */
#include <urto/urto.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 64, STATE_MAX = 8192 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static UrtoInstrument *instrument;
static UrtoBump *bump;

static void check(bool good)
{
    if (!good) {
        abort();
    }
}

static void check_sound(float out[2][FRAMES])
{
    for (int i = 0; i < 2 * FRAMES; i++) {
        check(fabsf(out[i % 2][i / 2]) <= 1.0f);
    }
}

static void try_instrument(const char *text)
{
    static char before[STATE_MAX], after[STATE_MAX];
    static const uint8_t on[] = {0x90, 60, 127};
    float out[2][FRAMES];
    UrtoDiagnostic why = {0};

    check(urto_instrument_save(instrument, before, STATE_MAX) <= STATE_MAX);
    if (urto_instrument_restore(instrument, text, &why) != URTO_OK) {
        check(urto_instrument_save(instrument, after, STATE_MAX) <= STATE_MAX);
        check(strcmp(before, after) == 0 && strncmp(why.message, "line ", 5) == 0);
        return;
    }
    check(urto_instrument_save(instrument, before, STATE_MAX) <= STATE_MAX);
    check(urto_instrument_restore(instrument, before, NULL) == URTO_OK);
    check(urto_instrument_save(instrument, after, STATE_MAX) <= STATE_MAX);
    check(strcmp(before, after) == 0);
    urto_instrument_midi(instrument, 0, on, sizeof on);
    urto_instrument_process(instrument, (float *[]){out[0], out[1]}, FRAMES);
    check_sound(out);
}

static void try_bump(const char *text)
{
    static char before[STATE_MAX], after[STATE_MAX];
    float out[2][FRAMES];
    UrtoDiagnostic why = {0};

    check(urto_bump_save(bump, before, STATE_MAX) <= STATE_MAX);
    if (urto_bump_restore(bump, text, &why) != URTO_OK) {
        check(urto_bump_save(bump, after, STATE_MAX) <= STATE_MAX);
        check(strcmp(before, after) == 0 && strncmp(why.message, "line ", 5) == 0);
        return;
    }
    check(urto_bump_save(bump, before, STATE_MAX) <= STATE_MAX);
    check(urto_bump_restore(bump, before, NULL) == URTO_OK);
    check(urto_bump_save(bump, after, STATE_MAX) <= STATE_MAX);
    check(strcmp(before, after) == 0);
    for (int i = 0; i < FRAMES; i++) {
        out[0][i] = out[1][i] = i % 8 < 4 ? 0.9f : -0.9f;
    }
    urto_bump_process(bump, (const float *[]){out[0], out[1]}, (float *[]){out[0], out[1]}, FRAMES);
    check_sound(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!instrument) {
        UrtoInstrumentOptions options = urto_instrument_options();
        options.voices = 1;
        check(urto_instrument_create(&instrument, urto_instrument_find("snare"), 8000.0, &options,
                                     NULL) == URTO_OK);
        check(urto_bump_create(&bump, 8000.0, NULL, NULL) == URTO_OK);
    }
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    try_instrument(text);
    try_bump(text);
    free(text);
    return 0;
}
