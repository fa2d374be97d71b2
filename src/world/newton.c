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
 * A capped quadratised contact knows how far its own force moves it, not what the others do, and may
 * be made to pull. Energy is exact for any g, also 0, so contacts may let go for a step. With
 * f = c0 + c1 t and f = 0 where that would be negative, f is the minimum of
 *
 *   f.(G + 1/c1) f/2 - f.(b + c0/c1),   f >= 0 (contacts)
 *
 * which is strictly convex: there is exactly one set of contacts that push while all others would
 * pull if they were added. Sweeps of Gauss-Seidel with max(0, f) find it, and the second solve is
 * exact. Where they have not found it all let go but the strongest: never more than two solves.
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

enum { NEWTON_CAP = 60, CUT_CAP = 30, JOIN_CAP = 16, SWEEPS = 10 };

Quotient item_force(Item *item, double t, double *elastic)
{
    Midpoint *law = &item->law;
    Quotient q = {0.0, 0.0, 0.0};

    switch (item->kind) {
    case ITEM_LINEAR:
        return (Quotient){item->c0 + item->c1 * t, item->c1, 0.0};
    case ITEM_TRAPEZOIDAL: {
        const double gradient =
            law->link ? link_gradient(&law->law, t) : power_gradient(&law->law, t);
        const double curve = power_curvature(&law->law, law->link ? fabs(t) : t);
        const double rate = law->law.damping * (item->c0 + item->c1 * t);
        const double sign = gradient < 0.0 ? -1.0 : 1.0; /* a link pulls as well */
        const double slope =
            curve * (1.0 + sign * rate) + fabs(gradient) * law->law.damping * item->c1;
        *elastic = gradient;
        return (Quotient){gradient + fabs(gradient) * rate, slope > 0.0 ? slope : 0.0, 0.0};
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
        return (Quotient){q.value + item->c1 * t, q.slope + item->c1, q.curve};
    }
    return midpoint_lossy(q, law->loss, t);
}

/* Items that feel each other, with their part of G in `local`: rows of n, the entries of a row i
 * before profile[i] are 0, and so are those of its column. Along a line of contacts on a grid few
 * are not. */
typedef struct System {
    UrtoWorld *world;
    const uint32_t *items; /* indices into world->solve.items */
    uint32_t n;
    double *local;
    uint32_t *profile;
    double *r, *df, *dt, *root, *y;
} System;

static inline double admittance(const System *s, uint32_t i)
{
    return s->local[(size_t)i * s->n + i];
}

static void gather(const System *s)
{
    const UrtoWorld *world = s->world;
    const double scale = gamma_scale(world);

    for (uint32_t i = 0; i < s->n; i++) {
        const double *row = world->model.gamma + (size_t)world->solve.items[s->items[i]].coupler *
                                                     world->model.coupler_count;
        double *mine = s->local + (size_t)i * s->n;
        s->profile[i] = i;
        for (uint32_t j = i + 1; j-- > 0;) {
            mine[j] = scale * row[world->solve.items[s->items[j]].coupler];
            s->profile[i] = mine[j] != 0.0 ? j : s->profile[i];
        }
    }
}

/* out = G in. */
static void multiply(const System *s, const double *in, double *out)
{
    for (uint32_t i = 0; i < s->n; i++) {
        const double *row = s->local + (size_t)i * s->n;
        double sum = row[i] * in[i];
        for (uint32_t j = s->profile[i]; j < i; j++) {
            sum += row[j] * in[j];
            out[j] += row[j] * in[i];
        }
        out[i] = sum;
    }
}

/* Residual at t + part dt, f + part df; returns the slope of the convex function along df. */
static double residual(const System *s, double part)
{
    double slope = 0.0;

    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = &s->world->solve.items[s->items[i]];
        const double t = item->t + part * s->dt[i];
        const Quotient f = item_force(item, t, &item->elastic);
        s->r[i] = item->force + part * s->df[i] - f.value;
        item->slope = f.slope > 0.0 ? f.slope : 0.0;
        slope -= s->dt[i] * s->r[i];
    }
    return slope;
}

/* How small a correction of t must be to be the last, times 1e8: the compression, where its square
 * over the compression is what it leaves behind; open, where the law has a kink, far less. */
