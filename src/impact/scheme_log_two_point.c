/* Log two-point: exact restitution at any step.
 *
 * Hunt-Crossley motion is canonical in (x, r), r = ln(1 + mu v)/mu. The two-point scheme there:
 *
 *   R      = r+ - r = -(k/m) (phi(x+) - phi(x))/(x+ - x)
 *   x+ - x = k w
 *   1 + mu w = (1 + mu v) expm1(mu R)/(mu R)
 *
 * that is, 1 + mu w is the logarithmic mean of 1 + mu v and 1 + mu v+. Without gravity it conserves
 *
 *   v/mu - ln(1 + mu v)/mu^2 + phi(x)/m
 *
 * exactly, so the exit velocity is exact at any step and phase; v and H = m v^2/2 + phi(x) never
 * rise, and x <= x_max. For mu -> 0 it is the plain two-point scheme. The equation in R is convex
 * and increasing: Newton from R = 0 is monotone.
 *
 * Gravity adds k g/2 to v before and after this step, which outside contact is the exact parabola;
 * inside, H - m g x may then rise by about m g k (v+ - v)^2 mu/12, since the logarithmic mean is
 * below the arithmetic one.
 */
#include "scheme.h"

/* (e^y - 1)/y, its derivative, and (e^y - 1 - y)/y^2. */
typedef struct Mean {
    double ratio, slope, bend;
} Mean;

static Mean log_mean(double y)
{
    Mean mean;
    if (fabs(y) < 1e-3) {
        mean.bend = 0.5 + y * (1.0 / 6.0 + y * (1.0 / 24.0 + y * (1.0 / 120.0 + y / 720.0)));
        mean.slope = 0.5 + y * (1.0 / 3.0 + y * (1.0 / 8.0 + y * (1.0 / 30.0 + y / 144.0)));
        mean.ratio = 1.0 + y * mean.bend;
        return mean;
    }
    mean.ratio = expm1(y) / y;
    mean.bend = (mean.ratio - 1.0) / y;
    mean.slope = mean.ratio - mean.bend; /* (e^y - ratio)/y, e^y = 1 + y ratio */
    return mean;
}

static void log_two_point_step(const Model *model, State *state)
{
    const double k = model->step;
    const double mu = model->law.damping;
    const double kick = 0.5 * k * model->gravity;
    const double v = state->v + kick;

    state->force = 0.0;
    if (state->x <= 0.0 && state->x + k * v <= 0.0) {
        state->x += k * v;
        state->v = v + kick;
        return;
    }
    double r = 0.0;
    for (state->iterations = 1;; state->iterations++) {
        const Mean mean = log_mean(mu * r);
        const double w = v * mean.ratio + r * mean.bend;
        const double w_slope = (1.0 + mu * v) * mean.slope;
        const Quotient q = power_quotient(&model->law, state->x, k * w);
        state->powers += state->x > 0.0 && state->x + k * w > 0.0 ? 2 : 1;
        const double residual = r + k / model->mass * q.value;
        const double slope = 1.0 + k * w_slope * k / model->mass * q.slope;
        const double change = residual / slope;
        r -= change;
        if (change <= 1e-10 * (fabs(r) + fabs(v))) {
            break;
        }
        if (state->iterations == ITERATION_CAP) {
            state->unconverged = true;
            break;
        }
    }
    const Mean mean = log_mean(mu * r);
    const double rise = r * mean.ratio * (1.0 + mu * v); /* v+ - v */
    state->x += k * (v * mean.ratio + r * mean.bend);
    state->v = v + rise + kick;
    state->force = -model->mass * rise / k;
}

const Scheme scheme_log_two_point = {
    .info = {.name = "log-two-point",
             .summary =
                 "exact exit velocity at any rate; duration exact to 0.01 samples if matched",
             .source = "ours, from 000:8",
             .order = 2,
             .passive = true,
             .iterative = true,
             .accepts = URTO_SCHEME_DAMPING | URTO_SCHEME_GRAVITY | URTO_SCHEME_MATCHED},
    .refusal = {[OPTION_SPRING] = "its invariant holds for a free mass only",
                [OPTION_CORRECTED] = "its exit velocity is exact already"},
    .step = log_two_point_step,
    .energy = scheme_energy,
};
