/* Trims: gains by preset and key that make all of them equally loud. Makers even out real
 * instruments key by key; here `make listen` measures every key and writes trims.inc. */
#include "instrument.h"

#include <string.h>

typedef struct TrimRow {
    const char *kind;
    uint32_t voicing;  /* number of the preset */
    int8_t trims[128]; /* [dB/4] */
} TrimRow;

static const TrimRow rows[] = {
#include "trims.inc"
};

void trims_find(UrtoInstrument *instrument)
{
    for (size_t i = 0; i < LENGTH(rows); i++) {
        if (strcmp(rows[i].kind, instrument->kind->info.id) == 0 &&
            rows[i].voicing < VOICINGS_MAX) {
            instrument->trims[rows[i].voicing] = rows[i].trims;
        }
    }
}

double key_trim(const UrtoInstrument *instrument, uint8_t key)
{
    const uint32_t parameter = instrument->kind->voicing;
    const uint32_t voicing = parameter ? (uint32_t)instrument->parameters[parameter - 1] : 0;
    const int8_t *trims = parameter && voicing < VOICINGS_MAX ? instrument->trims[voicing] : NULL;

    const double gain = instrument->kind->gain > 0.0 ? instrument->kind->gain : 1.0;

    return trims ? gain * pow(10.0, trims[key] / 80.0) : gain;
}
