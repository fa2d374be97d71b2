/* A simulated impact with all its samples. */
#ifndef OUTPUT_IMPACT_TRACE_H
#define OUTPUT_IMPACT_TRACE_H

#include <urto/impact.h>

typedef struct ImpactTrace {
    UrtoImpactSample *samples;
    size_t count, room;
    UrtoImpactResult result;
} ImpactTrace;

/* Runs and keeps every sample. On failure the trace is empty. */
UrtoStatus impact_trace_run(ImpactTrace *trace, const UrtoImpact *impact, const UrtoImpactRun *run,
                            UrtoDiagnostic *why);

/* Index of the first sample after the mass entered with x <= 0; count if there is none. */
size_t impact_trace_exit(const ImpactTrace *trace);

void impact_trace_free(ImpactTrace *trace);

#endif
