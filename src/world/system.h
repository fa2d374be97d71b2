/* Items of a step that feel each other, and the linear algebra of them. */
#ifndef WORLD_SYSTEM_H
#define WORLD_SYSTEM_H

#include "world.h"

/* Items that feel each other, with their part of G in `local`: rows of n, the entries of a row i
 * before profile[i] are 0, and so are those of its column. Along a line of contacts on a grid few
 * are not. */
typedef struct System {
    UrtoWorld *world;
    const uint32_t *items; /* indices into world->solve.items */
    uint32_t n;
    double *local;
    uint32_t *profile;
    double *g, *dc, *df, *root;
    double *from, *was; /* c and forces before the step */
} System;

static inline Item *item_at(const System *s, uint32_t i)
{
    return &s->world->solve.items[s->items[i]];
}

static inline double admittance(const System *s, uint32_t i)
{
    return s->local[(size_t)i * s->n + i];
}

/* Takes its part of G from the world. */
void system_gather(const System *s) URTO_REALTIME;
/* out = out - O in, O the part of G off the diagonal. */
void system_subtract_others(const System *s, const double *in, double *out) URTO_REALTIME;
/* The factor of I + S O S, S in `root`; with the diagonal of G: of I + S G S. */
void system_factor(const System *s, bool diagonal) URTO_REALTIME;
/* All items are linear: forces and steps by one solve. */
void system_solve_linear(const System *s) URTO_REALTIME;
/* The same for contacts that let go rather than pull; returns how many solves it took, 1 or 2. */
uint32_t system_solve_pushing(const System *s) URTO_REALTIME;

#endif
