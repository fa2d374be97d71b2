/* Trims: gains by key that make all keys of a model equally loud. Real instruments are evened out by
 * their makers, voice by voice; here `make listen` measures every key and writes trims.inc. */
#include "instrument.h"

#include <string.h>

typedef struct TrimRow {
    const char *kind;
    uint32_t model;
    int8_t trims[128]; /* [dB/4] */
} TrimRow;

static const TrimRow rows[] = {
#include "trims.inc"
};

void trims_find(UrtoInstrument *instrument)
{
    for (size_t i = 0; i < LENGTH(rows); i++) {
        if (strcmp(rows[i].kind, instrument->kind->info.id) == 0 && rows[i].model < MODELS_MAX) {
            instrument->trims[rows[i].model] = rows[i].trims;
        }
    }
}

double key_trim(const UrtoInstrument *instrument, uint32_t model, uint8_t key)
{
    const int8_t *trims = model < MODELS_MAX ? instrument->trims[model] : NULL;

    return trims ? pow(10.0, trims[key] / 80.0) : 1.0;
}
