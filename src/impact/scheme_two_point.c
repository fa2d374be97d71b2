/* Two-point, two-variable scheme (IT-1): one mass on a wall.
 *
 *   s = x+ - x = k (v + v+)/2
 *   m (v+ - v)/k = -(phi(x+) - phi(x))/s (1 + mu s/k) - Ks (x + x+)/2 + m g
 *
 *   H = m v^2/2 + phi(x) + Ks x^2/2 - m g x
 *
 * changes by -(phi(x+) - phi(x)) mu s/k <= 0 in a step: exact without losses, and never rising with
 * them. Stable at any step. Eliminating v+ gives the contact equation of scheme.h with
 *
 *   c = k^2/(2m)/(1 + k^2 Ks/(4m)),   nu = mu/k
 *
 * Second order; a contact lasts at least one step and is a little too long: T + c/T + ... samples
 * where T is exact, which the matched stiffness removes (law/matched.h).
 * Chatziioannou, van Walstijn, eq. 8; Ducceschi et al., eq. 16-17. The loss is ours.
 */
#include "scheme.h"

static void two_point_step(const Model *model, State *state)
{
    const double k = model->step;
    const double response = k * k / (2.0 * model->mass);
    const double stiffening = 1.0 + 0.5 * response * model->spring;
    const ContactEquation equation = {
        .x = state->x,
        .b = (k * state->v + 0.5 * k * k * free_acceleration(model, state->x)) / stiffening,
        .c = response / stiffening,
        .nu = model->law.damping / k,
    };
    const double s = contact_solve(model, state, &equation);
    const double middle = state->x + 0.5 * s;

    /* not 2 s/k - v: the rounding of k would make v grow or shrink a little in every step */
    state->v += k * (free_acceleration(model, middle) - state->force / model->mass);
    state->x += s;
}

const Scheme scheme_two_point = {
    .info = {.name = "two-point",
             .summary = "conserves energy exactly; contact a little long unless matched",
             .source = "000:8, 004:16 (IT-1)",
             .order = 2,
             .passive = true,
             .iterative = true,
             .accepts = URTO_SCHEME_DAMPING | URTO_SCHEME_GRAVITY | URTO_SCHEME_SPRING |
                        URTO_SCHEME_MATCHED | URTO_SCHEME_CORRECTED},
    .step = two_point_step,
    .energy = scheme_energy,
};
