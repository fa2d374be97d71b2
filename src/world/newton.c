/* All contacts of a step at once.
 *
 *   t + G f = b,   f_i = F_i(t_i)                                               (1)
 *
 * G = Gamma/2 (trapezoidal Gamma/4) is symmetric positive semi-definite, every F_i is
 * non-decreasing (midpoint.h, contact.c, bow.c). So (1) is the stationary point of a convex function
 * Psi(f), and the root is unique.
 *
 * Each contact alone is solved exactly: f_i(c) is the root of t + G_ii F_i(t) = c, its answer to the
 * drive c that all others leave it. It is never negative, and its slope
 *
 *   D_i = df_i/dc = F_i'/(1 + G_ii F_i')
 *
 * lies between 0 and 1/G_ii, however stiff the contact is. What remains is
 *
 *   c_i + sum_{j != i} G_ij f_j(c_j) = b_i                                      (2)
 *
 * by Newton, with g the residual of (2), O the part of G off the diagonal and S = sqrt(D):
 *
 *   (I + S O S) z = S g,   df = S z,   dc = g - O df
 *
 * The matrix is positive definite: I - S^2 G_ii >= 0. -g is the gradient of Psi, which is convex: a
 * step from f- to f lowers it if -g.(f - f-) <= 0 at f. Where that is not so, nor the misfit below is
 * halved, the step is cut by false position; where rounding hides which part of it would do, it is
 * taken whole. Where D_i G_ii -> 1 and G has not the full rank, rows depend on each other and are left
 * out (cholesky.h). For quadratised contacts F is linear and one step is exact (system.c).
 *
 * A solution is judged by D |g| / |f|: how much a force differs from the answer to the forces of the
 * others. What stays above ACCEPTED, but for the rounding of g, or is no number, is no solution, nor
 * are forces that cancel in all but a few digits. Then the contacts hold their energy and push with
 * no force, which is passive whatever comes (`unsolved`).
 *
 * Only active points take part: those that hold energy or would be compressed. Points that the
 * forces of others push into contact join, and the solve is repeated from where it is. Items that
 * do not feel each other (Gamma_ij = 0) are solved apart.
 */
#include "system.h"

#include "../base/cholesky.h"
#include "../law/link.h"

#include <float.h>
#include <math.h>

enum { NEWTON_CAP = 60, CUT_CAP = 30, JOIN_CAP = 16, ANSWER_CAP = 100, ANSWER_FAR = 8 };

static const double ENOUGH = 1e-13; /* of D |g| / |f| */
static const double ACCEPTED = 1e-8;

/* Elastic part and force of a link, a three-point or a trapezoidal contact at t. */
static Quotient item_force(Item *item, double t, double *elastic)
{
    const UrtoLaw *law = &item->law.law;

    if (item->kind == ITEM_TRAPEZOIDAL) {
        const double gradient = item->law.link ? link_gradient(law, t) : power_gradient(law, t);
        const double curve = power_curvature(law, item->law.link ? fabs(t) : t);
        const double rate = law->damping * (item->c0 + item->c1 * t);
        const double sign = gradient < 0.0 ? -1.0 : 1.0; /* a link pulls as well */
        const double slope = curve * (1.0 + sign * rate) + fabs(gradient) * law->damping * item->c1;
        *elastic = gradient;
        return (Quotient){gradient + fabs(gradient) * rate, slope, 0.0};
    }
    Quotient q;
    if (item->kind == ITEM_MIDPOINT) {
        q = midpoint_elastic(&item->law, t);
    } else {
        q = item->law.link ? link_quotient(law, item->law.a, 2.0 * t)
                           : power_quotient(law, item->law.a, 2.0 * t);
        q.slope *= 2.0;
    }
    *elastic = q.value;
    if (item->law.link) {
        return (Quotient){q.value + item->c1 * t, q.slope + item->c1, 0.0};
    }
    const double factor = 1.0 + item->law.loss * t;
    return factor > 0.0
               ? (Quotient){q.value * factor, q.slope * factor + q.value * item->law.loss, 0.0}
               : (Quotient){0.0, 0.0, 0.0};
}

/* How small a correction of t must be to be the last, times 1e8: the compression, where its square
 * over the compression is what it leaves behind; open, where the law has a kink, far less. */
static double depth_of(const Item *item, double t)
{
    const double end = item->law.a + (item->kind == ITEM_THREE_POINT ? 2.0 * t : t);

    return (item->law.link || end > 0.0 ? fabs(end) : 1e-5 * item->law.scale) + 1e-300;
}

