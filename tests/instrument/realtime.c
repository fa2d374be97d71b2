/* Every instrument and the effect in process, with notes, storms, parameters and MIDI, to be run
 * under RealtimeSanitizer: an allocation, lock or system call in process ends the program. */
#include <urto/urto.h>

#include <stdio.h>

static int run(const UrtoInstrumentInfo *info)
{
    UrtoInstrument *instrument = NULL;
    UrtoDiagnostic why = {0};
    UrtoInstrumentOptions options = urto_instrument_options();
    float out[2][256];

    options.voices = 2;
    options.ledger = true;
    if (urto_instrument_create(&instrument, info, 44100.0, &options, &why) != URTO_OK) {
        fprintf(stderr, "%s\n", why.message);
        return 1;
    }
    for (int block = 0; block < 120; block++) {
        for (uint32_t i = 0; i < 8 && block < 80; i++) {
            const UrtoEvent on = {.kind = i % 3 ? URTO_EVENT_NOTE_ON : URTO_EVENT_NOTE_OFF,
                                  .frame = i * 30,
                                  .key = (uint8_t)(30 + (block * 7 + (int)i * 11) % 60),

                                  .value = 0.1 * i};
            const UrtoEvent change = {.kind = URTO_EVENT_PARAMETER,
                                      .frame = i * 17,
                                      .parameter =
                                          (uint32_t)(block + (int)i) % info->parameter_count,
                                      .value = 0.05 * block * i};
            urto_instrument_event(instrument, &on, &why);
            urto_instrument_event(instrument, &change, &why);
        }
        const uint8_t bytes[] = {0xE0, (uint8_t)block, 70, 0xB0, 1, (uint8_t)block, 0xD0, 40};
        urto_instrument_midi(instrument, 3, bytes, sizeof bytes);
        urto_instrument_process(instrument, (float *[]){out[0], out[1]}, 256);
        if (block == 60) {
            urto_instrument_load_preset(instrument, 1, &why);
        } else if (block == 90) {
            urto_instrument_reset(instrument);
        }
    }
    const UrtoInstrumentStatistics statistics = urto_instrument_statistics(instrument);
    urto_instrument_destroy(instrument);
    return statistics.nonfinite != 0 || statistics.stolen == 0 || statistics.voices != 0;
}

static int run_bump(void)
{
    UrtoBump *bump = NULL;
    UrtoDiagnostic why = {0};
    float in[256];
    float out[2][256];

    if (urto_bump_create(&bump, 44100.0, &(UrtoBumpOptions){.ledger = true}, &why) != URTO_OK) {
        fprintf(stderr, "%s\n", why.message);
        return 1;
    }
    for (int block = 0; block < 60; block++) {
        for (int i = 0; i < 256; i++) {
            in[i] = block < 50 ? (float)((i * 7 + block) % 31) * 0.05f - 0.7f : 0.0f;
        }
        for (uint32_t p = 0; p < 4; p++) {
            urto_bump_set(bump, ((uint32_t)block + p) % urto_bump_info()->parameter_count,
                          0.3 * block * p, &why);
        }
        urto_bump_process(bump, (const float *[]){in, in}, (float *[]){out[0], out[1]}, 256);
    }
    const UrtoBumpStatistics statistics = urto_bump_statistics(bump);
    urto_bump_destroy(bump);
    return statistics.nonfinite != 0 || statistics.force_max == 0.0;
}

int main(void)
{
    if (run_bump()) {
        fputs("bump failed\n", stderr);
        return 1;
    }
    for (uint32_t i = 0; i < urto_instrument_count(); i++) {
        if (run(urto_instrument_info(i))) {
            fprintf(stderr, "%s failed\n", urto_instrument_info(i)->id);
            return 1;
        }
    }
    puts("process ran for every instrument and the effect");
    return 0;
}