static double depth_of(const Item *item, double t)
{
    const double end = item->law.a + t;

    return (item->law.link || end > 0.0 ? fabs(end) : 1e-5 * item->law.scale) + 1e-300;
}

/* The slope led past the kink where a loss or the law ends: another step is needed. */
static bool pulls(const Item *item)
{
    return !item->law.link && item->force < 0.0;
}

/* S, and the factor of I + S G S. */
static void factor(const System *s)
{
    const uint32_t n = s->n;
    double *matrix = s->world->solve.matrix;

    for (uint32_t i = 0; i < n; i++) {
        s->root[i] = sqrt(s->world->solve.items[s->items[i]].slope);
    }
    for (uint32_t i = 0; i < n; i++) {
        const double *row = s->local + (size_t)i * n;
        for (uint32_t j = s->profile[i]; j <= i; j++) {
            matrix[(size_t)i * n + j] = s->root[i] * row[j] * s->root[j] + (i == j ? 1.0 : 0.0);
        }
    }
    cholesky_factor(matrix, s->profile, n);
}

/* All items linear: S (I + G S S) t = S (b - G c0), which keeps the digits of a small t. */
static void solve_linear(const System *s)
{
    UrtoWorld *world = s->world;

    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = &world->solve.items[s->items[i]];
        item->slope = item->c1;
        s->r[i] = item->c0;
    }
    factor(s);
    multiply(s, s->r, s->y);
    for (uint32_t i = 0; i < s->n; i++) {
        s->y[i] = s->root[i] * (world->solve.items[s->items[i]].b - s->y[i]);
    }
    cholesky_solve(world->solve.matrix, s->profile, s->n, s->y);
    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = &world->solve.items[s->items[i]];
        s->df[i] = item->c0 + s->root[i] * s->y[i];
        item->force = s->n == 1
                          ? (item->c0 + item->c1 * item->b) / (1.0 + item->c1 * admittance(s, i))
                          : s->df[i];
    }
    multiply(s, s->df, s->dt);
    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = &world->solve.items[s->items[i]];
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
    cholesky_solve(s->world->solve.matrix, s->profile, n, s->y);
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
        if (s->world->solve.items[s->items[i]].kind != ITEM_LINEAR) {
            return false;
        }
    }
    return true;
}

/* A contact that lets go rather than pull. */
static bool lets_go(const System *s, const Item *item)
{
    return s->world->model.scheme->gradient == GRADIENT_CAPPED && !item->law.link &&
           item->coupler < s->world->model.point_count;
}

static bool some_pull(const System *s)
{
    bool some = false;

    for (uint32_t i = 0; i < s->n && !some; i++) {
        const Item *item = &s->world->solve.items[s->items[i]];
        some = item->force < 0.0 && lets_go(s, item);
    }
    return some;
}

/* The force of one item, if the others have the forces in df. */
static double force_among(const System *s, uint32_t i)
{
    const Item *item = &s->world->solve.items[s->items[i]];
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
    Item *items = s->world->solve.items;

    for (uint32_t i = 0; i < s->n; i++) {
        s->df[i] = items[s->items[i]].force;
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (uint32_t i = 0; i < s->n; i++) {
            const double force = force_among(s, i);
            s->df[i] = force < 0.0 && lets_go(s, &items[s->items[i]]) ? 0.0 : force;
        }
    }
    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = &items[s->items[i]];
        if (s->df[i] == 0.0 && lets_go(s, item)) {
            item->elastic = item->c0 = item->c1 = 0.0;
        }
    }
}