/* A bound from above of the root of a three-point contact. It does not pull, so t <= c. If t > 0,
 * c >= t + G (phi(a + 2t) - phi(a))/2t >= sqrt(2 G (phi(a + 2t) - phi(a))). */
static double answer_bound(const Item *item, double G, double c)
{
    const UrtoLaw *law = &item->law.law;
    const double p = law->exponent + 1.0;
    const double most = power_potential(law, item->law.a) + 0.5 * c * c / G;

    if (!(c > 0.0 && G > 0.0)) {
        return c;
    }
    return fmin(c, fmax(0.0, 0.5 * (pow(most * p / law->stiffness, 1.0 / p) - item->law.a)));
}

/* The answer of a contact whose force is known at any t: Newton, in a bracket once there is one. From
 * far above the root it goes down by a part of the way alone, and begins again nearer to it. */
static void answer_by_force(Item *item, double G, double c)
{
    const bool pushes = item->kind == ITEM_THREE_POINT && !item->law.link;
    double low = -HUGE_VAL;
    double high = HUGE_VAL;
    double t = c - G * item->guess;
    Quotient f = {0.0, 0.0, 0.0};
    bool done = false;

    for (int i = 0; i < ANSWER_CAP && !done; i++) {
        if (i == ANSWER_FAR && pushes) {
            t = fmin(t, answer_bound(item, G, c));
        }
        f = item_force(item, t, &item->elastic);
        item->iterations++;
        /* rounding of E, or a force that is sticky, has it otherwise */
        f.slope = f.slope > 0.0 ? f.slope : 0.0;
        const double value = t + G * f.value - c;
        const double step = -value / (1.0 + G * f.slope);
        if (value > 0.0) {
            high = t;
        } else {
            low = t;
        }
        const bool inside = t + step >= low && t + step <= high;
        const double next = inside ? t + step : 0.5 * (low + high);
        done = value == 0.0 || next == low || next == high ||
               (inside && fabs(step) < 1e-8 * depth_of(item, next) &&
                fabs(step * item->law.loss) < 1e-8 * fabs(1.0 + item->law.loss * next));
        f.value += (next - t) * f.slope;
        t = next;
    }
    item->give = f.slope / (1.0 + G * f.slope);
    item->t = item->step = t;
    item->force = G * f.slope > 1.0 ? (c - t) / G : f.value;
    if (!item->law.link && item->force < 0.0 && item->kind != ITEM_TRAPEZOIDAL) {
        item->force = 0.0; /* rounding */
    }
    if (item->kind == ITEM_TRAPEZOIDAL) {
        return;
    }
    const double factor = 1.0 + item->law.loss * t;
    if (item->law.link) {
        item->elastic = item->force - item->c1 * t;
    } else if (factor > 1e-3) {
        item->elastic = item->force / factor;
    }
}

/* The K-method's own Newton (002): f = F(c - G f) from the force of the sample before, to a change of
 * 1e-13 or what rounding leaves of t. Its iterations are compared with the paper's. False if it does
 * not converge. */
static bool answer_k_method(Item *item, double G, double c)
{
    double f = item->guess;

    for (int i = 0; i < ANSWER_CAP; i++) {
        const double t = c - G * f;
        const Quotient law = item_force(item, t, &item->elastic);
        const double change = (f - law.value) / (1.0 + G * law.slope);
        const double rounding = 4.0 * DBL_EPSILON * fabs(law.slope * t / (1.0 + G * law.slope));
        item->iterations++;
        f -= change;
        if (fabs(change) <= 1e-13 * (1.0 + fabs(f)) + rounding) {
            item->t = item->step = c - G * f;
            item->force = f;
            item->give = law.slope > 0.0 ? law.slope / (1.0 + G * law.slope) : 0.0;
            return true;
        }
    }
    return false;
}

/* A link of exponent 1 has a straight law, with R = K a^2/2 - E of midpoint.h and r = c1:
 *
 *   f = K (a + t/2) + r t + R t/(t^2 + e^2)
 *
 * Its answer is that without R, and one step for R. False if R is more than rounding. */
static bool answer_spring(Item *item, double G, double c)
{
    const double K = item->law.law.stiffness;
    const double a = item->law.a;
    const double slope = 0.5 * K + item->c1;
    const double per = 1.0 / (1.0 + G * slope);
    const double start = (c - G * (K * a)) * per;
    const double R = 0.5 * K * a * a - item->law.energy;
    const double small = 1e-9 * item->law.scale;
    const double square = start * start + small * small + 8.0 * item->law.compliance * fabs(R);

    if (!(fabs(R) <= 1e-12 * K * (a * a + start * start))) {
        return false;
    }
    const double part = R * start / (square + 1e-300);
    const double t = start - G * part * per;
    item->t = item->step = t;
    item->force = G * slope > 1.0 ? (c - t) / G : K * a + slope * t + part;
    item->elastic = item->force - item->c1 * t;
    item->give = slope * per;
    item->iterations++;
    return true;
}

