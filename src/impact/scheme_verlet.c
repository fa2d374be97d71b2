/* Velocity Verlet: one mass on a wall.
 *
 *   F  = f + Ks x - m g
 *   x+ = x + k v - k^2/(2m) F
 *   v* = v - k/(2m) F                 predictor
 *   v+ = v* - k/(2m) F(x+, v*)        corrector; f(x+, v*) is kept as the next f
 *
 * Explicit, second order. Not passive: on hard hits m v^2/2 + phi(x) may rise.
 * Papetti, Avanzini, Rocchesso, eq. 21 (sign of f corrected).
 */
#include "scheme.h"

static void verlet_step(const Model *model, State *state)
{
    const double k = model->step;
    const double predicted =
        state->v + 0.5 * k * (free_acceleration(model, state->x) - state->force / model->mass);

    state->x += k * predicted;
    state->force = scheme_force(model, state, state->x, predicted);
    state->v =
        predicted + 0.5 * k * (free_acceleration(model, state->x) - state->force / model->mass);
}

const Scheme scheme_verlet = {
    .info = {.name = "verlet",
             .summary = "explicit, second order; gains energy on hard hits",
             .source = "001:21",
             .order = 2,
             .accepts = URTO_SCHEME_DAMPING | URTO_SCHEME_GRAVITY | URTO_SCHEME_SPRING |
                        URTO_SCHEME_CORRECTED},
    .refusal = {[OPTION_MATCHED] = "no stiffness is known that gives it the exact duration"},
    .step = verlet_step,
    .energy = scheme_energy,
};
