#include "impact_trace.h"

#include "text.h"

#include <stdlib.h>

static void keep(void *user, const UrtoImpactSample *sample)
{
    ImpactTrace *trace = user;

    ARRAY_GROW(trace->samples, trace->count, trace->room);
    trace->samples[trace->count++] = *sample;
}

UrtoStatus impact_trace_run(ImpactTrace *trace, const UrtoImpact *impact, const UrtoImpactRun *run,
                            UrtoDiagnostic *why)
{
    *trace = (ImpactTrace){0};
    const UrtoStatus status = urto_impact_simulate(impact, run, keep, trace, &trace->result, why);
    if (status != URTO_OK) {
        impact_trace_free(trace);
    }
    return status;
}

size_t impact_trace_exit(const ImpactTrace *trace)
{
    bool inside = false;

    for (size_t i = 0; i < trace->count; i++) {
        if (trace->samples[i].compression > 0.0) {
            inside = true;
        } else if (inside) {
            return i;
        }
    }
    return trace->count;
}

void impact_trace_free(ImpactTrace *trace)
{
    free(trace->samples);
    *trace = (ImpactTrace){0};
}