/* Force and steps of an item that is driven by c alone. */
static void answer(Item *item, double G, double c)
{
    item->c = c;
    if (item->kind == ITEM_LINEAR) {
        const double per = 1.0 / (1.0 + G * item->c1);
        item->t = item->step = (c - G * item->c0) * per;
        item->force = (item->c0 + item->c1 * c) * per;
        item->give = item->c1 * per;
        item->iterations++;
    } else if (item->kind == ITEM_MIDPOINT && !item->law.link) {
        const MidpointRoot root = midpoint_solve(&item->law, c, G, item->guess);
        item->t = root.t;
        item->step = root.s;
        item->force = root.force;
        item->elastic = root.elastic;
        item->give = root.give;
        item->iterations += root.iterations;
        item->residual = root.residual;
    } else if (!(item->kind == ITEM_MIDPOINT && item->law.law.exponent == 1.0 &&
                 answer_spring(item, G, c)) &&
               !(item->kind == ITEM_TRAPEZOIDAL && answer_k_method(item, G, c))) {
        answer_by_force(item, G, c);
    }
}

static bool all_linear(const System *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        if (item_at(s, i)->kind != ITEM_LINEAR) {
            return false;
        }
    }
    return true;
}

/* g of (2). */
static void find_residual(const System *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        const Item *item = item_at(s, i);
        s->df[i] = item->force;
        s->g[i] = item->b - item->c;
    }
    system_subtract_others(s, s->df, s->g);
}

/* The answers at c + part dc. Psi has risen by no more than `part` times what this returns. */
static double try_step(const System *s, double part)
{
    double rise = 0.0;

    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = item_at(s, i);
        item->guess = item->force;
        answer(item, admittance(s, i), s->from[i] + part * s->dc[i]);
    }
    find_residual(s);
    for (uint32_t i = 0; i < s->n; i++) {
        rise -= s->g[i] * (item_at(s, i)->force - s->was[i]);
    }
    return rise / part;
}

static bool stays_open(const Item *item, double G, double c)
{
    Item other = *item;

    answer(&other, G, c);
    return other.force == 0.0;
}

/* How far the forces are from the answers to each other, relative to them; rounding is let pass. */
static double largest_misfit(const System *s)
{
    double worst = 0.0;

    for (uint32_t i = 0; i < s->n; i++) {
        const Item *item = item_at(s, i);
        const double sizes = fabs(item->b) + fabs(item->c) + admittance(s, i) * fabs(item->force);
        const double rounding = 8.0 * DBL_EPSILON * (sizes + fabs(item->law.a));
        if (!isfinite(s->g[i] + item->force + item->give)) {
            return HUGE_VAL;
        }
        if (fabs(s->g[i]) <= rounding) {
            continue;
        }
        const double misfit = item->give * fabs(s->g[i]) / fabs(item->force);
        if (item->force != 0.0) {
            worst = fmax(worst, misfit);
        } else if (!stays_open(item, admittance(s, i), item->c + s->g[i])) {
            worst = 1.0;
        }
    }
    return worst;
}

static void newton_direction(const System *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        s->root[i] = sqrt(item_at(s, i)->give);
        s->df[i] = s->root[i] * s->g[i];
    }
    system_factor(s, false);
    cholesky_solve(s->world->solve.matrix, s->profile, s->n, s->df);
    for (uint32_t i = 0; i < s->n; i++) {
        s->df[i] *= s->root[i];
        s->dc[i] = s->g[i];
        s->from[i] = item_at(s, i)->c;
    }
    system_subtract_others(s, s->df, s->dc);
}

/* Takes a part of the Newton step, at most 1, that halves the misfit or lowers Psi; returns the
 * misfit. */
