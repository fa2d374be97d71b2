/* Masses and modes. Symbols: docs/notation.md; w is omega and s is sigma of a mode.
 *
 *   m q'' = -m w^2 q - 2 m s q' - P f
 *
 * A mass on a spring is stepped as it is (leap-frog, w k <= 2). A mode takes the equivalent mass
 * m~, spring K~ and damping c~ for which leap-frog has exactly the poles exp(-s k +- i wd k):
 *
 *   wd^2 = w^2 - s^2
 *   W    = [4 sinh^2(s k/2) + 4 sin^2(wd k/2)]/cosh(s k) < 4
 *
 *   m~ = m w^2 k^2/W
 *   K~ = m~ W/k^2
 *   c~ = 2 m~ tanh(s k)/k
 *
 * (overdamped: -4 sinh^2(|wd| k/2) for the sine). This m~ keeps the static compliance 1/(m w^2).
 * The energy law of body.h holds with m~, K~, c~; every mode below the Nyquist frequency is stable
 * and in tune. The trapezoidal rule (002) takes m, m w^2 and 2 m s and bends the frequencies. So do
 * the modes of (004:48-50), URTO_MODEL_MODAL_LEAPFROG, for comparison with papers:
 *
 *   u+ = 2u - u- - (w k)^2 u,   sin(w' k/2) = w k/2 for the pitch w' that is heard
 *
 * with the same energy law, stable for w k < 2, where their band ends (004:49).
 *
 * A mass that is given u0 and v0 starts with the d0 for which (d+ + d)/2k = v0, as body.h has it:
 *
 *   d0 = (2 k v0 + coef_u u0 - k^2 g~)/(1 + coef_d)       k^2 g~ is gravity_step
 *
 * A mode starts from where it was a step before on the exact solution through u0 and v0,
 *
 *   d0 = u0 - exp(s k) [u0 cos(wd k) - (v0 + s u0) sin(wd k)/wd]
 *
 * and like a mass where s k > 1: its past would be huge, and it is gone after a few steps. H(u0, d0)
 * is the energy half a step before the start.
 *
 * State and coefficients are kept in coordinates scaled so that A = 1: q = scale u, scale = A^-1/2,
 * m A^-1 for m and so on, and a row is P scale. Then one array serves to push and to read a port.
 *
 * Tuned by a factor r, a mode has r w and s = loss s0 + loss_high s1, s1 as at r = 1. A mass factor
 * multiplies m, K and c, hence A. Factors change between two steps; q and its difference are held.
 * A mode at or above the end of the band, at most the Nyquist frequency, is at rest, with all
 * coefficients 0, until it is below again.
 */
#include "modal.h"

#include "../base/constants.h"
#include "grid.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

ModeStep modal_exact(const ModeSpec *mode, double step)
{
    /* exp(-300) of it is left after a step; more would overflow */
    const double sigma = fmin(mode->sigma, 300.0 / step);
    const double sk = sigma * step;
    const double disc = mode->omega * mode->omega - sigma * sigma;
    const double half_angle = 0.5 * sqrt(fabs(disc)) * step;
    const double sin_half = disc >= 0.0 ? sin(half_angle) : sinh(half_angle);
    const double sin2_half = disc >= 0.0 ? sin_half * sin_half : -sin_half * sin_half;
    const double W = 4.0 * (sinh(0.5 * sk) * sinh(0.5 * sk) + sin2_half) / cosh(sk);
    const double angle = mode->omega * step;
    ModeStep result;

    result.mass = mode->omega > 0.0 && W > 0.0 ? mode->mass * angle * angle / W : mode->mass;
    result.spring = mode->omega > 0.0 ? mode->mass * mode->omega * mode->omega : 0.0;
    result.damping = 2.0 * result.mass * tanh(sk) / step;
    if (sk > 1.0) {
        result.start[0] = 0.5 * W;
        result.start[1] = 1.0 + tanh(sk);
    } else {
        const double growth = expm1(sk);
        /* sin(wd k)/(wd k) */
        const double sinc = half_angle > 0.0 ? sin_half / half_angle * sqrt(1.0 - sin2_half) : 1.0;
        result.start[0] = (1.0 + growth) * (2.0 * sin2_half + sk * sinc) - growth;
        result.start[1] = (1.0 + growth) * sinc;
    }
    return result;
}