/* All let go, links and bows too, but for the contact that pushes most: alone it does not pull. */
static void keep_strongest(const System *s)
{
    Item *items = s->world->solve.items;
    uint32_t kept = 0;
    double most = 0.0;

    for (uint32_t i = 0; i < s->n; i++) {
        const Item *item = &items[s->items[i]];
        if (item->force > most && lets_go(s, item)) {
            most = item->force;
            kept = i;
        }
    }
    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = &items[s->items[i]];
        s->df[i] = 0.0;
        if (most == 0.0 || i != kept) {
            item->elastic = item->c0 = item->c1 = 0.0;
        }
    }
    s->df[kept] = fmax(force_among(s, kept), 0.0);
    multiply(s, s->df, s->dt);
    for (uint32_t i = 0; i < s->n; i++) {
        items[s->items[i]].force = s->df[i];
        items[s->items[i]].t = items[s->items[i]].b - s->dt[i];
    }
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
        s->df[i] = world->solve.items[s->items[i]].force;
    }
    multiply(s, s->df, s->dt);
    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = &world->solve.items[s->items[i]];
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
        if (!some_pull(s)) {
            return 1;
        }
        let_go(s);
        solve_linear(s);
        if (some_pull(s)) {
            keep_strongest(s);
        }
        return 2;
    }
    start_from_forces(s);
    double swing = 0.0; /* largest force since t was read from them, as a displacement, in scales */
    while (iterations < NEWTON_CAP) {
        newton_direction(s);
        double start = 0.0;
        for (uint32_t i = 0; i < s->n; i++) {
            start -= s->dt[i] * s->r[i];
        }
        const double part = cut(s, start);
        double largest = 0.0;
        double deepest =
            0.0; /* the same in terms of the compression alone, where there is a force */
        for (uint32_t i = 0; i < s->n; i++) {
            Item *item = &world->solve.items[s->items[i]];
            const double scale = item->law.scale + fabs(item->t) + 1e-300;
            item->force += part * s->df[i];
            item->t += part * s->dt[i];
            if (item->kind == ITEM_THREE_POINT || item->kind == ITEM_TRAPEZOIDAL ||
                (item->kind == ITEM_MIDPOINT && pulls(item))) {
                deepest = HUGE_VAL; /* the energy of the first two is that of the law */
            } else if (item->kind == ITEM_MIDPOINT && item->slope > 0.0) {
                deepest = fmax(deepest, fabs(s->dt[i]) / depth_of(item, item->t));
            }
            largest = fmax(largest, fabs(part * s->dt[i]) / scale);
            swing = fmax(swing, admittance(s, i) * fabs(part * s->df[i]) / scale);
        }
        iterations++;
        *last = largest;
        /* Forces that came and went again leave their rounding in t: the bodies would not move by
         * it, and f t would not be the work they do. */
        const bool stale = swing > 4.0;
        /* A whole step of Newton squares the error: what follows one of 1e-8 is rounding. */
        const bool last_step = part == 1.0 && deepest < 1e-8 && largest < 1e-8;
        if (last_step) {
            *last = largest * largest;
        }
        if ((largest < 1e-13 || last_step) && !stale) {
            break;
        }
        if (iterations % 8 == 0 || largest < 1e-13) {
            start_from_forces(s);
            swing = 0.0;
        }
    }
    for (uint32_t i = 0; i < s->n; i++) {
        split(&world->solve.items[s->items[i]]);
    }
    return iterations;
}

/* Items that feel each other, from the first unlabelled one; returns how many, listed in order. */
static uint32_t component(UrtoWorld *world, uint32_t start)
{
    uint32_t *order = world->solve.order;
    uint32_t count = 1;

    order[0] = start;
    world->solve.label[start] = 1;
    for (uint32_t at = 0; at < count && count < world->solve.item_count; at++) {
        const uint32_t coupler = world->solve.items[order[at]].coupler;
        const double *row = world->model.gamma + (size_t)coupler * world->model.coupler_count;
        const Span span = world->model.spans[coupler];
        for (uint32_t c = span.first; c < span.end; c++) {
            const uint32_t item = world->solve.item_of[c];
            if (item && !world->solve.label[item - 1] && row[c] != 0.0) {
                world->solve.label[item - 1] = 1;
                order[count++] = item - 1;
            }
        }
    }
    return count;
}

enum { WHOLE_CAP = 12 }; /* of iterations without a cut */

