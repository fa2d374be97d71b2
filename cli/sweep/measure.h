/* One case: what happens in it, its sound, and what is measured. */
#ifndef CLI_SWEEP_MEASURE_H
#define CLI_SWEEP_MEASURE_H

#include "features/features.h"
#include "plan.h"

#include <urto/scene.h>

enum { OF_SCENE = 1 << BASE_SCENE, OF_IMPACT = 1 << BASE_IMPACT, OF_PHRASE = 1 << BASE_PHRASE };

/* What can be measured of all or some bases. */
typedef struct Measure {
    const char *id, *unit, *description;
    const char *names; /* of the values 0, 1, ..., with spaces between; or NULL */
    unsigned bases;
    const Feature *feature; /* of the sound; NULL: of what happens */
} Measure;

/* From 0; NULL beyond the end. */
const Measure *measure_at(size_t index);

typedef struct CaseResult {
    bool failed;
    char message[WHY_ROOM]; /* why */
    double values[PLAN_MEASURES];
    float *samples; /* interleaved; NULL for impacts */
    size_t frames;
    unsigned channels;
    double rate;
} CaseResult;

/* Computes a case; the result is to be freed. */
void measure_case(const Plan *plan, size_t index, CaseResult *result);
void measure_free(CaseResult *result);

/* The scene of a case with all its values; SIZE_MAX: as it is written. NULL: why, and where; line 0 where it is
 * a value that is wrong. */
UrtoScene *measure_scene(const Plan *plan, size_t index, char why[WHY_ROOM], TreePlace *at);

/* Whether what the bow of a scene is at has modes, so that a period is known. */
bool measure_has_period(UrtoScene *scene);

/* Processor time that the case takes, about [s]. */
double measure_cost(const Plan *plan, size_t index);

#endif