uint32_t modal_room(const BodyPlan *plan)
{
    return kernel_padded(plan->n);
}

/* A sum or product of two doubles without its rounding, as two. */
typedef struct Pair {
    double high, low;
} Pair;

static Pair pair_sum(double a, double b)
{
    const double sum = a + b;
    const double part = sum - a;

    return (Pair){sum, (a - (sum - part)) + (b - part)};
}

static Pair pair_add(Pair a, Pair b)
{
    const Pair sum = pair_sum(a.high, b.high);

    return pair_sum(sum.high, sum.low + a.low + b.low);
}

static Pair pair_multiply(Pair a, Pair b)
{
    const double product = a.high * b.high;
    const double rest = fma(a.high, b.high, -product) + a.high * b.low + a.low * b.high;

    return pair_sum(product, rest);
}

/* The matrix of KERNEL_BLOCK steps: that of one step, squared as often as it takes, with the
 * coefficients as they are and carried in twice the digits, so that it does exactly what the steps
 * do. */
static void modal_jump(Body *body, uint32_t i)
{
    const Pair coef_d = {body->coef_d[i], 0.0};
    const Pair coef_u = {-body->coef_u[i], 0.0};
    const Pair one = {1.0, 0.0};
    Pair m[4] = {pair_add(one, coef_u), coef_d, coef_u,
                 coef_d}; /* u' = u + d', d' = coef_d d - coef_u u */

    for (int n = 1; n < KERNEL_BLOCK; n *= 2) {
        const Pair across = pair_multiply(m[1], m[2]);
        const Pair trace = pair_add(m[0], m[3]);
        m[0] = pair_add(pair_multiply(m[0], m[0]), across);
        m[3] = pair_add(pair_multiply(m[3], m[3]), across);
        m[1] = pair_multiply(m[1], trace);
        m[2] = pair_multiply(m[2], trace);
    }
    for (int j = 0; j < 4; j++) {
        body->jump[j][i] = m[j].high;
    }
}

/* What a mode loses in KERNEL_BLOCK free steps, a form of its state. In m = u - d/2 and d, which do
 * not cancel near the Nyquist frequency, a step is
 *
 *   d+ = s d - p m,   m+ = (1 - p/2) m + (1 + s)/2 d,   p = coef_u, s = coef_d - p/2
 *
 * and loses c w^2/(4k), w = d+ + d = (1 + s) d - p m (body.h). With M the matrix of n steps and Q
 * the form of what they lose, that of 2n steps is Q + M^T Q M. */
static void modal_spent(Body *body, uint32_t i)
{
    const double p = body->coef_u[i];
    const double s = body->coef_d[i] - 0.5 * p;
    const double scale = body->dampings[i] / (4.0 * body->step);
    double M[4] = {1.0 - 0.5 * p, 0.5 * (1.0 + s), -p, s};        /* m m, m d, d m, d d */
    double Q[3] = {p * p, -p * (1.0 + s), (1.0 + s) * (1.0 + s)}; /* m m, m d, d d */

    for (int n = 1; n < KERNEL_BLOCK; n *= 2) {
        const double left[4] = {Q[0] * M[0] + Q[1] * M[2], Q[0] * M[1] + Q[1] * M[3],
                                Q[1] * M[0] + Q[2] * M[2], Q[1] * M[1] + Q[2] * M[3]};
        const double across = M[1] * M[2];
        const double trace = M[0] + M[3];
        Q[0] += M[0] * left[0] + M[2] * left[2];
        Q[1] += M[0] * left[1] + M[2] * left[3];
        Q[2] += M[1] * left[1] + M[3] * left[3];
        M[0] = M[0] * M[0] + across;
        M[3] = M[3] * M[3] + across;
        M[1] *= trace;
        M[2] *= trace;
    }
    body->spent[0][i] = scale * Q[0];
    body->spent[1][i] = scale * 2.0 * Q[1];
    body->spent[2][i] = scale * Q[2];
}

/* What a flight over a whole block needs of a mode. */
static void modal_prepare(Body *body, uint32_t i)
{
    modal_jump(body, i);
    if (body->keeps_last) {
        modal_spent(body, i);
    }
}

static void rest(Body *body, uint32_t i)
{
    body->u[i] = body->d[i] = 0.0;
    body->masses[i] = body->springs[i] = body->dampings[i] = 0.0;
    body->scale[i] = body->coef_d[i] = body->coef_u[i] = body->turns[i] = 0.0;
    body->start[0][i] = body->start[1][i] = 0.0;
}

