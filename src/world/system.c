/* Linear items of a step: quadratised contacts, bows, contacts that are held.
 *
 * A capped quadratised contact knows how far its own force moves it, not what the others do, and may
 * be made to pull. Energy is exact for any g, also 0, so contacts may let go for a step. With
 * f = c0 + c1 t and f = 0 where that would be negative, f is the minimum of
 *
 *   f.(G + 1/c1) f/2 - f.(b + c0/c1),   f >= 0 (contacts)
 *
 * which is strictly convex: there is exactly one set of contacts that push while all others would
 * pull if they were added. Sweeps of Gauss-Seidel with max(0, f) find it, and the second solve is
 * exact. Where they have not found it all let go but the strongest: never more than two solves.
 */
#include "system.h"

#include "../base/cholesky.h"

#include <math.h>

enum { SWEEPS = 10 };

void system_gather(const System *s)
{
    const UrtoWorld *world = s->world;
    const double scale = gamma_scale(world);

    for (uint32_t i = 0; i < s->n; i++) {
        const double *row =
            world->model.gamma + (size_t)item_at(s, i)->coupler * world->model.coupler_count;
        double *mine = s->local + (size_t)i * s->n;
        s->profile[i] = i;
        for (uint32_t j = i + 1; j-- > 0;) {
            mine[j] = scale * row[item_at(s, j)->coupler];
            s->profile[i] = mine[j] != 0.0 ? j : s->profile[i];
        }
    }
}

void system_subtract_others(const System *s, const double *in, double *out)
{
    for (uint32_t i = 0; i < s->n; i++) {
        const double *row = s->local + (size_t)i * s->n;
        double sum = 0.0;
        for (uint32_t j = s->profile[i]; j < i; j++) {
            sum += row[j] * in[j];
            out[j] -= row[j] * in[i];
        }
        out[i] -= sum;
    }
}

void system_factor(const System *s, bool diagonal)
{
    const uint32_t n = s->n;
    double *matrix = s->world->solve.matrix;

    for (uint32_t i = 0; i < n; i++) {
        const double *row = s->local + (size_t)i * n;
        for (uint32_t j = s->profile[i]; j < i; j++) {
            matrix[(size_t)i * n + j] = s->root[i] * row[j] * s->root[j];
        }
        matrix[(size_t)i * n + i] = 1.0 + (diagonal ? s->root[i] * row[i] * s->root[i] : 0.0);
    }
    cholesky_factor(matrix, s->profile, n);
}

/* All items linear: with S = sqrt(c1), (I + S G S) S t = S (b - G c0), which keeps the digits of a
 * small t. */
void system_solve_linear(const System *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        const Item *item = item_at(s, i);
        s->root[i] = sqrt(item->c1);
        s->df[i] = item->c0;
        s->g[i] = item->b - admittance(s, i) * item->c0;
    }
    system_factor(s, true);
    system_subtract_others(s, s->df, s->g);
    for (uint32_t i = 0; i < s->n; i++) {
        s->g[i] *= s->root[i];
    }
    cholesky_solve(s->world->solve.matrix, s->profile, s->n, s->g);
    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = item_at(s, i);
        item->force = s->df[i] += s->root[i] * s->g[i];
        s->dc[i] = item->b - admittance(s, i) * item->force;
        item->give = item->c1 / (1.0 + admittance(s, i) * item->c1);
    }
    system_subtract_others(s, s->df, s->dc);
    for (uint32_t i = 0; i < s->n; i++) {
        item_at(s, i)->t = s->root[i] > 0.0 ? s->g[i] / s->root[i] : s->dc[i];
    }
}

/* A contact that lets go rather than pull. */
static bool lets_go(const System *s, const Item *item)
{
    return world_caps(s->world) && !item->law.link && item->coupler < s->world->model.point_count;
}

static bool some_pull(const System *s)
{
    bool some = false;

    for (uint32_t i = 0; i < s->n && !some; i++) {
        const Item *item = item_at(s, i);
        some = item->force < 0.0 && lets_go(s, item);
    }
    return some;
}

/* The force of one item, if the others have the forces in df. */
static double force_among(const System *s, uint32_t i)
{
    const Item *item = item_at(s, i);
    double t = item->b;

    for (uint32_t j = 0; j < s->n; j++) {
        const size_t at = j < i ? (size_t)i * s->n + j : (size_t)j * s->n + i;
        t -= j == i ? 0.0 : s->local[at] * s->df[j];
    }
    return (item->c0 + item->c1 * t) / (1.0 + item->c1 * admittance(s, i));
}

/* Finds the contacts that would pull, and takes g from them. */
static void let_go(const System *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        s->df[i] = item_at(s, i)->force;
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (uint32_t i = 0; i < s->n; i++) {
            const double force = force_among(s, i);
            s->df[i] = force < 0.0 && lets_go(s, item_at(s, i)) ? 0.0 : force;
        }
    }
    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = item_at(s, i);
        if (s->df[i] == 0.0 && lets_go(s, item)) {
            item->elastic = item->c0 = item->c1 = 0.0;
        }
    }
}

/* All let go, links and bows too, but for the contact that pushes most: alone it does not pull. */
static void keep_strongest(const System *s)
{
    uint32_t kept = 0;
    double most = 0.0;

    for (uint32_t i = 0; i < s->n; i++) {
        const Item *item = item_at(s, i);
        if (item->force > most && lets_go(s, item)) {
            most = item->force;
            kept = i;
        }
    }
    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = item_at(s, i);
        s->df[i] = 0.0;
        if (most == 0.0 || i != kept) {
            item->elastic = item->c0 = item->c1 = 0.0;
        }
    }
    s->df[kept] = fmax(force_among(s, kept), 0.0);
    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = item_at(s, i);
        item->force = s->df[i];
        s->dc[i] = item->b - admittance(s, i) * item->force;
    }
    system_subtract_others(s, s->df, s->dc);
    for (uint32_t i = 0; i < s->n; i++) {
        item_at(s, i)->t = s->dc[i];
    }
}

uint32_t system_solve_pushing(const System *s)
{
    system_solve_linear(s);
    if (!some_pull(s)) {
        return 1;
    }
    let_go(s);
    system_solve_linear(s);
    if (some_pull(s)) {
        keep_strongest(s);
    }
    return 2;
}
