/* Implicit midpoint rule: one mass on a wall.
 *
 *   x+ = x + k v_m,   v+ = v + k (g - Ks x_m/m) - (k/m) f(x_m, v_m)
 *   x_m = (x + x+)/2,   v_m = (v + v+)/2
 *
 * With s = x+ - x this is s + c f(x + s/2, s/k) = b, b and c as in scheme_two_point.c. f rises with s
 * and is convex (a >= 1): one root, by Newton in a bracket from the force of the step before.
 *
 * Implicit, second order, symplectic. Not passive: the force is that of one point, not the mean over
 * the step, so m v^2/2 + phi(x) is exact for a linear force within a contact only. There it is the
 * trapezoidal rule and the two-point scheme.
 * Chatziioannou, van Walstijn, footnote 1. For comparison with papers.
 */
#include "scheme.h"

typedef struct Equation {
    double x, b, c, k;
} Equation;

/* s + c f - b and its slope. */
static double residual(const Model *model, State *state, const Equation *equation, double s,
                       double *slope)
{
    const double x = equation->x + 0.5 * s;
    const double gradient = scheme_force(model, state, x, 0.0);
    const double factor = 1.0 + model->law.damping * s / equation->k;

    *slope = 1.0;
    if (x > 0.0) {
        *slope += equation->c * gradient *
                  (0.5 * model->law.exponent / x * factor + model->law.damping / equation->k);
    }
    return s + equation->c * gradient * factor - equation->b;
}

static double solve_step(const Model *model, State *state, const Equation *equation)
{
    /* f is 0 where x_m = 0 or 1 + mu v_m = 0, and the free motion b is more than the root */
    double high = equation->b;
    double low = -2.0 * equation->x;
    if (model->law.damping > 0.0) {
        low = fmax(low, -equation->k / model->law.damping);
    }
    if (high <= low) {
        return high;
    }
    const double tiny = 1e-15 * (fabs(equation->x) + fabs(equation->b));
    double s = fmax(low, equation->b - equation->c * state->force);
    for (state->iterations = 1;; state->iterations++) {
        double slope;
        const double error = residual(model, state, equation, s, &slope);
        if (error > 0.0) {
            high = s;
        } else {
            low = s;
        }
        double next = s - error / slope;
        if (!(next >= low && next <= high)) {
            next = 0.5 * (low + high);
        }
        const double change = fabs(next - s);
        s = next;
        /* small against the depth; the error is of the order of its square */
        if (change <= 1e-9 * fabs(equation->x + 0.5 * s) + tiny) {
            return s;
        }
        if (state->iterations == ITERATION_CAP) {
            state->unconverged = true;
            return s;
        }
    }
}

static void implicit_midpoint_step(const Model *model, State *state)
{
    const double k = model->step;
    const double response = k * k / (2.0 * model->mass);
    const double stiffening = 1.0 + 0.5 * response * model->spring;
    const Equation equation = {
        .x = state->x,
        .b = (k * state->v + 0.5 * k * k * free_acceleration(model, state->x)) / stiffening,
        .c = response / stiffening,
        .k = k,
    };
    const double s = solve_step(model, state, &equation);

    state->force = s < equation.b ? (equation.b - s) / equation.c : 0.0;
    state->v += k * (free_acceleration(model, state->x + 0.5 * s) - state->force / model->mass);
    state->x += s;
}

const Scheme scheme_implicit_midpoint = {
    .info = {.name = "implicit-midpoint",
             .summary = "implicit, second order; for papers: gains and loses energy on hard hits",
             .source = "000, footnote 1",
             .order = 2,
             .iterative = true,
             .accepts = URTO_SCHEME_DAMPING | URTO_SCHEME_GRAVITY | URTO_SCHEME_SPRING |
                        URTO_SCHEME_CORRECTED},
    .refusal = {[OPTION_MATCHED] = "no stiffness is known that gives it the exact duration"},
    .step = implicit_midpoint_step,
    .energy = scheme_energy,
};