static double take_step(const System *s, double misfit)
{
    double low = 0.0;
    double high = 1.0;
    double start = 0.0;

    for (uint32_t i = 0; i < s->n; i++) {
        start -= s->g[i] * item_at(s, i)->give * s->dc[i];
        s->was[i] = item_at(s, i)->force;
    }
    double at_low = start;
    double value = try_step(s, 1.0);
    double at_high = value;
    double after = largest_misfit(s);
    if (after < 0.5 * misfit) {
        return after;
    }
    for (int i = 0; i < CUT_CAP && value > 0.0; i++) {
        double part = low + (high - low) * at_low / (at_low - at_high);
        if (!(part > low + 0.05 * (high - low)) || !(part < high - 0.05 * (high - low))) {
            part = 0.5 * (low + high);
        }
        value = try_step(s, part);
        if (value > 0.0) {
            high = part;
            at_high = value;
        } else {
            low = part;
            at_low = value;
        }
    }
    if (value > 0.0) {
        try_step(s, 1.0); /* some part would lower Psi, but for rounding */
    }
    return largest_misfit(s);
}

/* Whether doubles can hold the steps beside what the forces, which cancel, would do alone. */
static bool resolved(const System *s)
{
    bool is = true;

    for (uint32_t i = 0; i < s->n; i++) {
        const Item *item = item_at(s, i);
        const double size = item->law.scale + fabs(item->law.a) + fabs(item->t);
        is = is &&
             (item->kind == ITEM_LINEAR || admittance(s, i) * fabs(item->force) <= 1e10 * size);
    }
    return is;
}

/* No contact of the system pushes, and each keeps what it has stored. */
static void hold(const System *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = item_at(s, i);
        if (item->coupler < s->world->model.point_count) {
            item->kind = ITEM_LINEAR;
            item->c0 = item->c1 = 0.0;
            item->held = true;
        }
    }
    system_solve_linear(s);
    s->world->statistics.unsolved++;
}

/* A contact that does not push moves as the others drive it, and so does its own compression. */
static void follow(const System *s, uint32_t i)
{
    Item *item = item_at(s, i);
    Item moved = *item;

    answer(&moved, admittance(s, i), item->c + s->g[i]);
    if (moved.force == 0.0) {
        *item = moved;
    } else { /* by rounding */
        item->t += s->g[i];
    }
}

/* What the bodies will do, beside what each contact has been solved for; and the last correction
 * that was left out. */
static double finish(const System *s)
{
    double last = 0.0;

    for (uint32_t i = 0; i < s->n; i++) {
        Item *item = item_at(s, i);
        const double left = s->g[i] * (1.0 - admittance(s, i) * item->give);
        if (item->force == 0.0 && item->kind != ITEM_LINEAR) {
            follow(s, i); /* g was not judged */
        } else {
            item->t += s->g[i];
        }
        if (item->force != 0.0 && item->kind != ITEM_LINEAR) {
            last = fmax(last, fabs(left) / (item->law.scale + fabs(item->t) + 1e-300));
        }
    }
    return last;
}

static uint32_t newton(const System *s, double *last)
{
    UrtoStatistics *statistics = &s->world->statistics;
    uint32_t iterations = 1;

    if (all_linear(s)) {
        return system_solve_pushing(s);
    }
    for (uint32_t i = 0; i < s->n; i++) {
        s->df[i] = item_at(s, i)->force;
        s->dc[i] = item_at(s, i)->b;
    }
    system_subtract_others(s, s->df, s->dc);
    for (uint32_t i = 0; i < s->n; i++) {
        answer(item_at(s, i), admittance(s, i), s->dc[i]);
    }
    find_residual(s);
    double left = largest_misfit(s);
    for (; iterations < NEWTON_CAP && left > ENOUGH && left < HUGE_VAL; iterations++) {
        newton_direction(s);
        left = take_step(s, left);
    }
    if (!(left <= ACCEPTED) || !resolved(s)) {
        hold(s);
        return iterations;
    }
    *last = finish(s);
    statistics->force_residual_max = fmax(statistics->force_residual_max, left);
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

static uint32_t solve_together(UrtoWorld *world, uint32_t count, double *last)
{
    const size_t n = world->model.coupler_count;
    double *work = world->solve.work;
    const System s = {
        world,    world->solve.order, count,        world->solve.local, world->solve.profile, work,
        work + n, work + 2 * n,       work + 3 * n, work + 4 * n,       work + 5 * n};

    system_gather(&s);
    return newton(&s, last);
}

static uint32_t solve_alone(UrtoWorld *world, Item *item, double *last)
{
    const size_t own = (size_t)item->coupler * world->model.coupler_count + item->coupler;

    item->iterations = 0;
    answer(item, gamma_scale(world) * world->model.gamma[own], item->b);
    *last = item->residual;
    return item->iterations;
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
        double last = 0.0;
        for (uint32_t j = 0; j < count; j++) {
            world->solve.items[world->solve.order[j]].coupled = count > 1;
        }
        iterations += count > 1 ? solve_together(world, count, &last)
                                : solve_alone(world, &world->solve.items[i], &last);
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
