/* Worlds for figures: short functions to describe one, run it and draw what happens. */
#ifndef PAPERS_STAGE_H
#define PAPERS_STAGE_H

#include "item.h"

#include <urto/world.h>

/* A solver that figures of 004 lay over others. */
typedef struct Contender {
    UrtoSolver solver;
    UrtoGradient gradient;
    const char *label;
    const char *scheme; /* whose look it has */
    const char *key;    /* that of the reference file */
    bool no_ledger;     /* faster: for references at many times the rate */
} Contender;

enum { IT_2, N_IT, N_IT_SIGN, N_IT_CAPPED, MIDPOINT, CONTENDERS };
extern const Contender contenders[CONTENDERS];

/* A description with one solver; a refusal shows when the world is made. */
UrtoWorldDef *stage_begin(const Contender *by);

UrtoBody stage_mass(UrtoWorldDef *world_def, double mass, double position, double velocity);

/* Ends the description. A refusal becomes a failed row, and NULL. */
UrtoWorld *stage_world(UrtoWorldDef *world_def, Item *item, double rate);

/* Ports along a straight line of a body: what a snapshot reads. */
typedef struct Profile {
    UrtoPort *ports;
    double *places; /* distance from the first port [m] */
    size_t count;
} Profile;

Profile stage_profile(UrtoWorldDef *world_def, UrtoBody body, const double from[2],
                      const double to[2], size_t count);

/* A profile of a string from end to end. */
Profile stage_string_profile(UrtoWorldDef *world_def, UrtoBody body, double length, size_t count);

void profile_free(Profile *profile);

/* Adds a snapshot to a panel: displacement plus a lift [m], in mm, against the place in m. */
void draw_profile(PlotPanel *panel, const char *label, PlotStyle style, PlotLook look,
                  const UrtoWorld *world, const Profile *profile, double lift);

/* Displacement half a step ago: the mean of the last two (the operator mu_t- of 004). */
double averaged_displacement(const UrtoWorld *world, UrtoPort port, double rate);

/* A curve of the reference file, drawn thin: every step-th point of places, in mm with a lift. */
void draw_converged(PlotPanel *panel, const char *key, const double *places, size_t count,
                    double lift);

/* Largest difference of samples to those of a key, over the largest of them. */
double reference_distance(const char *key, const double *samples, size_t count);

/* Residual of the energy ledger over the energy put in so far. */
double energy_error(const UrtoWorld *world);

/* sqrt(sum (a - b)^2 / sum b^2) */
double relative_rms(const double *a, const double *b, size_t count);

#endif
