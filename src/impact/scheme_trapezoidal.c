/* Trapezoidal rule (one-step Adams-Moulton), solved by the K-method: one mass on a wall.
 *
 *   x+ = x + k (v + v+)/2
 *   v+ = v - k/(2m) (f + f+) - k Ks/(2m) (x + x+) + k g
 *
 * Eliminating v+ with q = k^2 Ks/(4m) leaves one equation in f+:
 *
 *   x+ = X - e f+,   v+ = V - d f+,   d = k/(2m)/(1 + q),   e = k d/2
 *   f+ = K [X - e f+]^a (1 + mu (V - d f+))
 *
 * whose right side falls with f+: one root, by Newton in a bracket from the force of the step
 * before.
 *
 * Implicit, second order. Not passive: on hard hits m v^2/2 + phi(x) falls too far while the mass
 * goes in and rises while it comes out.
 * Papetti, Avanzini, Rocchesso, eq. 20 (sign of f corrected); Avanzini, Rocchesso, section 2.2.
 */
#include "scheme.h"

typedef struct Line {
    double x, v; /* X, V: next sample without the next force */
    double e, d; /* and what a unit of force takes from them */
} Line;

/* f - F(f) and its slope. */
static double residual(const Model *model, State *state, const Line *line, double f, double *slope)
{
    const double x = line->x - line->e * f;
    const double v = line->v - line->d * f;
    const double gradient = scheme_force(model, state, x, 0.0);
    const double factor = 1.0 + model->law.damping * v;

    *slope = 1.0;
    if (x > 0.0) {
        *slope += model->law.exponent * gradient / x * line->e * factor +
                  gradient * model->law.damping * line->d;
    }
    return f - gradient * factor;
}

static double solve_force(const Model *model, State *state, const Line *line)
{
    /* F is positive at f = 0 and 0 where x+ = 0 or 1 + mu v+ = 0. */
    double low = 0.0;
    double high = line->x / line->e;
    if (model->law.damping > 0.0) {
        high = fmin(high, (line->v + 1.0 / model->law.damping) / line->d);
    }
    if (high <= 0.0) {
        return 0.0;
    }
    const double tiny = 1e-14 * high;
    double f = fmin(state->force, high);
    for (state->iterations = 1;; state->iterations++) {
        double slope;
        const double error = residual(model, state, line, f, &slope);
        if (error > 0.0) {
            high = f;
        } else {
            low = f;
        }
        double next = f - error / slope;
        if (!(next >= low && next <= high)) {
            next = 0.5 * (low + high);
        }
        const double change = fabs(next - f);
        f = next;
        if (change <= 1e-10 * f + tiny) { /* Newton: the error is of the order of its square */
            return f;
        }
        if (state->iterations == ITERATION_CAP) {
            state->unconverged = true;
            return f;
        }
    }
}

static void trapezoidal_step(const Model *model, State *state)
{
    const double k = model->step;
    const double half = k / (2.0 * model->mass);
    const double q = 0.5 * k * half * model->spring;
    const double v = state->v;
    Line line = {.d = half / (1.0 + q)};

    line.e = 0.5 * k * line.d;
    line.v =
        (v * (1.0 - q) + k * free_acceleration(model, state->x) - half * state->force) / (1.0 + q);
    line.x = state->x + 0.5 * k * (v + line.v);
    const double f = solve_force(model, state, &line);
    state->x = line.x - line.e * f;
    state->v = line.v - line.d * f;
    state->force = f;
}

const Scheme scheme_trapezoidal = {
    .info = {.name = "trapezoidal",
             .summary = "implicit, second order; the K-method; gains energy on hard hits",
             .source = "001:20 (AM1), 002",
             .order = 2,
             .iterative = true,
             .accepts = URTO_SCHEME_DAMPING | URTO_SCHEME_GRAVITY | URTO_SCHEME_SPRING |
                        URTO_SCHEME_CORRECTED},
    .refusal = {[OPTION_MATCHED] = "no stiffness is known that gives it the exact duration"},
    .step = trapezoidal_step,
    .energy = scheme_energy,
};
