/* All contacts of a step at once.
 *
 *   t + G f(t) = b,   f_i(t) = F_i(t_i)                                         (1)
 *
 * G = Gamma/2 (trapezoidal Gamma/4) is symmetric positive semi-definite, every F_i is
 * non-decreasing (contact.c, bow.c), also with the Hunt-Crossley factor: a product of non-negative
 * rising functions rises. So (1) is the stationary point of a convex function of f, the root is
 * unique, and every solver is the same Newton iteration on r(f) = f - F(b - G f):
 *
 *   S = sqrt(F'),  (I + S G S) y = S G r,  df = -(r - S y),  dt = -G df
 *
 * with a matrix whose eigenvalues are at least 1. The slope of the convex function along df is
 * -dt.r; if it has turned positive after the full step, the step is cut by false position. For
 * quadratised contacts F is linear and one step is exact. Lossy contacts need no second solve: the
 * loss q mu t^2/k is exact whatever the root (midpoint.h).
 *
 * Only active points take part: those that hold energy or would be compressed. Points that the
 * forces of others push into contact join, and the solve is repeated from where it is. Items that
 * do not feel each other (Gamma_ij = 0) are solved apart; a single one-sided midpoint contact is
 * scalar.
 */
#include "world.h"

#include "../base/cholesky.h"
#include "../law/link.h"

#include <math.h>

enum { NEWTON_CAP = 60, CUT_CAP = 30, JOIN_CAP = 16 };

Quotient item_force(const Item *item, double t, double *elastic)
{
    const Midpoint *law = &item->law;
    Quotient q = {0.0, 0.0};

    switch (item->kind) {
    case ITEM_LINEAR:
        return (Quotient){item->c0 + item->c1 * t, item->c1};
    case ITEM_TRAPEZOIDAL: {
        const double gradient =
            law->link ? link_gradient(&law->law, t) : power_gradient(&law->law, t);
        const double curve = power_curvature(&law->law, law->link ? fabs(t) : t);
        const double rate = law->law.damping * (item->c0 + item->c1 * t);
        const double sign = gradient < 0.0 ? -1.0 : 1.0; /* a link pulls as well */
        const double slope =
            curve * (1.0 + sign * rate) + fabs(gradient) * law->law.damping * item->c1;
        *elastic = gradient;
        return (Quotient){gradient + fabs(gradient) * rate, slope > 0.0 ? slope : 0.0};
    }
    case ITEM_MIDPOINT:
        q = midpoint_elastic(law, t);
        break;
    case ITEM_THREE_POINT:
        q = law->link ? link_quotient(&law->law, law->a, 2.0 * t)
                      : power_quotient(&law->law, law->a, 2.0 * t);
        q.slope *= 2.0;
        break;
    }
    *elastic = q.value;
    if (law->link) {
        return (Quotient){q.value + item->c1 * t, q.slope + item->c1};
    }
    return midpoint_lossy(q, law->loss, t);
}

typedef struct System {
    UrtoWorld *world;
    const uint32_t *items; /* indices into world->items */
    uint32_t n;
    double scale; /* of G */
    double *r, *df, *dt, *root, *y;
} System;

static double admittance(const System *s, uint32_t i, uint32_t j)
{
    const UrtoWorld *world = s->world;
    const size_t row = world->items[s->items[i]].coupler;

    return s->scale * world->gamma[row * world->coupler_count + world->items[s->items[j]].coupler];
}

/* out = G in. */
static void multiply(const System *s, const double *in, double *out)
{
    for (uint32_t i = 0; i < s->n; i++) {
        double sum = 0.0;
        for (uint32_t j = 0; j < s->n; j++) {
            sum += admittance(s, i, j) * in[j];
        }
        out[i] = sum;
    }
}

/* Residual at t + part dt, f + part df; returns the slope of the convex function along df. */
static double residual(const System *s, double part)
{
    double slope = 0.0;

    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = &s->world->items[s->items[i]];
        const double t = item->t + part * s->dt[i];
        const Quotient f = item_force(item, t, &item->elastic);
        s->r[i] = item->force + part * s->df[i] - f.value;
        item->slope = f.slope > 0.0 ? f.slope : 0.0;
        slope -= s->dt[i] * s->r[i];
    }
    return slope;
}

/* S, and the factor of I + S G S. */
static void factor(const System *s)
{
    const uint32_t n = s->n;
    double *matrix = s->world->matrix;

    for (uint32_t i = 0; i < n; i++) {
        s->root[i] = sqrt(s->world->items[s->items[i]].slope);
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j <= i; j++) {
            matrix[(size_t)i * n + j] =
                s->root[i] * admittance(s, i, j) * s->root[j] + (i == j ? 1.0 : 0.0);
        }
    }
    cholesky_factor(matrix, n);
}

