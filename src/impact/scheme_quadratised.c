/* Quadratised contact (N-IT): one mass on a wall, no iteration.
 *
 * phi = psi^2/2 with psi a time series of its own at the half steps, g ~ d psi/dx:
 *
 *   s    = x+ - x-
 *   psi+ = psi + g s/2
 *   m (x+ - 2x + x-)/k^2 = -f - Ks x + m g0          g0: gravity
 *   f = q (1 + mu s/(2k)),   q = g (psi+ + psi)/2
 *
 *   H = m (x - x-)^2/(2k^2) + Ks x x-/2 + psi^2/2 - m g0 (x + x-)/2
 *
 * changes by -q mu s^2/(4k) <= 0, for any g with q >= 0. With b the free x+ - x-, c = k^2/m and
 * nu = mu/(2k) this is the quadratic
 *
 *   s + c (g psi + g^2 s/4)(1 + nu s) = b
 *
 * whose root with 1 + nu s >= 0 is taken; if 1 + nu b <= 0 the loss factor is held at 0 and s = b.
 *
 * `quadratised`: (004:27) with the exact outward test.
 *
 *   g = sgn(psi) sqrt(K (a+1)/2) x^((a-1)/2)     in contact
 *   g = -2 psi/b                                 outside
 *   g = 0                                        where the force would pull: g psi + g^2 b/4 < 0
 *
 * (The test printed after 004:27 is wrong for psi < 0 and latches off at psi = 0.)
 *
 * `quadratised-capped` (ours): psi+ >= 0 exactly when g <= g_max,
 *
 *   B = b + c nu psi^2,   r = sqrt(B^2 + 4 c psi^2)
 *   g_max = 4 psi/(r - B)      for B < 0
 *   g_max = (r + B)/(c psi)    for B >= 0
 *   psi = 0: no cap if b > 0, else g = 0
 *
 * Then psi, f >= 0 and psi is exactly 0 after release. Two rules take the sub-sample phase into
 * account, with y = (x + x*)/2 the free midpoint: the first step of a contact uses g = 2 Psi(y)/b,
 * Psi = sqrt(2 phi), and the cap itself is used as soon as y <= 0 on the way out.
 */
#include "scheme.h"

/* sqrt(K (a+1)/2) x^((a-1)/2): the gradient of sqrt(2 phi). */
static double root_gradient(const Model *model, State *state, double x)
{
    const double a = model->law.exponent;

    state->powers++;
    return sqrt(0.5 * model->law.stiffness * (a + 1.0)) *
           (a == 1.0 ? 1.0 : pow(x, 0.5 * (a - 1.0)));
}

/* One step with a known g; returns psi+. */
static double take_step(const Model *model, State *state, double b, double g)
{
    const double c = model->step * model->step / model->mass;
    const double nu = model->law.damping / (2.0 * model->step);
    const double linear = g * state->psi;
    const double square = 0.25 * g * g;
    double s = b;

    if (1.0 + nu * b > 0.0) {
        const double a2 = c * square * nu;
        const double a1 = 1.0 + c * (square + linear * nu);
        const double a0 = c * linear - b;
        s = -2.0 * a0 / (a1 + sqrt(fmax(0.0, a1 * a1 - 4.0 * a2 * a0)));
        state->force = (linear + square * s) * (1.0 + nu * s);
    } else {
        state->force = 0.0;
    }
    three_point_advance(model, state, s);
    return state->psi + 0.5 * g * s;
}

static void quadratised_step(const Model *model, State *state)
{
    const double b = three_point_free_reach(model, state);
    double g = 0.0;

    if (state->x >= 0.0) {
        g = root_gradient(model, state, state->x) * (state->psi < 0.0 ? -1.0 : 1.0);
    } else if (state->psi != 0.0 && b != 0.0) {
        g = -2.0 * state->psi / b;
    }
    if (g * state->psi + 0.25 * g * g * b < 0.0) {
        g = 0.0;
    }
    state->psi = take_step(model, state, b, g);
}

/* The largest g that keeps psi+ >= 0; psi > 0. */
static double largest_gradient(const Model *model, const State *state, double b)
{
    const double c = model->step * model->step / model->mass;
    const double nu = model->law.damping / (2.0 * model->step);
    const double psi = state->psi;
    const double reach = b + c * nu * psi * psi;
    const double root = sqrt(reach * reach + 4.0 * c * psi * psi);

    return reach < 0.0 ? 4.0 * psi / (root - reach) : (root + reach) / (c * psi);
}

static void capped_step(const Model *model, State *state)
{
    const double b = three_point_free_reach(model, state);
    const double middle = state->x + 0.5 * (b - state->delta); /* (x + x*)/2 */

    if (state->psi == 0.0) {
        double g = 0.0;
        if (middle > 0.0 && b > 0.0) {
            state->powers++;
            g = 2.0 * sqrt(2.0 * power_potential(&model->law, middle)) / b;
        }
        state->psi = fmax(0.0, take_step(model, state, b, g));
        return;
    }
    const double cap = largest_gradient(model, state, b);
    double g = cap;
    if (state->x > 0.0 && middle > 0.0) {
        g = fmin(g, root_gradient(model, state, state->x));
    } else if (b >= 0.0) {
        g = 0.0;
    }
    const double psi = take_step(model, state, b, g);
    state->psi = g == cap ? 0.0 : fmax(0.0, psi);
}

static double quadratised_energy(const Model *model, const State *state)
{
    return three_point_free_energy(model, state) + 0.5 * state->psi * state->psi;
}

#define ACCEPTS (URTO_SCHEME_DAMPING | URTO_SCHEME_GRAVITY | URTO_SCHEME_SPRING)
#define REFUSALS                                                                                   \
    {                                                                                              \
        [OPTION_MATCHED] =                                                                         \
            "its duration depends on the arrival phase, no one stiffness matches it",              \
        [OPTION_CORRECTED] = "its state is two positions, there is no velocity to correct"         \
    }

const Scheme scheme_quadratised = {
    .info = {.name = "quadratised",
             .summary = "fixed cost, conserves energy; duration jitters with the arrival phase",
             .source = "004:24-27 (N-IT), outward test corrected",
             .order = 2,
             .passive = true,
             .accepts = ACCEPTS},
    .refusal = REFUSALS,
    .start = three_point_start,
    .step = quadratised_step,
    .energy = quadratised_energy,
};

const Scheme scheme_quadratised_capped = {
    .info = {.name = "quadratised-capped",
             .summary = "fixed cost, conserves energy, never pulls, releases all it stored",
             .source = "ours, from 004:24-27",
             .order = 2,
             .passive = true,
             .accepts = ACCEPTS},
    .refusal = REFUSALS,
    .start = three_point_start,
    .step = capped_step,
    .energy = quadratised_energy,
};
