/* Log midpoint: what worlds do with a contact that has a loss, here on one mass and a wall.
 *
 *   m (x+ - 2x + x-)/k^2 = -f - Ks x + m g,   f = q L
 *
 * with the logarithmic mean L and the compression of the contact's own, all of src/law/midpoint.h,
 * which also solves it. H of scheme_midpoint.c changes by -(f t - q s) <= 0. A free mass leaves with
 * the exact velocity at any step. Without loss it is the scheme midpoint.
 */
#include "../law/midpoint.h"
#include "scheme.h"

static void log_midpoint_step(const Model *model, State *state)
{
    const double k = model->step;
    const double a = state->x - 0.5 * state->delta;
    const double b = 0.5 * three_point_free_reach(model, state);
    const PowerSeries series = power_series(model->law.exponent);
    Midpoint contact = {
        .law = model->law,
        .energy = 0.5 * state->psi * state->psi,
        .loss = model->law.damping / k,
        .ref = midpoint_ref(0.5 * state->psi * state->psi, b, state->delta, state->before),
        .scale = fabs(a) + fabs(b),
        .compliance = k * k / (2.0 * model->mass),
        .stiff = 2.0 * model->mass / (k * k),
        .part = 1.0 / (model->law.exponent + 1.0),
        .series = &series,
        .gradient = -1.0,
    };

    contact.shift = state->psi > 0.0 ? state->shift : midpoint_first_shift(a);
    contact.a = a + contact.shift;
    const MidpointRoot root = midpoint_solve(&contact, b, contact.compliance, state->force);
    state->force = root.force;
    state->iterations = root.iterations;
    state->powers += root.iterations;
    state->psi = sqrt(2.0 * midpoint_energy(&contact, root.s, root.elastic));
    state->shift = midpoint_shift(&contact, root.s, root.t);
    state->before = root.t;
    three_point_advance(model, state, 2.0 * root.t);
}

static double log_midpoint_energy(const Model *model, const State *state)
{
    return three_point_free_energy(model, state) + 0.5 * state->psi * state->psi;
}

const Scheme scheme_log_midpoint = {
    .info = {.name = "log-midpoint",
             .summary = "exact exit velocity at any rate, never pulls; the solver of worlds",
             .source = "ours",
             .order = 2,
             .passive = true,
             .iterative = true,
             .accepts = URTO_SCHEME_DAMPING | URTO_SCHEME_GRAVITY | URTO_SCHEME_SPRING |
                        URTO_SCHEME_MATCHED},
    .refusal = {[OPTION_CORRECTED] = "its exit velocity is exact already"},
    .start = three_point_start,
    .step = log_midpoint_step,
    .energy = log_midpoint_energy,
};