/* How far a mode can go. Its energy E = a d^2 + b (u - d/2)^2 never rises in free flight, so
 *
 *   |u| = |(u - d/2) + d/2| <= sqrt(E (1/b + 1/(4a)))
 *                            = sqrt(p^2 d^2 + q^2 (u - d/2)^2)
 *                           <= p |d| + q |u - d/2|
 *
 * A mode without a spring drifts. */
static void bound_mode(Body *body, uint32_t i)
{
    const double b = 0.5 * body->springs[i];
    const double a = 0.5 * body->masses[i] / (body->step * body->step) - 0.25 * b;
    const bool bound = b > 0.0 && a > 0.0;

    body->bound[0][i] = bound ? sqrt(a / b + 0.25) : 0.0;
    body->bound[1][i] = bound ? sqrt(1.0 + b / (4.0 * a)) : 0.0;
    body->bound[2][i] = bound ? 0.0 : b > 0.0 ? 1e300 : 1.0;
    body->bound_all = body->bound_all && bound;
}

/* Of a block of free flight, see kernel.h. */
static void turn_mode(Body *body, uint32_t i)
{
    const double coef_d = body->coef_d[i];
    const double c1 = (1.0 - body->coef_u[i]) + coef_d;

    body->steady = body->steady && coef_d >= KERNEL_STEADY;
    body->turns[i] = coef_d >= KERNEL_STEADY ? c1 * c1 / coef_d - 2.0 : 0.0;
}

static void coefficients(Body *body, uint32_t i)
{
    const double k = body->step;
    ModeSpec mode = body->modes[i];

    mode.mass *= body->mass;
    mode.omega *= body->tuning;
    mode.sigma = body->loss * mode.sigma + body->loss_high * mode.high;
    ModeStep m = {mode.mass,
                  mode.mass * mode.omega * mode.omega,
                  2.0 * mode.mass * mode.sigma,
                  {0.5 * mode.omega * mode.omega * k * k, 1.0 + mode.sigma * k}};
    if (!body->leapfrog && !body->trapezoidal) {
        m = modal_exact(&mode, k);
    }
    const double half_spring = body->trapezoidal ? 0.25 * m.spring : 0.0;
    const double half_loss = m.damping / (2.0 * k) + half_spring;
    const double inverse = 1.0 / (m.mass / (k * k) + half_loss);
    const double loss = half_loss * k * k / m.mass;
    body->masses[i] = m.mass * inverse;
    body->springs[i] = m.spring * inverse;
    body->dampings[i] = m.damping * inverse;
    body->scale[i] = sqrt(inverse);
    body->coef_d[i] = (1.0 - loss) / (1.0 + loss); /* exactly 1 without loss */
    body->coef_u[i] = m.spring * inverse;
    const bool held = body->printed || body->trapezoidal;
    body->start[0][i] = held ? 0.0 : m.start[0];
    body->start[1][i] = held ? 1.0 : m.start[1];
    bound_mode(body, i);
    turn_mode(body, i);
}

void modal_retune(Body *body)
{
    body->bound_all = body->steady = true;
    for (uint32_t i = 0; i < body->n; i++) {
        const double before = body->scale[i];
        if (body->kind != BODY_MASS && body->tuning * body->modes[i].omega >= body->band) {
            rest(body, i);
            body->ratio[i] = 0.0;
            continue;
        }
        coefficients(body, i);
        body->ratio[i] = before > 0.0 ? body->scale[i] / before : -1.0;
        if (before > 0.0) {
            body->u[i] /= body->ratio[i];
            body->d[i] /= body->ratio[i];
        }
    }
    body->gravity_step = body->force * body->mass * body->scale[0];
    body->kernel.turns = body->steady ? body->turns : NULL;
    body->jumps = 0;
}

/* One mode alone would be stepped as a mass is: there are always two places, if there were at first. */
void modal_set_modes(Body *body, const UrtoMode *modes, uint32_t count)
{
    for (uint32_t i = 0; i < body->capacity; i++) {
        ModeSpec *mode = &body->modes[i];
        if (i < count) {
            mode->omega = 2.0 * PI * modes[i].frequency;
            mode->sigma = modes[i].decay;
            mode->mass = modes[i].mass;
            mode->high = 0.0;
        } else {
            mode->omega = HUGE_VAL;
            rest(body, i);
        }
    }
    body->n = count > 1 || body->capacity == 1 ? count : 2;
    body->room = body->kernel.n = kernel_padded(body->n);
    modal_retune(body);
}

