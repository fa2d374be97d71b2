/* Three-point, one-variable scheme (IT-2): one mass on a wall.
 *
 *   s = x+ - x-
 *   m (x+ - 2x + x-)/k^2 = -(phi(x+) - phi(x-))/s (1 + mu s/(2k)) - Ks x + m g
 *
 *   H = m (x - x-)^2/(2k^2) + Ks x x-/2 + (phi(x) + phi(x-))/2 - m g (x + x-)/2
 *
 * is constant without losses and never rises with them. Stable for k < 2 sqrt(m/Ks). Carrying
 * delta = x - x- gives the contact equation of scheme.h with
 *
 *   b = 2 delta + k^2 (g - Ks x/m),   c = k^2/m,   nu = mu/(2k)
 *
 * Second order; a contact lasts at least two steps.
 * Chatziioannou, van Walstijn, eq. 7; Ducceschi et al., eq. 19-20 (b corrected). The loss is ours.
 */
#include "scheme.h"

static void three_point_step(const Model *model, State *state)
{
    const double k = model->step;
    const ContactEquation equation = {
        .x = state->x - state->delta,
        .b = three_point_free_reach(model, state),
        .c = k * k / model->mass,
        .nu = model->law.damping / (2.0 * k),
    };

    three_point_advance(model, state, contact_solve(model, state, &equation));
}

static double three_point_energy(const Model *model, const State *state)
{
    return three_point_free_energy(model, state) +
           0.5 * (power_potential(&model->law, state->x) +
                  power_potential(&model->law, state->x - state->delta));
}

const Scheme scheme_three_point = {
    .info = {.name = "three-point",
             .summary = "conserves energy exactly; at least two samples of contact",
             .source = "000:7, 004:19 (IT-2)",
             .order = 2,
             .passive = true,
             .iterative = true,
             .accepts = URTO_SCHEME_DAMPING | URTO_SCHEME_GRAVITY | URTO_SCHEME_SPRING |
                        URTO_SCHEME_MATCHED},
    .refusal = {[OPTION_CORRECTED] = "its state is two positions, there is no velocity to correct"},
    .start = three_point_start,
    .step = three_point_step,
    .energy = three_point_energy,
};
