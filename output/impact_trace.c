#include "impact_trace.h"

#include "text.h"

#include <stdlib.h>

static void keep(void *user, const UrtoImpactSample *sample)
{
    Record *record = user;

    ARRAY_GROW(record->samples, record->count, record->room);
    record->samples[record->count++] = *sample;
}

UrtoStatus record_run(Record *record, const UrtoImpact *impact, const UrtoImpactRun *run,
                      UrtoDiagnostic *why)
{
    *record = (Record){0};
    const UrtoStatus status = urto_impact_simulate(impact, run, keep, record, &record->result, why);
    if (status != URTO_OK) {
        record_free(record);
    }
    return status;
}

size_t record_exit(const Record *record)
{
    bool inside = false;

    for (size_t i = 0; i < record->count; i++) {
        if (record->samples[i].compression > 0.0) {
            inside = true;
        } else if (inside) {
            return i;
        }
    }
    return record->count;
}

void record_free(Record *record)
{
    free(record->samples);
    *record = (Record){0};
}