/* All items linear: S (I + G S S) t = S (b - G c0), which keeps the digits of a small t. */
static void solve_linear(const System *s)
{
    UrtoWorld *world = s->world;

    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = &world->items[s->items[i]];
        item->slope = item->c1;
        s->r[i] = item->c0;
    }
    factor(s);
    multiply(s, s->r, s->y);
    for (uint32_t i = 0; i < s->n; i++) {
        s->y[i] = s->root[i] * (world->items[s->items[i]].b - s->y[i]);
    }
    cholesky_solve(world->matrix, s->n, s->y);
    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = &world->items[s->items[i]];
        s->df[i] = item->c0 + s->root[i] * s->y[i];
        item->force = s->n == 1
                          ? (item->c0 + item->c1 * item->b) / (1.0 + item->c1 * admittance(s, i, i))
                          : s->df[i];
    }
    multiply(s, s->df, s->dt);
    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = &world->items[s->items[i]];
        item->t = s->root[i] > 0.0 ? s->y[i] / s->root[i] : item->b - s->dt[i];
    }
}

static void newton_direction(const System *s)
{
    const uint32_t n = s->n;

    factor(s);
    multiply(s, s->r, s->y);
    for (uint32_t i = 0; i < n; i++) {
        s->y[i] *= s->root[i];
    }
    cholesky_solve(s->world->matrix, n, s->y);
    for (uint32_t i = 0; i < n; i++) {
        s->df[i] = s->root[i] * s->y[i] - s->r[i];
    }
    multiply(s, s->df, s->dt);
    for (uint32_t i = 0; i < n; i++) {
        s->dt[i] = -s->dt[i];
    }
}

/* Largest part of the Newton step, at most 1, that does not climb. */
static double cut(const System *s, double start)
{
    double low = 0.0;
    double high = 1.0;
    double at_low = start;
    double at_high = residual(s, 1.0);
    double part = 1.0;
    double value = at_high;

    for (int i = 0; i < CUT_CAP && value > 0.5 * fabs(start); i++) {
        part = low + (high - low) * at_low / (at_low - at_high);
        if (!(part > low + 0.05 * (high - low)) || !(part < high - 0.05 * (high - low))) {
            part = 0.5 * (low + high);
        }
        value = residual(s, part);
        if (value > 0.0) {
            high = part;
            at_high = value;
        } else {
            low = part;
            at_low = value;
        }
    }
    return part;
}

static bool all_linear(const System *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        if (s->world->items[s->items[i]].kind != ITEM_LINEAR) {
            return false;
        }
    }
    return true;
}

/* The force that is stored, from the force that acts: rounding must not make a loss. */
static void split(Item *item)
{
    if (item->kind == ITEM_MIDPOINT || item->kind == ITEM_THREE_POINT) {
        const double factor = 1.0 + item->law.loss * item->t;
        if (item->law.link) {
            item->elastic = item->force - item->c1 * item->t;
        } else if (factor > 1e-3) {
            item->elastic = item->force / factor;
        }
    }
}

/* t and the residual as the forces have them, not as the sum of steps. */
static void start_from_forces(const System *s)
{
    UrtoWorld *world = s->world;

    for (uint32_t i = 0; i < s->n; i++) {
        s->df[i] = world->items[s->items[i]].force;
    }
    multiply(s, s->df, s->dt);
    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = &world->items[s->items[i]];
        item->t = item->b - s->dt[i];
        s->df[i] = s->dt[i] = 0.0;
    }
    residual(s, 0.0);
}

static uint32_t newton(const System *s, double *last)
{
    UrtoWorld *world = s->world;
    uint32_t iterations = 0;

    if (all_linear(s)) {
        solve_linear(s);
        return 1;
    }
    start_from_forces(s);
    double swing = 0.0; /* largest force since t was read from them, as a way, in scales */
    while (iterations < NEWTON_CAP) {
        newton_direction(s);
        double start = 0.0;
        for (uint32_t i = 0; i < s->n; i++) {
            start -= s->dt[i] * s->r[i];
        }
        const double part = cut(s, start);
        double largest = 0.0;
        for (uint32_t i = 0; i < s->n; i++) {
            Item *item = &world->items[s->items[i]];
            const double scale = item->law.scale + fabs(item->t) + 1e-300;
            item->force += part * s->df[i];
            item->t += part * s->dt[i];
            largest = fmax(largest, fabs(part * s->dt[i]) / scale);
            swing = fmax(swing, admittance(s, i, i) * fabs(part * s->df[i]) / scale);
        }
        iterations++;
        *last = largest;
        /* Forces that came and went again leave their rounding in t: the bodies would not move by
         * it, and f t would not be the work they do. */
        const bool stale = swing > 4.0;
        if (largest < 1e-13 && !stale) {
            break;
        }
        if (iterations % 8 == 0 || largest < 1e-13) {
            start_from_forces(s);
            swing = 0.0;
        }
    }
    for (uint32_t i = 0; i < s->n; i++) {
        split(&world->items[s->items[i]]);
    }
    return iterations;
}