/* A link that no other feels: whole steps of Newton; false: they do not get smaller. */
static bool solve_link(Item *item, double G, uint32_t *iterations, double *last)
{
    double before = HUGE_VAL;
    double t = item->b - G * item->guess;

    for (uint32_t i = 1; i <= WHOLE_CAP; i++) {
        const Quotient f = item_force(item, t, &item->elastic);
        const double step = (item->b - t - G * f.value) / (1.0 + G * f.slope);
        const double size = fabs(step) / (fabs(item->law.a + t + step) + 1e-300);
        if (!(size < before)) {
            return false;
        }
        before = size;
        t += step;
        if (size < 1e-8) {
            item->t = t;
            item->force = f.value + step * f.slope;
            if (G * f.slope > 1.0) {
                item->force = (item->b - t) * item->law.stiff;
            } else {
                item->t = item->b - G * item->force;
            }
            *iterations += i;
            *last = size * size;
            split(item);
            return true;
        }
    }
    return false;
}

/* An item that no other feels; false: it must go through newton. */
static bool solve_alone(UrtoWorld *world, Item *item, uint32_t *iterations, double *last)
{
    const size_t own = (size_t)item->coupler * world->model.coupler_count + item->coupler;
    const double G = 0.5 * world->model.gamma[own];

    item->coupled = false;
    if (item->kind == ITEM_LINEAR) {
        const double most = 1.0 + G * item->c1;
        item->t = (item->b - G * item->c0) / most;
        item->force = (item->c0 + item->c1 * item->b) / most;
        *iterations += 1;
        return true;
    }
    if (item->kind != ITEM_MIDPOINT) {
        return false;
    }
    if (item->law.link) {
        return solve_link(item, G, iterations, last);
    }
    const MidpointRoot root = midpoint_solve(&item->law, item->b, G, item->guess);

    item->t = root.t;
    item->force = root.force;
    item->elastic = root.elastic;
    *last = root.residual;
    *iterations += root.iterations;
    return true;
}

static uint32_t solve_together(UrtoWorld *world, uint32_t count, double *last)
{
    const size_t n = world->model.coupler_count;
    double *work = world->solve.work;
    const System s = {
        world, world->solve.order, count,        world->solve.local, world->solve.profile,
        work,  work + n,           work + 2 * n, work + 3 * n,       work + 4 * n};

    gather(&s);
    return newton(&s, last);
}

/* Two contacts: the same Newton iteration written out, with whole steps only. Returns the number of
 * iterations, or 0 if it would have to be cut short; then newton takes over from the forces. */
static uint32_t solve_pair(UrtoWorld *world, double *last)
{
    Item *one = &world->solve.items[world->solve.order[0]];
    Item *two = &world->solve.items[world->solve.order[1]];
    const double *row = world->model.gamma + (size_t)one->coupler * world->model.coupler_count;
    const double *other = world->model.gamma + (size_t)two->coupler * world->model.coupler_count;
    const double a = 0.5 * row[one->coupler];
    const double b = 0.5 * row[two->coupler];
    const double c = 0.5 * other[two->coupler];
    const double det = a * c - b * b;
    double before = HUGE_VAL;

    if (one->kind != ITEM_MIDPOINT || two->kind != ITEM_MIDPOINT) {
        return 0;
    }
    const double start[2] = {one->force, two->force};
    one->force = one->guess;
    two->force = two->guess;
    one->t = one->b - a * one->force - b * two->force;
    two->t = two->b - b * one->force - c * two->force;
    for (uint32_t i = 1; i <= WHOLE_CAP; i++) {
        const Quotient f = item_force(one, one->t, &one->elastic);
        const Quotient g = item_force(two, two->t, &two->elastic);
        const double r = one->force - f.value;
        const double s = two->force - g.value;
        const double below = 1.0 / (1.0 + f.slope * a + g.slope * c + f.slope * g.slope * det);
        const double df = -((1.0 + g.slope * c) * r - f.slope * b * s) * below;
        const double dg = -((1.0 + f.slope * a) * s - g.slope * b * r) * below;
        const double dt = -(a * df + b * dg);
        const double du = -(b * df + c * dg);
        const double size =
            fmax(fabs(dt) / depth_of(one, one->t + dt), fabs(du) / depth_of(two, two->t + du));
        if (!(size < before)) {
            break;
        }
        before = size;
        one->force += df;
        two->force += dg;
        one->t += dt;
        two->t += du;
        if (size < 1e-8) {
            if (pulls(one) || pulls(two)) {
                break;
            }
            *last = size * size;
            split(one);
            split(two);
            return i;
        }
    }
    one->force = start[0];
    two->force = start[1];
    return 0;
}

