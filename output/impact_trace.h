/* A simulated impact with all its samples. */
#ifndef OUTPUT_IMPACT_TRACE_H
#define OUTPUT_IMPACT_TRACE_H

#include <urto/impact.h>

typedef struct Record {
    UrtoImpactSample *samples;
    size_t count, room;
    UrtoImpactResult result;
} Record;

/* Runs and keeps every sample. On failure the record is empty. */
UrtoStatus record_run(Record *record, const UrtoImpact *impact, const UrtoImpactRun *run,
                      UrtoDiagnostic *why);

/* Index of the first sample after the mass entered with x <= 0; count if there is none. */
size_t record_exit(const Record *record);

void record_free(Record *record);

#endif
