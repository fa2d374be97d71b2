/* Classical fourth-order Runge-Kutta: one mass on a wall.
 *
 *   x' = v,  v' = A(x, v) = g - k x/m - f(x, v)/m
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

void rk4_advance(const Model *model, State *state, double h)
{
    const double x = state->x;
    const double v = state->v;
    const double k1 = h * (free_acceleration(model, x) - state->force / model->mass);
    const double l2 = h * (v + 0.5 * k1);
    const double k2 = h * acceleration(model, state, x + 0.5 * h * v, v + 0.5 * k1);
    const double l3 = h * (v + 0.5 * k2);
    const double k3 = h * acceleration(model, state, x + 0.5 * l2, v + 0.5 * k2);
    const double l4 = h * (v + k3);
    const double k4 = h * acceleration(model, state, x + l3, v + k3);

    state->x = x + (h * v + 2.0 * (l2 + l3) + l4) / 6.0;
    state->v = v + (k1 + 2.0 * (k2 + k3) + k4) / 6.0;
    state->force = scheme_force(model, state, state->x, state->v); /* k1 of the next step */
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