void modal_init(Body *body, const BodyPlan *plan)
{
    body->n = body->capacity = plan->n;
    body->room = modal_room(plan);
    body->kernel = (KernelModes){.n = body->room,
                                 .u = body->u,
                                 .d = body->d,
                                 .last = body->keeps_last ? body->last : NULL,
                                 .coef_d = body->coef_d,
                                 .coef_u = body->coef_u};
    body->bound_all = body->steady = true;
    for (uint32_t i = 0; i < plan->n; i++) {
        body->modes[i] = plan->modes[i];
        coefficients(body, i);
        for (uint32_t p = 0; p < plan->table_points; p++) {
            body->table[(size_t)p * plan->n + i] =
                plan->table[(size_t)p * plan->table_modes + plan->modes[i].row];
        }
    }
    body->kernel.turns = body->steady ? body->turns : NULL;
    body->force = plan->force;
    body->gravity_step = plan->force * body->scale[0];
    body->position = plan->position;
    body->velocity = plan->velocity;
}

void modal_start(Body *body)
{
    /* what free flight needs and modal_retune leaves for later */
    while (body->jumps < body->n) {
        modal_prepare(body, body->jumps++);
    }
    if (body->kind == BODY_MASS) {
        modal_set(body, 0, body->position, body->velocity * body->step);
    }
    memset(body->readings, 0, body->tracked_count * sizeof *body->readings);
}

void modal_set(Body *body, uint32_t mode, double displacement, double kv)
{
    const double scale = body->scale[mode] > 0.0 ? 1.0 / body->scale[mode] : 0.0;

    body->u[mode] = scale * displacement;
    body->d[mode] = scale * (body->start[0][mode] * displacement + body->start[1][mode] * kv);
    if (mode == 0 && !body->printed && !body->trapezoidal) {
        body->d[0] -= body->gravity_step / (1.0 + body->coef_d[0]);
    }
}

void modal_settle(Body *body)
{
    body_flush(body);
    if (body->n == 1 && !body->trapezoidal) {
        body->u[0] += body->d[0];
    } else if (body->trapezoidal) {
        for (uint32_t i = 0; i < body->n; i++) {
            body->u[i] += 0.5 * (body->last[i] + body->d[i]);
        }
    } else {
        body->kernels->add(body->room, 1.0, body->d, body->u);
    }
    body->ahead = false;
}

/* A mass: one mode in scalar arithmetic. */
static void advance_one(Body *body)
{
    if (body->ahead) {
        body->u[0] += body->d[0];
    }
    if (body->keeps_last) {
        body->last[0] = body->d[0];
    }
    body->d[0] = body->coef_d[0] * body->d[0] - body->coef_u[0] * body->u[0] + body->gravity_step;
    for (uint32_t i = 0; i < body->tracked_count; i++) {
        body->readings[i] = body->tracked[i][0] * body->d[0];
    }
}

void modal_advance(Body *body)
{
    if (body->ahead && (body->trapezoidal || (body->keeps_last && body->pending))) {
        modal_settle(body);
    }
    if (body->n == 1) {
        advance_one(body);
    } else {
        body->kernels->advance(&body->kernel, body->ahead, body->pending, body->pending_force,
                               body->tracked, body->tracked_count, body->readings);
        body->pending = NULL;
        if (body->gravity_step != 0.0) {
            body->d[0] += body->gravity_step;
            body_read(body);
        }
    }
    body->ahead = true;
}

void modal_push(Body *body, const double *row, double force)
{
    if (body->n == 1) {
        body->d[0] += row[0] * force;
    } else if (!body->pending && body->ahead && !body->keeps_last) {
        body->pending = row;
        body->pending_force = force;
    } else if (body->pending == row) {
        body->pending_force += force;
    } else {
        body->kernels->add(body->room, force, row, body->d);
    }
}

void modal_reach(Body *body)
{
    body->kernels->reach(&body->kernel, body->bound[0], body->bound[1], body->bound[2],
                         body->reach);
}

void modal_block(Body *body, const double *const *rows, uint32_t count, uint32_t steps,
                 double (*out)[KERNEL_BLOCK])
{
    body->kernels->block(&body->kernel, rows, count, steps, out);
}

