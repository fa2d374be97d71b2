/* Midpoint discrete gradient: the default solver of worlds, here on one mass and a wall, with the
 * loss at the arithmetic mean of the velocities. Worlds take the logarithmic one: scheme_log_midpoint.c.
 *
 *   y = (x + x-)/2,   t = (x+ - x-)/2,   E = psi^2/2 the contact energy stored so far
 *
 *   m (x+ - 2x + x-)/k^2 = -f - Ks x + m g
 *   f  = q (1 + mu t/k),   q = (phi(y+t) - E)/t
 *   E+ = E + q t                                    phi(y + t) to rounding
 *
 *   H  = m (x - x-)^2/(2k^2) + Ks x x-/2 + E - m g (x + x-)/2
 *
 * changes by -q mu t^2/k <= 0. With b half the free x+ - x-, G = k^2/(2m) and nu = mu/k
 *
 *   t + G q (1 + nu t) = b
 *
 * is convex: one root.
 *
 *   E = 0 and y + b <= 0     no contact
 *   E > 0 and y + t <= 0     the mass leaves within the step: q = -E/t, a quadratic,
 *                            t = -2 G E/(B + sqrt(B^2 + 4 G E)),   B = b + nu G E
 *   otherwise                Newton
 *
 * With (x+ + x)/2 as its position this is the two-point scheme on a free mass: exit speed exact
 * without losses, duration too long by the same bias, removed by the same matched stiffness.
 */
#include "scheme.h"

static void midpoint_step(const Model *model, State *state)
{
    const double k = model->step;
    const double stored = 0.5 * state->psi * state->psi;
    ContactEquation equation = {
        .x = state->x - 0.5 * state->delta,
        .b = 0.5 * three_point_free_reach(model, state),
        .c = k * k / (2.0 * model->mass),
        .nu = model->law.damping / k,
    };

    if (stored > 0.0) {
        const double ce = equation.c * stored;
        const double reach = equation.b + equation.nu * ce;
        const double root = sqrt(reach * reach + 4.0 * ce);
        const double t = reach > 0.0 ? -2.0 * ce / (reach + root) : 0.5 * (reach - root);
        if (equation.x + t <= 0.0 && 1.0 + equation.nu * equation.b > 0.0) {
            state->force = -stored / t * (1.0 + equation.nu * t);
            state->psi = 0.0;
            three_point_advance(model, state, 2.0 * t);
            return;
        }
        equation.defect = power_potential(&model->law, equation.x) - stored;
        state->powers++;
    }
    const double t = contact_solve(model, state, &equation);
    const double factor = 1.0 + equation.nu * t;
    const bool open = equation.x + t <= 0.0;
    /* where the loss factor is held at 0, what the law releases is lost */
    const double energy = factor > 0.0 ? stored + state->force / factor * t
                                       : fmin(stored, power_potential(&model->law, equation.x + t));
    state->psi = open ? 0.0 : sqrt(2.0 * fmax(0.0, energy));
    three_point_advance(model, state, 2.0 * t);
}

static double midpoint_energy(const Model *model, const State *state)
{
    return three_point_free_energy(model, state) + 0.5 * state->psi * state->psi;
}

const Scheme scheme_midpoint = {
    .info = {.name = "midpoint",
             .summary = "conserves energy exactly, never pulls",
             .source = "ours",
             .order = 2,
             .passive = true,
             .iterative = true,
             .accepts = URTO_SCHEME_DAMPING | URTO_SCHEME_GRAVITY | URTO_SCHEME_SPRING |
                        URTO_SCHEME_MATCHED},
    .refusal = {[OPTION_CORRECTED] = "its state is two positions, there is no velocity to correct"},
    .start = three_point_start,
    .step = midpoint_step,
    .energy = midpoint_energy,
};
