/* Heun's method: one mass on a wall.
 *
 *   F  = f + Ks x - m g
 *   v* = v - k/m F                          predictor (forward Euler)
 *   x+ = x + k (v + v*)/2
 *   v+ = v - k/(2m) (F + F(x+, v*))         corrector; f(x+, v*) is kept as the next f
 *
 * Explicit, second order. Not passive: m v^2/2 + phi(x) may rise.
 * Papetti, Avanzini, Rocchesso, eq. 22 (sign of f corrected).
 */
#include "scheme.h"

static void heun_step(const Model *model, State *state)
{
    const double k = model->step;
    const double now = free_acceleration(model, state->x) - state->force / model->mass;
    const double predicted = state->v + k * now;

    state->x += 0.5 * k * (state->v + predicted);
    state->force = scheme_force(model, state, state->x, predicted);
    state->v += 0.5 * k * (now + free_acceleration(model, state->x) - state->force / model->mass);
}

const Scheme scheme_heun = {
    .info = {.name = "heun",
             .summary = "explicit, second order; gains energy on hard hits",
             .source = "001:22",
             .order = 2,
             .accepts = URTO_SCHEME_DAMPING | URTO_SCHEME_GRAVITY | URTO_SCHEME_SPRING |
                        URTO_SCHEME_CORRECTED},
    .refusal = {[OPTION_MATCHED] = "no stiffness is known that gives it the exact duration"},
    .step = heun_step,
    .energy = scheme_energy,
};
