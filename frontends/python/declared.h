/* What Python sees besides the public headers: features, and loops over arrays. */
#ifndef URTO_PYTHON_DECLARED_H
#define URTO_PYTHON_DECLARED_H

#include "features/features.h"

/* What a scheme makes of many impacts. `left` is 0 where the mass stays at the wall. */
typedef struct SchemeColumns {
    double *max_compression, *exit_velocity, *contact_time, *exit_energy, *energy_rise;
    uint64_t *samples;
    uint8_t *left;
} SchemeColumns;

UrtoStatus scheme_columns(const UrtoImpactColumns *impacts, size_t count, const UrtoImpactRun *run,
                          const double *phases, bool phase_varies, const SchemeColumns *results,
                          size_t *bad, UrtoDiagnostic *why);

/* All samples of one stepped impact, at most `room`; returns in *count how many there are. */
UrtoStatus scheme_trajectory(const UrtoImpact *impact, const UrtoImpactRun *run,
                             UrtoImpactSample *samples, size_t room, size_t *count,
                             UrtoImpactResult *result, UrtoDiagnostic *why);

/* Displacement of a body at many places, and all its modes. */
void shape_at(const UrtoWorld *world, UrtoBody body, const double *x, const double *y, size_t count,
              double *displacement);
void modes_of(const UrtoWorld *world, UrtoBody body, uint32_t count, UrtoMode *modes,
              double *displacement);

#endif
