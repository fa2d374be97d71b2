/* libFuzzer on bytes of MIDI: whatever comes, an instrument stays finite and within ±1, and after
 * "all sound off" it is silent: no note is stuck.
 *
 * The first byte chooses the instrument, most often the cheapest. Then comes, again and again, a
 * byte that says how many bytes follow (low half) and in which frame (high half); 16 frames sound
 * after each. */
#include <urto/urto.h>

#include <math.h>
#include <stdlib.h>

enum { FRAMES = 16, KINDS_MAX = 16, STATE_MAX = 8192, QUIET_BLOCKS = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static float out[2][FRAMES];

static void listen(UrtoInstrument *instrument, float most)
{
    urto_instrument_process(instrument, (float *[]){out[0], out[1]}, FRAMES);
    for (int i = 0; i < 2 * FRAMES; i++) {
        if (!(fabsf(out[i % 2][i / 2]) <= most)) { /* and no NaN */
            abort();
        }
    }
}

/* Instruments are made once, and put back to what they were before each input. */
static UrtoInstrument *fresh(uint8_t choice)
{
    static UrtoInstrument *instruments[KINDS_MAX];
    static char states[KINDS_MAX][STATE_MAX];
    const uint32_t k = choice < 200 ? 0 : choice % urto_instrument_count();

    if (!instruments[k]) {
        UrtoInstrumentOptions options = urto_instrument_options();
        options.voices = 1;
        if (urto_instrument_create(&instruments[k], urto_instrument_info(k), 8000.0, &options,
                                   NULL) != URTO_OK ||
            urto_instrument_save(instruments[k], states[k], STATE_MAX) > STATE_MAX) {
            abort();
        }
    }
    if (urto_instrument_restore(instruments[k], states[k], NULL) != URTO_OK) {
        abort();
    }
    return instruments[k];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t off[] = {0xF7, 0xB0, 120, 0};
    UrtoInstrument *instrument = fresh(size ? data[0] : 0);

    for (size_t at = 1; at < size;) {
        const uint8_t head = data[at++];
        const size_t count = (head & 15U) < size - at ? (head & 15U) : size - at;
        urto_instrument_midi(instrument, head >> 4, data + at, count);
        at += count;
        listen(instrument, 1.0f);
    }
    urto_instrument_midi(instrument, 0, off, sizeof off);
    for (int i = 0; i < QUIET_BLOCKS; i++) {
        listen(instrument, 1.0f);
    }
    listen(instrument, 0.0f);
    const UrtoInstrumentStatistics statistics = urto_instrument_statistics(instrument);
    if (statistics.voices || statistics.nonfinite || statistics.events_lost) {
        abort();
    }
    return 0;
}