/* Items that feel each other, from the first unlabelled one; returns how many, listed in order. */
static uint32_t component(UrtoWorld *world, uint32_t start)
{
    uint32_t *order = world->order;
    uint32_t count = 1;

    order[0] = start;
    world->label[start] = 1;
    for (uint32_t at = 0; at < count; at++) {
        const double *row =
            world->gamma + (size_t)world->items[order[at]].coupler * world->coupler_count;
        for (uint32_t j = start + 1; j < world->item_count; j++) {
            if (!world->label[j] && row[world->items[j].coupler] != 0.0) {
                world->label[j] = 1;
                order[count++] = j;
            }
        }
    }
    return count;
}

static void solve_items(UrtoWorld *world)
{
    const uint32_t n = world->coupler_count;
    double *work = world->work;
    uint32_t iterations = 0;

    for (uint32_t i = 0; i < world->item_count; i++) {
        world->label[i] = 0;
    }
    for (uint32_t i = 0; i < world->item_count; i++) {
        if (world->label[i]) {
            continue;
        }
        const uint32_t count = component(world, i);
        Item *item = &world->items[i];
        double last = 0.0;
        for (uint32_t j = 0; j < count; j++) {
            world->items[world->order[j]].coupled = count > 1;
        }
        if (count == 1 && item->kind == ITEM_MIDPOINT && !item->law.link) {
            const size_t own = (size_t)item->coupler * n + item->coupler;
            const MidpointRoot root = midpoint_solve(&item->law, item->b, 0.5 * world->gamma[own]);
            item->t = root.t;
            item->force = root.force;
            item->elastic = root.elastic;
            iterations += root.iterations;
            last = root.residual;
        } else {
            const System s = {world,
                              world->order,
                              count,
                              gamma_scale(world),
                              work,
                              work + n,
                              work + 2 * (size_t)n,
                              work + 3 * (size_t)n,
                              work + 4 * (size_t)n};
            iterations += newton(&s, &last);
        }
        if (last > world->statistics.residual_max) {
            world->statistics.residual_max = last;
        }
    }
    world->statistics.iterations += iterations;
    if (iterations > world->statistics.iterations_max) {
        world->statistics.iterations_max = iterations;
    }
}

/* G f at every coupler, row by row of the items. */
static double *answers(UrtoWorld *world)
{
    const size_t n = world->coupler_count;
    double *total = world->work + 5 * n;

    for (size_t j = 0; j < n; j++) {
        total[j] = 0.0;
    }
    for (uint32_t i = 0; i < world->item_count; i++) {
        const double *row = world->gamma + n * world->items[i].coupler;
        const Span span = world->spans[world->items[i].coupler];
        const double force = gamma_scale(world) * world->items[i].force;
        for (size_t j = span.first; j < span.end; j++) {
            total[j] += row[j] * force;
        }
    }
    return total;
}

static void add_point(UrtoWorld *world, uint32_t point)
{
    Item *item = &world->items[world->item_count++];

    contact_prepare(world, point, item);
    world->item_of[point] = world->item_count;
}

/* Items of bows, if any, are in the list already. */
void couple_solve(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->point_count; i++) {
        Point *point = &world->points[i];
        point->t = point->b;
        if (!world->item_of[i] && contact_active(world, point, point->b)) {
            add_point(world, i);
        }
    }
    for (int round = 0; round < JOIN_CAP; round++) {
        bool joined = false;
        if (!world->item_count) {
            break;
        }
        solve_items(world);
        const double *answer = answers(world);
        for (uint32_t i = 0; i < world->point_count; i++) {
            Point *point = &world->points[i];
            if (world->item_of[i]) {
                point->t = world->items[world->item_of[i] - 1].t;
                continue;
            }
            point->t = point->b - answer[i];
            if (contact_active(world, point, point->t)) {
                add_point(world, i);
                joined = true;
            }
        }
        if (!joined) {
            break;
        }
    }
}
