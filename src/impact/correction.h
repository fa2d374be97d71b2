/* Closed-form corrections of a time-stepped contact. */
#ifndef IMPACT_CORRECTION_H
#define IMPACT_CORRECTION_H

#include "scheme.h"

typedef struct Correction {
    double max_compression, exit_velocity; /* of the contact under way */
} Correction;

/* After a step that began at x_before, v_before. */
void correction_apply(Correction *correction, const Model *model, State *state, double x_before,
                      double v_before);

#endif
