/* Classical fourth-order Runge-Kutta: one mass on a wall.
 *
 *   x' = v
 *   v' = A(x, v) = g - Ks x/m - f(x, v)/m
 *
 * Explicit, fourth order where the force is smooth; the contact's edge is not, so on impacts the
 * observed order is lower. Not passive.
 * Papetti, Avanzini, Rocchesso, eq. 23 (sign of f corrected).
 */
#include "scheme.h"

static double acceleration(const Model *model, State *state, double x, double v)
{
    return free_acceleration(model, x) - scheme_force(model, state, x, v) / model->mass;
}

void rk4_advance(const Model *model, State *state, double k)
{
    const double x = state->x;
    const double v = state->v;
    const double dv1 = k * (free_acceleration(model, x) - state->force / model->mass);
    const double dx2 = k * (v + 0.5 * dv1);
    const double dv2 = k * acceleration(model, state, x + 0.5 * k * v, v + 0.5 * dv1);
    const double dx3 = k * (v + 0.5 * dv2);
    const double dv3 = k * acceleration(model, state, x + 0.5 * dx2, v + 0.5 * dv2);
    const double dx4 = k * (v + dv3);
    const double dv4 = k * acceleration(model, state, x + dx3, v + dv3);

    state->x = x + (k * v + 2.0 * (dx2 + dx3) + dx4) / 6.0;
    state->v = v + (dv1 + 2.0 * (dv2 + dv3) + dv4) / 6.0;
    state->force = scheme_force(model, state, state->x, state->v); /* dv1 of the next step */
}

static void rk4_step(const Model *model, State *state)
{
    rk4_advance(model, state, model->step);
}

const Scheme scheme_rk4 = {
    .info = {.name = "rk4",
             .summary = "explicit, fourth order; four forces a step; not passive",
             .source = "001:23",
             .order = 4,
             .accepts = URTO_SCHEME_DAMPING | URTO_SCHEME_GRAVITY | URTO_SCHEME_SPRING |
                        URTO_SCHEME_CORRECTED},
    .refusal = {[OPTION_MATCHED] = "no stiffness is known that gives it the exact duration"},
    .step = rk4_step,
    .energy = scheme_energy,
};