/* A mass goes step by step: where it is decides when it hits. Returns the sum of (d+ + d)^2. */
static double fly_one(Body *body, uint32_t steps)
{
    double u = body->u[0];
    double d = body->d[0];
    double sum = 0.0;

    if (body->coef_d[0] == 1.0 && body->coef_u[0] == 0.0 && body->gravity_step == 0.0) {
        if (d == 0.0) {
            return 0.0;
        }
        for (uint32_t n = 0; n < steps; n++) {
            u += d;
        }
    } else {
        for (uint32_t n = 0; n < steps; n++) {
            const double before = d;
            d = body->coef_d[0] * d - body->coef_u[0] * u + body->gravity_step;
            u += d;
            sum += (d + before) * (d + before);
        }
    }
    body->u[0] = u;
    body->d[0] = d;
    return sum;
}

double modal_fly(Body *body, uint32_t steps)
{
    enum { JUMPS = 16 };
    const double scale = 1.0 / (4.0 * body->step);
    double lost = 0.0;

    if (body->n == 1) {
        return scale * body->dampings[0] * fly_one(body, steps);
    }
    /* after a change of the body its matrices are made a few at a time */
    for (uint32_t i = 0; i < JUMPS && body->jumps < body->n; i++) {
        modal_prepare(body, body->jumps++);
    }
    if (steps < KERNEL_BLOCK || body->jumps < body->n) {
        return scale *
               body->kernels->steps(&body->kernel, steps, body->keeps_last ? body->dampings : NULL);
    }
    if (body->keeps_last) {
        const KernelSpent spent = {body->spent[0], body->spent[1], body->spent[2]};
        lost = body->kernels->spent(&body->kernel, &spent);
    }
    const KernelJump jump = {body->jump[0], body->jump[1], body->jump[2], body->jump[3]};
    body->checked = body->kernels->jump(&body->kernel, &jump) == 0.0;
    return lost;
}

/* u u- = (u - d/2)^2 - d^2/4: near the Nyquist frequency the two terms of H nearly cancel, these
 * two do not. */
double modal_energy(const Body *body)
{
    const double scale = 0.5 / (body->step * body->step);
    const double half = body->trapezoidal ? 0.0 : 0.5;
    double sum = 0.0;

    for (uint32_t i = 0; i < body->n; i++) {
        const double middle = body->u[i] - half * body->d[i];
        const double spring = 0.5 * body->springs[i];
        const double mass = scale * body->masses[i] - spring * half * half;
        sum += mass * body->d[i] * body->d[i] + spring * middle * middle;
    }
    return sum;
}

double modal_loss(const Body *body)
{
    return body->kernels->lost(body->room, body->dampings, body->d, body->last) /
           (4.0 * body->step);
}

void modal_row(const Body *body, double x, double y, UrtoInterpolation interpolation, Row *row)
{
    row->count = body->n;
    if (body->shape == SHAPE_TABLE) {
        double weights[4];
        uint32_t count = 0;
        const uint32_t last = body->table_points - 1;
        const uint32_t first =
            grid_weights(x / body->size[0] * last, last, interpolation, weights, &count);
        for (uint32_t i = 0; i < body->n; i++) {
            double sum = 0.0;
            for (uint32_t p = 0; p < count; p++) {
                sum += weights[p] * body->table[(size_t)(first + p) * body->n + i];
            }
            row->weight[i] = sum * body->scale[i];
        }
        return;
    }
    for (uint32_t i = 0; i < body->n; i++) {
        row->weight[i] =
            shape_value(body->shape, &body->modes[i], body->size, x, y) * body->scale[i];
    }
}

double modal_mode_shape(const Body *body, uint32_t mode, double x, double y,
                        UrtoInterpolation interpolation)
{
    if (body->shape != SHAPE_TABLE) {
        return shape_value(body->shape, &body->modes[mode], body->size, x, y);
    }
    double weights[4];
    double sum = 0.0;
    uint32_t count = 0;
    const uint32_t last = body->table_points - 1;
    const uint32_t first =
        grid_weights(x / body->size[0] * last, last, interpolation, weights, &count);
    for (uint32_t p = 0; p < count; p++) {
        sum += weights[p] * body->table[(size_t)(first + p) * body->n + mode];
    }
    return sum;
}