static void solve_items(UrtoWorld *world)
{
    uint32_t iterations = 0;

    for (uint32_t i = 0; i < world->solve.item_count; i++) {
        world->solve.label[i] = 0;
    }
    for (uint32_t i = 0; i < world->solve.item_count; i++) {
        const Span span = world->model.spans[world->solve.items[i].coupler];
        if (world->solve.label[i]) {
            continue;
        }
        world->solve.order[0] = i;
        const uint32_t count =
            world->solve.item_count == 1 || span.end - span.first <= 1 ? 1 : component(world, i);
        Item *item = &world->solve.items[i];
        double last = 0.0;
        for (uint32_t j = 0; j < count; j++) {
            world->solve.items[world->solve.order[j]].coupled = count > 1;
        }
        const uint32_t done = count == 2 ? solve_pair(world, &last) : 0;
        iterations += done;
        if (!done && (count > 1 || !solve_alone(world, item, &iterations, &last))) {
            iterations += solve_together(world, count, &last);
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

static void add_point(UrtoWorld *world, uint32_t point)
{
    Item *item = &world->solve.items[world->solve.item_count++];

    contact_prepare(world, point, item);
    world->solve.item_of[point] = world->solve.item_count;
}

/* What the forces do to the points that are not solved: t = b - G f, or the same for one that was
 * not near. Returns whether some were pushed into contact; these have joined. */
static bool join(UrtoWorld *world)
{
    const size_t n = world->model.coupler_count;
    double *total = world->solve.work + 5 * n;
    Span reach = {world->model.point_count, 0};
    bool joined = false;

    if (n == 1) {
        for (uint32_t i = 0; i < world->state.candidate_count; i++) {
            world->model.points[0].t = world->solve.items[0].t;
        }
        return false;
    }
    for (uint32_t i = 0; i < world->solve.item_count; i++) {
        const Span span = world->model.spans[world->solve.items[i].coupler];
        if (span.end - span.first > 1) {
            reach.first = span.first < reach.first ? span.first : reach.first;
            reach.end = span.end > reach.end ? span.end : reach.end;
        }
    }
    for (uint32_t j = reach.first; j < reach.end; j++) {
        total[j] = 0.0;
    }
    for (uint32_t i = 0; reach.first < reach.end && i < world->solve.item_count; i++) {
        const double *row = world->model.gamma + n * world->solve.items[i].coupler;
        const Span span = world->model.spans[world->solve.items[i].coupler];
        const double force = gamma_scale(world) * world->solve.items[i].force;
        for (uint32_t j = span.first; j < span.end; j++) {
            total[j] += row[j] * force;
        }
    }
    const uint32_t near = world->state.candidate_count;
    for (uint32_t i = 0; i < near; i++) {
        const uint32_t at = world->state.candidates[i];
        Point *point = &world->model.points[at];
        const bool reached = at >= reach.first && at < reach.end;
        if (world->solve.item_of[at]) {
            point->t = world->solve.items[world->solve.item_of[at] - 1].t;
            continue;
        }
        point->t = point->b - (reached ? total[at] : 0.0);
        if (contact_active(world, point, point->t)) {
            add_point(world, at);
            joined = true;
        }
    }
    for (uint32_t at = reach.first; at < reach.end && at < world->model.point_count; at++) {
        if (world->state.is_candidate[at] || total[at] == 0.0) {
            continue;
        }
        Point *point = &world->model.points[at];
        contact_load(world, at);
        point->t = point->b - total[at];
        if (contact_active(world, point, point->t)) {
            world->state.candidates[world->state.candidate_count++] = at;
            world->state.is_candidate[at] = 1;
            add_point(world, at);
            joined = true;
        }
    }
    return joined;
}

/* Items of bows, if any, are in the list already. */
void couple_solve(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->state.candidate_count; i++) {
        Point *point = &world->model.points[world->state.candidates[i]];
        point->t = point->b;
        if (!world->solve.item_of[world->state.candidates[i]] &&
            contact_active(world, point, point->b)) {
            add_point(world, world->state.candidates[i]);
        }
    }
    for (int round = 0; round < JOIN_CAP && world->solve.item_count; round++) {
        solve_items(world);
        if (!join(world)) {
            break;
        }
    }
}
